import { useEffect } from "preact/hooks";
import { retireDraft } from "@/lib/browser/create_draft.ts";

/** Retires the draft of a new game once the game exists. Going back still shows the form as it was sent. */
export default function ForgetDraft() {
  useEffect(() => retireDraft(location.pathname), []);
  return null;
}
