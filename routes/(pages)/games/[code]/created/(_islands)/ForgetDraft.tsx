import { useEffect } from "preact/hooks";
import { retireDraft } from "@/lib/browser/create_draft.ts";

/** Forgets what was typed for a new game once it was sent, as the game is there; who goes back finds it whole. */
export default function ForgetDraft() {
  useEffect(() => retireDraft(location.pathname), []);
  return null;
}
