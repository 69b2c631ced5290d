import type { Signal } from "@preact/signals";

export default function Counter({ count, label }: { count: Signal<number>; label: string }) {
  return (
    <div class="counter" data-label={label}>
      <output>{count}</output>
      <button type="button" onClick={() => count.value++}>Add to {label}</button>
    </div>
  );
}
