import { equal } from "node:assert/strict";
import { countSquares } from "./square_letters.ts";

Deno.test("countSquares() counts Chinese and Japanese letters, and their signs", () => {
  equal(countSquares("花子さん、「ケーキ」！"), 11);
  equal(countSquares("圣诞节 2026"), 3);
  equal(countSquares("Ana, Ben & Çağla!"), 0);
});
