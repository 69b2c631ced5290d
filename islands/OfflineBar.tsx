import { useEffect, useState } from "preact/hooks";

/** Time during which a form that was sent cannot be sent again, in ms. */
const AGAIN = 10_000;

/**
 * Warns while there is no network, and keeps forms from being submitted then, so that nothing typed is lost. Also
 * blocks a second submit while the first is pending: it would add, draw or mail twice.
 */
export default function OfflineBar({ text }: { text: string }) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    // False for one submit after the server has answered: the network may be gone at the next one.
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
    // Also when the page returns from the back/forward cache.
    const forget = () => sent = null;
    const once = (event: Event) => {
      // Forms that a script sends already prevent this event.
      if (event.defaultPrevented) return;
      if (event.target === sent) return event.preventDefault();
      sent = event.target;
      clearTimeout(timer);
      timer = setTimeout(forget, AGAIN);
    };
    look();
    // Never removed: they last as long as the page.
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
