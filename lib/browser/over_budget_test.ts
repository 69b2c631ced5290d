import assert from "node:assert/strict";
import { isOverBudget } from "./over_budget.ts";

Deno.test("only a number in the same currency is more than the budget", () => {
  const budget = { amount: "25", currency: "EUR" };
  const costs = (amount: string, currency = "EUR") => isOverBudget({ amount, currency }, budget);
  for (const amount of ["26", "25,01", "1.500", "３０"]) assert(costs(amount), amount);
  for (const amount of ["25", "25.00", "", "about 40", "20-40", "9,50"]) {
    assert(!costs(amount), amount);
  }
  assert(!costs("26", "USD"));
  assert(!isOverBudget({ amount: "26", currency: "EUR" }, { amount: "", currency: "EUR" }));
});
