import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { mount } from "./mount.jsx";

function Mailbox() {
  const scroller = useRef(null);
  const rows = useVirtualizer({ count: 10000, getScrollElement: () => scroller.current, estimateSize: () => 44, overscan: 8 });
  return (
    <main style={{ font: "15px sans-serif", padding: 24, maxWidth: 900 }}>
      <h1>Mailbox</h1>
      <p><label>Filter <input type="search" /></label> <button>Mark all as read</button></p>
      <div ref={scroller} id="list" style={{ height: 560, overflow: "auto", border: "1px solid #999" }}>
        <ul style={{ height: rows.getTotalSize(), position: "relative", margin: 0, padding: 0, listStyle: "none" }}>
          {rows.getVirtualItems().map((row) => (
            <li key={row.key} style={{ position: "absolute", transform: `translateY(${row.start}px)`, height: 44, width: "100%", display: "flex", gap: 12, alignItems: "center" }}>
              <input type="checkbox" aria-label={`Select message ${row.index + 1}`} />
              <a href={`#${row.index}`} style={{ flex: 1 }}>Message {row.index + 1}: the invoice of month {1 + (row.index % 12)}</a>
              <button>Archive</button>
              <span style={{ cursor: "pointer" }} onClick={() => {}} title="Star">☆</span>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

mount(Mailbox);
