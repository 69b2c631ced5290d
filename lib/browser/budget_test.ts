import { deepEqual, equal } from "node:assert/strict";
import { createGameSchema } from "../game/schemas.ts";
import { budgetsIn, CURRENCIES, isNoAmount } from "./budget.ts";

Deno.test("budgetsIn() offers sensible amounts in every currency", () => {
  deepEqual(budgetsIn("EUR"), [5, 10, 20, 30]);
  deepEqual(budgetsIn("JPY"), [500, 1000, 2000, 3000]);
  for (const currency of CURRENCIES) {
    deepEqual(
      createGameSchema.shape.amount.safeParse(String(budgetsIn(currency)[3])).success,
      true,
    );
  }
});

Deno.test("isNoAmount() accepts any figure, an empty field, and the game's present amount", () => {
  for (const amount of ["20", "12,50", " 5 ", "二千円", "五十元", "〇", "½", "٢٠", "", "  "]) {
    equal(isNoAmount({ amount }), false, amount);
  }
  for (const amount of ["x", "a little", " - ", "少し", "元"]) {
    equal(isNoAmount({ amount }), true, amount);
  }
  equal(isNoAmount({ amount: "home-made " }, "home-made"), false);
  equal(isNoAmount({ amount: "x" }, "home-made"), true);
});
