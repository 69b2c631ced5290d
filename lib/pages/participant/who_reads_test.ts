import { equal } from "node:assert/strict";
import { translator } from "../../i18n/translate.ts";
import { whoReads } from "./who_reads.ts";

const t = translator("en", null);

Deno.test("whoReads() names who could look, but neither in a sealed game nor to the organizer", () => {
  const open = { isSealed: false, sealBrokenAt: null, organizerName: "Olga" };
  const couldLook = "Only you. Just so you know, the organizer has everyone’s link and could look.";
  equal(whoReads("Only you.", open, t), couldLook);
  equal(whoReads("Only you.", open, t, "Tom"), couldLook);
  equal(whoReads("Only you.", open, t, " OLGA"), "Only you.");
  equal(whoReads("Only you.", { ...open, organizerName: "" }, t, "Tom"), couldLook);
  const sealed = { ...open, isSealed: true };
  equal(whoReads("Only you.", sealed, t, "Tom"), "Only you.");
  equal(whoReads("Only you.", { ...sealed, sealBrokenAt: "2026-12-01" }, t, "Tom"), couldLook);
});
