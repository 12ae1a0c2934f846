// The verbs. A selector asks a question, and gets a detached element whose text is the answer: `RUN capture {options}`,
// `RUN unfold ID {options}`, `RUN check ID`, `RUN arm ID`, `RUN slipped`, `RUN disarm`, `RUN leave ID`, `RUN bar`,
// `RUN write ID {order}`, `RUN type ID {order}`, `RUN taint ID {taint}`, `RUN entered {hold}`, `RUN rest`, `RUN focus`,
// `RUN held ID`, `RUN open ID`, `RUN text ID`, `RUN scroll ID|- [X, Y]`, `RUN centre ID`, `RUN view ID`, `RUN rect ID`,
// `RUN point ID [X, Y]`, `RUN holder N`, `RUN label ID`, `RUN note ID`, `RUN whereabouts ID`,
// `RUN find ID|- [FROM, TO]`, `RUN show ID|- TEXT`, `RUN select -`, `RUN in_focus`, `RUN size`, `RUN untouched`,
// `RUN selected -`, `RUN file ID`, `RUN person BINDING PREFIX|-`, `RUN offer ID`, `RUN suggests ID`, `RUN modal`,
// `RUN begin`, `RUN clipboard`, `RUN copied ORIGIN [TEXTS]`, `RUN signs`, `RUN still OPTIONS` (brings styles and layout up to date) and `RUN token`.
//
// Other selectors: `RUN frame N`, queried from an iframe, records its number and returns nothing. `RUN ID` returns the
// element itself, `RUN focused` the focused one, and `RUN ID PART` one that belongs to an element: its label, the file
// input in it, or the input that carries files to it.

/** Identifies this document to code outside of this world that can look into it. */
export const token = `${performance.timeOrigin} ${Math.random()}`;
