import { useEffect } from "preact/hooks";
import { NEWS_QUERY } from "@/lib/browser/flash_query.ts";

/** Takes out of the address what was just done: a page that is loaded again tells it no second time. */
export default function ForgetNews() {
  useEffect(() => {
    const address = new URL(location.href);
    for (const name of NEWS_QUERY) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }, []);
  return null;
}
