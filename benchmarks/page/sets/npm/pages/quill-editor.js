import Quill from "quill";
import "quill/dist/quill.snow.css";
import { drawn } from "./again.js";

const TOOLBAR = [
  [{ header: [1, 2, false] }, { size: [] }],
  ["bold", "italic", "underline", "link", "image"],
  [{ color: [] }, { align: [] }],
  [{ list: "ordered" }, { list: "bullet" }, { list: "check" }],
  ["clean"],
];
const TEXT = `<h2>Offer</h2><p>Dear Ms Hopper,</p><p>thank you for <strong>your question</strong>. We can deliver:</p>
  <ol><li data-list="bullet">40 chairs</li><li data-list="bullet">10 desks</li></ol>
  <p>See <a href="https://example.org/terms">our terms</a>.</p>`;

drawn((root) => {
  root.innerHTML = `<main style="font: 15px sans-serif; padding: 24px; max-width: 820px"><h1>Letter</h1>
    <p><label>To <input type="email" value="grace@example.org"></label> <label>Copy <input type="email"></label></p>
    <div id="letter" style="height: 320px"></div>
    <p><button>Send</button> <label><input type="checkbox"> Ask for a receipt</label></p></main>`;
  const quill = new Quill("#letter", { theme: "snow", modules: { toolbar: TOOLBAR } });
  quill.clipboard.dangerouslyPasteHTML(TEXT);
});
