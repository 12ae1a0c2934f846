import { useState } from "react";
import { createRoot } from "react-dom/client";

/** Draws a component that has its value as its state: `View` gets `value` and `set`. */
export const react = (View, first = null, Around = ({ children }) => children) => (root) => {
  let current = first;
  const Page = () => {
    const [value, set] = useState(first);
    current = value;
    return <Around><View value={value} set={set} /></Around>;
  };
  createRoot(root).render(<Page />);
  return () => current;
};
