import { useEffect } from "preact/hooks";

/** How long it waits before it looks again, in ms. */
const PAUSE = 4000;

interface LiveRegionProps {
  /** Where the region comes from, with what it is known by. */
  url: string;
  /** The id of the element that holds it. */
  target: string;
  version: string;
}

/** Keeps a part of the page as it is on the server; where no script runs, a reload does. */
export default function LiveRegion({ url, target, version }: LiveRegionProps) {
  useEffect(() => {
    let known = version;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") {
        try {
          const answer = await fetch(`${url}?known=${known}`);
          const isEnded = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
          if (isEnded) return;
          if (answer.status === 200) {
            const news: { version: string; html: string | null } = await answer.json();
            if (news.html === null) return location.reload();
            known = news.version;
            replace(target, news.html);
          }
        } catch {
          // Offline, or the service is away: the next look may find it.
        }
      }
      timer = setTimeout(look, PAUSE);
    };
    timer = setTimeout(look, PAUSE);
    const lookAtOnce = () => void look();
    document.addEventListener("visibilitychange", lookAtOnce);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookAtOnce);
    };
  }, []);
  return null;
}

/** Whoever is at something in the region stays there. */
function replace(id: string, html: string): void {
  const region = document.getElementById(id);
  if (!region) return;
  const { activeElement } = document;
  const focused = activeElement && region.contains(activeElement) ? activeElement.id : "";
  region.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus();
}
