import { useState } from "preact/hooks";

export default function Counter({ count: start, label }: { count: number; label: string }) {
  const [count, setCount] = useState(start);
  return (
    <div class="counter" data-label={label}>
      <output>{count}</output>
      <button type="button" onClick={() => setCount(count + 1)}>Add to {label}</button>
    </div>
  );
}
