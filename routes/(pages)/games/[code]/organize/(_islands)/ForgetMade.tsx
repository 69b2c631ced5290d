import { useEffect } from "preact/hooks";
import { forgetMade } from "@/lib/browser/create_draft.ts";

/** Deletes what this tab keeps of the form that made a game: here its organizer signs out, or erases the game. */
export default function ForgetMade() {
  useEffect(forgetMade, []);
  return null;
}
