import assert from "node:assert/strict";
import { runDesk } from "./commands.ts";

Deno.test("runDesk() prints its usage before it opens anything", async () => {
  const run = (...args: string[]) => runDesk(args, () => assert.fail("opened"), () => true);
  for (
    const args of [
      [],
      ["find"],
      ["find", "123456", "more"],
      ["log", "more"],
      ["show", "123456", "--yes"],
      ["toString", "x"],
      ["erase", "123456", "--now"],
    ]
  ) {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stdout], [1, ""], args.join(" "));
    assert.match(stderr, /^Usage: deno task desk COMMAND/);
  }
});

Deno.test("runDesk() reports a failure as text or as data", async () => {
  const fail = () => {
    throw new Error("DATA_DIR is not set");
  };
  const run = (...args: string[]) => runDesk(args, fail, () => true);
  assert.deepEqual(await run("log"), { code: 1, stdout: "", stderr: "DATA_DIR is not set" });
  assert.deepEqual(await run("erase", "123456", "--yes", "--json"), {
    code: 1,
    stdout: '{"error":"DATA_DIR is not set","games":[]}',
    stderr: "",
  });
});
