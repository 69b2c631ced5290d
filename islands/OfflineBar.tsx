import { useEffect, useState } from "preact/hooks";

/** How long a form that was sent is not sent again by another press, in ms. */
const AGAIN = 10_000;

/**
 * Warns while there is no network, and stops forms from being submitted, so that nothing typed is lost. A second press
 * while the answer is on its way sends nothing: it would add, draw or mail twice.
 */
export default function OfflineBar({ text }: { text: string }) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    // False for one press after the server has answered: the network may be gone at the next one.
    let isHeld = true;
    const look = () => setOffline(!navigator.onLine);
    const hold = (event: SubmitEvent) => {
      if (navigator.onLine || !isHeld) return isHeld = true;
      event.preventDefault();
      event.stopPropagation();
      look();
      import("@/lib/browser/held_forms.ts")
        .then(
          ({ sendAnyway }) => sendAnyway(event, () => setOffline(isHeld = false)),
          () => {},
        );
    };
    let sent: EventTarget | null | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Gone back to out of the browser's memory, too.
    const forget = () => sent = null;
    const once = (event: Event) => {
      // Those that a script sends are prevented already.
      if (event.defaultPrevented) return;
      if (event.target === sent) return event.preventDefault();
      sent = event.target;
      clearTimeout(timer);
      timer = setTimeout(forget, AGAIN);
    };
    look();
    // For as long as the page is there.
    addEventListener("online", look);
    addEventListener("offline", look);
    addEventListener("submit", hold, true);
    addEventListener("submit", once);
    addEventListener("pageshow", forget);
  }, []);
  return (
    <div role="status" class="no-print sticky bottom-0 z-10">
      {isOffline && (
        <p class="bg-neutral text-neutral-content px-4 py-3 text-center font-semibold">{text}</p>
      )}
    </div>
  );
}
