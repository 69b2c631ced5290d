import assert from "node:assert/strict";
import { DeliveryError, type Transport } from "./transport.ts";
import { WatchedTransport } from "./watched_transport.ts";

const MAIL: Parameters<Transport["send"]> = [
  {
    mail: {
      to: "ana@example.org",
      from: "Gifts",
      replyTo: null,
      cover: "winter",
      language: "en",
      subject: "",
      html: "",
      text: "",
      calendar: null,
      isAskedFor: false,
      isHidden: false,
      bearsOnPair: false,
      unsubscribeUrl: "https://gifts.example.org/",
    },
    messageId: "<1@example.org>",
  },
  new AbortController().signal,
];

/** A mail server that works or not, and how often it was asked. */
function watched() {
  const server = { probes: 0, failure: null as Error | null, now: 0 };
  const answer = () => server.failure ? Promise.reject(server.failure) : Promise.resolve();
  const transport = new WatchedTransport({
    send: answer,
    rehearse: answer,
    verify: () => {
      server.probes++;
      return answer();
    },
    close() {},
  }, () => server.now);
  return { server, transport };
}

const isServing = (transport: WatchedTransport) => transport.verify().then(() => true, () => false);

Deno.test("WatchedTransport.verify() asks once for all callers within half a minute", async () => {
  const { server, transport } = watched();
  const asked = await Promise.all(Array.from({ length: 300 }, () => isServing(transport)));
  assert.ok(asked.every(Boolean));
  assert.equal(server.probes, 1);
  server.now = 29_999;
  assert.ok(await isServing(transport));
  assert.equal(server.probes, 1);
  server.now = 30_000;
  server.failure = new Error("down");
  assert.ok(!await isServing(transport));
  assert.ok(!await isServing(transport));
  assert.equal(server.probes, 2);
});

Deno.test("WatchedTransport.verify() learns from real mails whether the server works", async () => {
  const { server, transport } = watched();
  await transport.send(...MAIL);
  assert.ok(await isServing(transport));
  server.failure = new DeliveryError("addressRefused", true, false);
  await assert.rejects(transport.send(...MAIL));
  assert.ok(await isServing(transport), "a refused address says nothing of the server");
  server.failure = new DeliveryError("serverUnreachable", false, true);
  await assert.rejects(transport.send(...MAIL));
  assert.ok(!await isServing(transport));
  server.failure = new DeliveryError("addressRefused", true, false);
  await assert.rejects(transport.send(...MAIL));
  assert.ok(!await isServing(transport), "a refused address says nothing of the server");
  server.failure = null;
  await transport.send(...MAIL);
  assert.ok(await isServing(transport));
  assert.equal(server.probes, 0);
});
