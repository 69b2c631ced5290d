import assert from "node:assert/strict";
import { GameError } from "../game/errors.ts";
import { ByteBudget } from "./byte_budget.ts";

Deno.test("ByteBudget gives out no more than it has, and reuses returned bytes", () => {
  const budget = new ByteBudget(100);
  const one = budget.open();
  const other = budget.open();
  one.take(60);
  other.take(40);
  const isBusy = (error: unknown) => error instanceof GameError && error.code === "SERVICE_BUSY";
  assert.throws(() => other.take(1), isBusy);
  one.release();
  one.release();
  other.take(60);
  assert.throws(() => one.take(1), isBusy);
});
