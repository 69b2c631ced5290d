import assert from "node:assert/strict";
import { z } from "zod";
import { GameError } from "../game/errors.ts";
import { ByteBudget } from "../work/byte_budget.ts";
import {
  hasReceived,
  LONG_BODY,
  MAX_BODY,
  parseBody,
  readBytes,
  readJson,
  receiveBody,
} from "./body.ts";

/** A body that sends these chunks and then ends, breaks off, or stalls. */
function bodyOf(
  chunks: Uint8Array<ArrayBuffer>[],
  end: "close" | "error" | "hang",
  type?: "bytes",
) {
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) return controller.enqueue(chunk);
      if (end === "error") controller.error(new TypeError("reset"));
      if (end === "close") controller.close();
      return new Promise(() => {});
    },
  };
  if (type !== "bytes") return new ReadableStream(source);
  return new ReadableStream({
    type,
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) return controller.enqueue(chunk);
      if (end === "close") {
        controller.close();
        controller.byobRequest?.respond(0);
      }
      return new Promise(() => {});
    },
  });
}

function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: HeadersInit = {},
  patience?: number,
) {
  return readBytes({ headers: new Headers(headers), body }, patience);
}

const isRefused = (code: string) => (error: unknown) =>
  error instanceof GameError && error.code === code;

for (const type of [undefined, "bytes"] as const) {
  const kind = type ?? "plain stream";
  Deno.test(`readBytes() assembles a body from any chunks (${kind})`, async () => {
    const whole = crypto.getRandomValues(new Uint8Array(60_000));
    const chunks = [whole.slice(0, 1), whole.slice(1, 30_000), whole.slice(30_000)];
    assert.deepEqual(await read(bodyOf(chunks, "close", type)), whole);
    assert.deepEqual(await read(bodyOf([], "close", type)), new Uint8Array());
  });

  Deno.test(`readBytes() gives up on a body that does not arrive in time (${kind})`, async () => {
    const body = bodyOf([new Uint8Array(5)], "hang", type);
    await assert.rejects(
      read(body, { "content-length": String(MAX_BODY) }, 10),
      isRefused("BODY_TOO_SLOW"),
    );
  });

  Deno.test(`readBytes() refuses more than 256 KiB, announced or not (${kind})`, async () => {
    const chunks = Array.from({ length: 9 }, () => new Uint8Array(32 * 1024));
    await assert.rejects(read(bodyOf(chunks, "hang", type)), isRefused("BODY_TOO_LARGE"));
    await assert.rejects(
      read(bodyOf([], "hang", type), { "content-length": String(MAX_BODY + 1) }),
      isRefused("BODY_TOO_LARGE"),
    );
  });
}

Deno.test("readJson() yields to other work after a long body, and not after a short one", async () => {
  const post = (text: string) => new Request("http://localhost/", { method: "POST", body: text });
  const schema = z.object({ text: z.string() });
  for (const [length, isLong] of [[10, false], [100_000, true]] as const) {
    const req = post(JSON.stringify({ text: "x".repeat(length) }));
    let turns = 0;
    const timer = setInterval(() => turns++);
    const { text } = await readJson(req, schema);
    clearInterval(timer);
    assert.equal(text.length, length);
    assert.equal(turns > 0, isLong);
  }
});

Deno.test("readBytes() refuses a body that breaks off", async () => {
  const body = bodyOf([new Uint8Array(5)], "error");
  await assert.rejects(read(body), isRefused("MALFORMED_JSON"));
});

Deno.test("receiveBody() reserves the announced size of a long body, and reads no more of one without room", async () => {
  const budget = new ByteBudget(100_000);
  const receive = (size: number, sent = size, announced = String(size)) => {
    const chunks = Array.from({ length: Math.ceil(sent / 8_192) }, () => new Uint8Array(8_192));
    const held = budget.open();
    const headers = new Headers({ "content-length": announced });
    const received = receiveBody({ headers, body: bodyOf(chunks, "close") }, held);
    return { held, received, left: () => chunks.length };
  };
  const announcing = receive(90_112, 8_192);
  await announcing.received;
  const first = receive(65_536);
  assert.equal(await first.received, 65_536, "a mere announcement takes nothing");
  const second = receive(65_536);
  await assert.rejects(second.received, isRefused("SERVICE_BUSY"));
  assert(second.left() >= 8 - LONG_BODY / 8_192 - 2, `${second.left()} of 8 chunks are not read`);
  for (const { held } of [announcing, first, second]) held.release();
  const odd = receive(65_536, 65_536, "a lot");
  await odd.received;
  await assert.rejects(receive(65_536).received, isRefused("SERVICE_BUSY"));
});

Deno.test("readJson() says what is wrong with a body", async () => {
  const schema = z.object({ name: z.string("A name must be text"), count: z.number("A number") });
  const read = async (body: BodyInit) => {
    const req = new Request("http://localhost/", { method: "POST", body });
    try {
      return await readJson(req, schema);
    } catch (error) {
      assert(error instanceof GameError);
      return [error.code, error.message, error.details];
    }
  };
  assert.deepEqual(await read('{"name":"Ana","count":1}'), { name: "Ana", count: 1 });
  const [empty] = [await read(" \n")];
  assert(Array.isArray(empty));
  assert.equal(empty[0], "MALFORMED_JSON");
  assert.match(String(empty[1]), /empty/);
  const broken = await read("{");
  assert(Array.isArray(broken) && /not valid JSON/.test(String(broken[1])));
  const bytes = await read(new Uint8Array([0x22, 0xff, 0x22]));
  assert(Array.isArray(bytes) && /not valid UTF-8/.test(String(bytes[1])));
  const invalid = await read('{"count":"x"}');
  assert(Array.isArray(invalid));
  assert.deepEqual([invalid[0], invalid[2]], ["VALIDATION_FAILED", [
    { path: "name", message: "A name must be text" },
    { path: "count", message: "A number" },
  ]]);
});

Deno.test("readBytes() has a byte stream fill small buffers at first, larger ones then", async () => {
  const sizes: number[] = [];
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const view = controller.byobRequest?.view;
      assert(view, "no buffer of its own");
      sizes.push(view.byteLength);
      if (sizes.length === 7) {
        controller.close();
        controller.byobRequest?.respond(0);
      } else controller.byobRequest?.respond(view.byteLength);
    },
  });
  const bytes = await readBytes({ headers: new Headers(), body });
  assert.deepEqual(sizes.map((size) => size / 1024), [4, 8, 16, 32, 64, 64, 64]);
  assert.equal(bytes.length, 188 * 1024);
});

Deno.test("hasReceived() finds a field of a JSON object however it is written, and removes nothing", async () => {
  const room = new ByteBudget(MAX_BODY).open();
  for (
    const [body, isNamed] of [
      ['{"a":1}', true],
      ['{"b":1,"\\u0061":null}', true],
      ['{"b":{"a":1}}', false],
      ['["a"]', false],
      ['"a"', false],
      ["null", false],
      ["{a", false],
      ["", false],
    ] as const
  ) {
    const req = new Request("http://localhost/", { method: "POST", body });
    assert.equal(hasReceived(req, "a"), false, "nothing has been received");
    await receiveBody(req, room);
    assert.equal(hasReceived(req, "a"), isNamed, body);
    assert.equal(new TextDecoder().decode(await readBytes(req)), body);
  }
});

Deno.test("parseBody() reports at most fifty mistakes, each with its position", () => {
  const schema = z.object({ names: z.array(z.string()) });
  try {
    parseBody(schema, { names: Array(60).fill(1) });
    assert.fail("it was taken");
  } catch (error) {
    assert(error instanceof GameError && error.code === "VALIDATION_FAILED");
    assert.deepEqual(
      error.details?.map(({ path }) => path),
      Array.from({ length: 50 }, (_, index) => `names.${index}`),
    );
  }
});
