import assert from "node:assert/strict";
import { CodeProposals } from "./codes.ts";

Deno.test("CodeProposals begin with the preferred code and go on with others", async () => {
  const [first, ...others] = await new CodeProposals(() => Promise.resolve(0)).next("123456");
  assert.equal(first, "123456");
  assert(others.length >= 16);
  for (const code of others) assert.match(code, /^[1-9]\d{5}$/);
});

Deno.test("CodeProposals have eight digits once half of all six-digit codes are in use", async () => {
  for (const [inUse, pattern] of [[449_999, /^[1-9]\d{5}$/], [450_000, /^[1-9]\d{7}$/]] as const) {
    const codes = await new CodeProposals(() => Promise.resolve(inUse)).next("123456");
    for (const code of codes) assert.match(code, pattern);
  }
  const many = new CodeProposals(() => Promise.resolve(900_000));
  assert.equal((await many.next("12345678"))[0], "12345678");
});

Deno.test("CodeProposals include the codes they have added since", async () => {
  let counts = 0;
  const codes = new CodeProposals(() => {
    counts++;
    return Promise.resolve(449_990);
  });
  for (let index = 0; index < 10; index++) assert.equal((await codes.next(""))[0]?.length, 6);
  assert.equal((await codes.next(""))[0]?.length, 8);
  assert.equal(counts, 1);
});

Deno.test("CodeProposals count again on request, and if the count failed", async () => {
  const counts = [new Error("down"), 0, 900_000];
  const codes = new CodeProposals(() => {
    const count = counts.shift();
    return typeof count === "number" ? Promise.resolve(count) : Promise.reject(count);
  });
  await assert.rejects(codes.next(""), /down/);
  assert.equal((await codes.next(""))[0]?.length, 6);
  codes.recount();
  assert.equal((await codes.next(""))[0]?.length, 8);
});
