import { useEffect } from "preact/hooks";
import { NEWS_QUERY } from "@/lib/browser/flash_query.ts";

/** Removes the flash message from the URL, so that a reload does not show it again. */
export default function ForgetNews() {
  useEffect(() => {
    const address = new URL(location.href);
    for (const name of NEWS_QUERY) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }, []);
  return null;
}
