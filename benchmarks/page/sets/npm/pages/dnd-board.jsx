import { DndContext, useDraggable, useDroppable } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { mount } from "./mount.jsx";

const lanes = {
  "To do": ["Write the offer", "Call the printer", "Order chairs", "Book a room"],
  Doing: ["Check the invoice", "Plan the trip"],
  Done: ["Send the newsletter", "Fix the lamp", "Water the plants"],
};
const card = { padding: 12, marginBottom: 8, background: "white", border: "1px solid #ccc", borderRadius: 6, cursor: "grab" };

function Card({ title }) {
  const { attributes, listeners, setNodeRef } = useSortable({ id: title });
  return (
    <div ref={setNodeRef} style={card} {...attributes} {...listeners}>
      {title} <button style={{ float: "right" }} aria-label={`Edit ${title}`}>✎</button>
    </div>
  );
}

function Lane({ name, titles }) {
  const { setNodeRef } = useDroppable({ id: name });
  return (
    <section ref={setNodeRef} style={{ width: 280, background: "#eef1f5", padding: 12, borderRadius: 8 }}>
      <h2 style={{ fontSize: 16 }}>{name} ({titles.length})</h2>
      <SortableContext items={titles} strategy={verticalListSortingStrategy}>
        {titles.map((title) => <Card key={title} title={title} />)}
      </SortableContext>
      <button>Add a card</button>
    </section>
  );
}

function Handle() {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id: "panel" });
  return (
    <aside ref={setNodeRef} style={{ width: 220, border: "1px solid #ccc", padding: 12 }}>
      <div ref={setActivatorNodeRef} {...listeners} {...attributes} style={{ cursor: "move", background: "#ddd", padding: 4 }}>⠿ Members</div>
      <ul><li>Ada</li><li>Grace</li><li>Alan</li></ul>
    </aside>
  );
}

function Board() {
  return (
    <DndContext>
      <main style={{ font: "15px sans-serif", padding: 24 }}>
        <h1>Office board</h1>
        <div style={{ display: "flex", gap: 16, alignItems: "flex-start" }}>
          {Object.entries(lanes).map(([name, titles]) => <Lane key={name} name={name} titles={titles} />)}
          <Handle />
        </div>
      </main>
    </DndContext>
  );
}

mount(Board);
