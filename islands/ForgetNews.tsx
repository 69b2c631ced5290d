import { useEffect } from "preact/hooks";

/**
 * Removes query parameters from the URL: a flash message, so that a reload does not show it again, and a personal link,
 * so that no one can go back to it.
 */
export default function ForgetNews({ names }: { names: readonly string[] }) {
  useEffect(() => {
    const address = new URL(location.href);
    for (const name of names) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }, []);
  return null;
}
