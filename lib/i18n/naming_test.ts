import { equal } from "node:assert/strict";
import { naming } from "./naming.ts";
import { translator } from "./translate.ts";

Deno.test("naming() says who organizes by their name, and without one by what they do", () => {
  equal(
    naming(translator("en"), "Olivia")("byHand"),
    "Olivia will draw the names once everyone’s in.",
  );
  equal(naming(translator("de"), "Olga")("notes"), "Von Olga");
  equal(naming(translator("de"), "")("notes"), "Vom Oberwichtel");
});
