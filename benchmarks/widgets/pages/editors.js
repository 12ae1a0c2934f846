import { Editor } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import { ClassicEditor, Essentials, Paragraph, Bold } from "ckeditor5";
import "ckeditor5/ckeditor5.css";
import { basicSetup, EditorView } from "codemirror";
import Quill from "quill";
import "quill/dist/quill.snow.css";
import tinymce from "tinymce";
import "tinymce/models/dom";
import "tinymce/themes/silver";
import "tinymce/icons/default";
import "tinymce/skins/ui/oxide/skin.css";
import { show } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  let it = null;
  Promise.resolve(start(root.querySelector("#field"))).then((made) => { it = made; });
  return () => (it ? read(it) : null);
};
const place = '<p id="name">About you</p><div id="field"></div>';

show({
  quill: drawn(place, (it) => new Quill(it, { theme: "snow" }), (it) => it.getText().trim()),
  tinymce: drawn(
    '<label for="field">About you</label><textarea id="field"></textarea>',
    async (it) => (await tinymce.init({ target: it, skin: false, content_css: false, promotion: false, branding: false, license_key: "gpl" }))[0],
    (it) => it.getContent({ format: "text" }).trim(),
  ),
  ckeditor: drawn(
    place,
    (it) => ClassicEditor.create(it, { licenseKey: "GPL", plugins: [Essentials, Paragraph, Bold], toolbar: ["bold"], label: "About you" }),
    (it) => it.getData().replaceAll(/<[^>]+>/g, "").trim(),
  ),
  tiptap: drawn(
    place,
    (it) => new Editor({ element: it, extensions: [StarterKit], editorProps: { attributes: { "aria-label": "About you" } } }),
    (it) => it.getText().trim(),
  ),
  codemirror: drawn(place, (it) => new EditorView({ extensions: [basicSetup, EditorView.contentAttributes.of({ "aria-label": "About you" })], parent: it }), (it) => it.state.doc.toString().trim()),
});
