import { equal } from "node:assert/strict";
import { countFullWidth } from "./full_width.ts";

Deno.test("countFullWidth() counts Chinese and Japanese characters and punctuation", () => {
  equal(countFullWidth("花子さん、「ケーキ」！"), 11);
  equal(countFullWidth("圣诞节 2026"), 3);
  equal(countFullWidth("Ana, Ben & Çağla!"), 0);
});
