import assert from "node:assert/strict";
import { PushService } from "@/tests/support/push_service.ts";
import { tokens } from "@/tests/support/games.ts";
import type { VapidKeys } from "../game/vapid_keys.ts";
import { padded, PushTransport } from "./push_transport.ts";

const PAYLOAD = { code: "123456", title: "Something new", tag: "pair" };
const SETTINGS = {
  pushHosts: [],
  operator: { name: null, contact: null, imprintUrl: null },
  publicUrl: "https://gifts.example.org",
};
const place = { gameId: "g", id: "d" };
const subscription = { endpoint: "https://fcm.googleapis.com/a", keys: { p256dh: "B", auth: "A" } };
const vapid: VapidKeys =
  tokens.devices.open(tokens.devices.seal(subscription, place, new Uint8Array(12)), place)?.vapid ??
    assert.fail();

Deno.test({
  name: "PushTransport.send() encrypts all notices to one length, and reads the answer",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    push.applicationServerKey = vapid.publicKey;
    const transport = new PushTransport(push.network, SETTINGS);
    const device = push.subscribe();
    const send = (payload = PAYLOAD, to = device) =>
      transport.send({ endpoint: to.endpoint, keys: to.keys }, vapid, padded(payload), "a-topic");
    assert.deepEqual(await send(), { type: "sent" });
    assert.deepEqual(await send({ ...PAYLOAD, title: "x" }), { type: "sent" });
    assert.deepEqual(push.wrong, []);
    const [first, second] = push.of(device);
    assert.deepEqual(first?.payload, PAYLOAD);
    assert.equal(first?.length, second?.length);

    const answers = async (status: number, retryAfter?: string) => {
      push.behaviour = () =>
        new Response(null, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} });
      return await send();
    };
    const busy = { type: "later", reason: "receiverBusy" };
    for (const status of [404, 410]) assert.deepEqual(await answers(status), { type: "gone" });
    for (const status of [301, 400, 403, 413]) {
      assert.deepEqual(await answers(status), { type: "refused" });
    }
    for (const status of [429, 500, 503]) {
      assert.deepEqual(await answers(status), { ...busy, seconds: null });
    }
    assert.deepEqual(await answers(429, "120"), { ...busy, seconds: 120 });
    assert.deepEqual(await answers(503, "999999"), { ...busy, seconds: 86_400 });
    for (const none of ["0", "soon", new Date(0).toUTCString()]) {
      assert.deepEqual(await answers(429, none), { ...busy, seconds: null });
    }
    const inAnHour = await answers(429, new Date(Date.now() + 3_600_000).toUTCString());
    assert(inAnHour.type === "later" && inAnHour.seconds !== null);
    assert(inAnHour.seconds > 3500 && inAnHour.seconds <= 3600);

    push.isAway = true;
    const lost = { type: "later", seconds: null, reason: "connectionLost" };
    assert.deepEqual(await send(), lost);
    const elsewhere = (isAllowed: boolean, endpoint: string, keys = device.keys) =>
      new PushTransport({ ...push.network, isAllowed: () => isAllowed }, SETTINGS)
        .send({ endpoint, keys }, vapid, padded(PAYLOAD), "a-topic");
    push.isAway = false;
    assert.deepEqual(await elsewhere(false, device.endpoint), { type: "refused" });
    assert.deepEqual(await elsewhere(true, "https://push.example.org/a"), { type: "gone" });
    const broken = { ...device.keys, p256dh: `B${"A".repeat(86)}` };
    assert.deepEqual(await elsewhere(true, device.endpoint, broken), { type: "gone" });
  },
});

Deno.test({
  name: "PushTransport.send() avoids a host whose requests time out, and no other",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    const { endpoint, keys } = push.subscribe();
    const stuck = "fcm.googleapis.com";
    let asked = 0;
    const transport = new PushTransport({
      ...push.network,
      timeout: 3000,
      resolve(host) {
        asked++;
        return host === stuck ? new Promise(() => {}) : push.network.resolve(host);
      },
    }, SETTINGS);
    const send = (to: string) =>
      transport.send({ endpoint: to, keys }, vapid, padded(PAYLOAD), "a-topic");
    const lost = { type: "later", seconds: null, reason: "connectionLost" };
    assert.deepEqual(await send(`https://${stuck}/fcm/send/a`), lost);
    assert.deepEqual([await send(`https://${stuck}/fcm/send/b`), asked], [lost, 1]);
    assert.deepEqual([await send(endpoint), asked], [{ type: "sent" }, 2]);
    push.isAway = true;
    assert.deepEqual([await send(endpoint), await send(endpoint), asked], [lost, lost, 4]);
  },
});

Deno.test("padded() makes every notice 1,024 bytes long, and refuses longer ones", () => {
  const bytes = (title: string) => new TextEncoder().encode(padded({ ...PAYLOAD, title })).length;
  const rest = 1024 - JSON.stringify({ ...PAYLOAD, title: "" }).length;
  for (const title of ["", "é日本", "x".repeat(rest)]) assert.equal(bytes(title), 1024);
  assert.deepEqual(JSON.parse(padded(PAYLOAD)), PAYLOAD);
  assert.throws(() => bytes("x".repeat(rest + 1)), RangeError);
});

Deno.test({
  name: "PushTransport tells push services a contact, in the form they want",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    push.applicationServerKey = vapid.publicKey;
    const device = push.subscribe();
    const contact = { text: "Ana", url: "mailto:ana@example.org" };
    for (
      const settings of [
        { ...SETTINGS, operator: { ...SETTINGS.operator, contact } },
        { ...SETTINGS, publicUrl: "http://localhost:8000" },
        { ...SETTINGS, publicUrl: null },
      ]
    ) {
      const transport = new PushTransport(push.network, settings);
      const to = { endpoint: device.endpoint, keys: device.keys };
      assert.deepEqual(await transport.send(to, vapid, padded(PAYLOAD), "a-topic"), {
        type: "sent",
      });
    }
    assert.deepEqual(push.wrong, []);
  },
});
