import { useState } from "preact/hooks";

export default function Badge({ text }: { text: string }) {
  const [loud, setLoud] = useState(false);
  return <em class="badge" onClick={() => setLoud(!loud)}>{loud ? text.toUpperCase() : text}</em>;
}
