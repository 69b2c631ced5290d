import { useEffect, useState } from "preact/hooks";

/** Warns while there is no network, and stops forms from being submitted, so that nothing typed is lost. */
export default function OfflineBar({ text }: { text: string }) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    const hold = (event: Event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      event.stopPropagation();
      look();
    };
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    addEventListener("submit", hold, { capture: true });
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
      removeEventListener("submit", hold, { capture: true });
    };
  }, []);
  return (
    <div role="status" class="no-print sticky bottom-0 z-10">
      {isOffline && (
        <p class="bg-neutral text-neutral-content px-4 py-3 text-center font-semibold">{text}</p>
      )}
    </div>
  );
}
