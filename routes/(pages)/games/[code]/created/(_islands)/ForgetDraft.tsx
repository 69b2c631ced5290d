import { useEffect } from "preact/hooks";
import { forgetDraft, readDraft } from "@/lib/browser/create_draft.ts";

/** Forgets what was typed for a new game once it was sent, as the game is there. */
export default function ForgetDraft() {
  useEffect(() => {
    if (readDraft()?.isSent) forgetDraft();
  }, []);
  return null;
}
