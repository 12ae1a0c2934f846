import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { mount } from "./mount.jsx";

const TEXT = `<h2>Minutes of the meeting</h2><p>We met on <strong>Monday</strong> and spoke about the
  <a href="https://example.org/plan">plan</a> for the spring.</p><ul><li><p>Ada writes the offer</p></li><li><p>Grace asks
  the printer</p></li></ul><blockquote><p>Nothing is decided before Friday.</p></blockquote><pre><code>make release</code></pre>`;

const marks = { Bold: "bold", Italic: "italic", Strike: "strike", Code: "code" };

function Editor() {
  const editor = useEditor({ extensions: [StarterKit.configure({ link: { openOnClick: false } })], content: TEXT });
  const active = useEditorState({ editor, selector: ({ editor: each }) => Object.values(marks).map((mark) => each.isActive(mark)) });
  const run = () => editor.chain().focus();
  return (
    <main style={{ font: "15px sans-serif", padding: 24, maxWidth: 800 }}>
      <h1>Notes</h1>
      <label>Title <input defaultValue="Spring plan" /></label>
      <div role="toolbar" style={{ margin: "12px 0", display: "flex", gap: 4 }}>
        {Object.entries(marks).map(([label, mark], index) => (
          <button key={mark} aria-pressed={active[index]} onClick={() => run().toggleMark(mark).run()}>{label}</button>
        ))}
        <button onClick={() => run().toggleHeading({ level: 2 }).run()}>Heading</button>
        <button onClick={() => run().toggleBulletList().run()}>List</button>
        <button onClick={() => run().undo().run()}>Undo</button>
      </div>
      <EditorContent editor={editor} style={{ border: "1px solid #999", padding: 12, minHeight: 240 }} />
      <p><button>Publish</button> <button>Save as a draft</button></p>
    </main>
  );
}

mount(Editor);
