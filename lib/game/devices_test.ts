import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { devicesOf, isPushEndpoint, linkVersionOf, viewDevices } from "./devices.ts";
import { ORGANIZER } from "./types.ts";

Deno.test("isPushEndpoint() accepts only addresses of known push services", () => {
  const long = (length: number) => `https://fcm.googleapis.com/${"x".repeat(length - 27)}`;
  for (
    const endpoint of [
      "https://fcm.googleapis.com/fcm/send/abc:def",
      "https://updates.push.services.mozilla.com/wpush/v2/abc",
      "https://web.push.apple.com/abc",
      "https://db5p.notify.windows.com/w/?token=abc",
      "https://jmt17.google.com/fcm/send/abc",
      long(1000),
    ]
  ) assert.equal(isPushEndpoint(endpoint), true, endpoint);
  for (
    const endpoint of [
      "",
      "fcm.googleapis.com/abc",
      "http://fcm.googleapis.com/abc",
      "https://fcm.googleapis.com:8443/abc",
      "https://ana@fcm.googleapis.com/abc",
      "https://ana:secret@fcm.googleapis.com/abc",
      "https://fcm.googleapis.com/abc#x",
      "https://fcm.googleapis.com/a b",
      "https://FCM.googleapis.com/abc",
      "https://fcm.googleapis.com/a\\b",
      "https://fcm.googleapis.com./abc",
      "https://x.fcm.googleapis.com/abc",
      "https://push.apple.com.example.org/abc",
      "https://evilpush.apple.com/abc",
      "https://push.apple.com/abc",
      "https://127.0.0.1/abc",
      "https://[::1]/abc",
      "https://localhost/abc",
      "https://push.example.org/abc",
      long(1001),
    ]
  ) assert.equal(isPushEndpoint(endpoint), false, endpoint);
  assert.equal(isPushEndpoint("https://push.example.org/abc", ["push.example.org"]), true);
  assert.equal(isPushEndpoint("https://a.push.example.org/abc", ["push.example.org"]), false);
  assert.equal(isPushEndpoint("https://a.push.example.org/abc", [".push.example.org"]), true);
});

Deno.test("devicesOf() are those of a person's present link, while the game lasts", () => {
  const device = (id: string, recipient: number, version: number) => ({
    ...{ id, recipient, version },
    since: "2026-12-01T10:00:00.000Z",
  });
  const game = {
    ...makeGame(3),
    devices: [device("a", 1, 1), device("b", 1, 2), device("c", 2, 1), device("d", ORGANIZER, 1)],
  };
  const ids = (number: number, of = game) => devicesOf(of, number).map(({ id }) => id);
  assert.deepEqual([ids(1), ids(2), ids(3), ids(ORGANIZER)], [["a"], ["c"], [], ["d"]]);
  assert.deepEqual(ids(ORGANIZER, { ...game, organizerTokenVersion: 2 }), []);
  assert.deepEqual(ids(1, { ...game, archivedAt: "2026-12-01T10:00:00.000Z" }), []);
  assert.deepEqual([linkVersionOf(game, 1), linkVersionOf(game, 9)], [1, undefined]);
  assert.deepEqual(viewDevices(game, 1), [{ id: "a", since: "2026-12-01T10:00:00.000Z" }]);
});

Deno.test("the device cipher opens devices in their place, with the keys of that time", () => {
  const subscription = { endpoint: "https://x.example", keys: { p256dh: "B", auth: "A" } };
  const place = { gameId: "g", id: "d" };
  const sealed = tokens.devices.seal(subscription, place, new Uint8Array(12));
  const opened = tokens.devices.open(sealed, place);
  assert.deepEqual([opened?.subscription, opened?.isAfterOptOut], [subscription, false]);
  const since = { ...subscription, isAfterOptOut: true };
  const again = tokens.devices.open(tokens.devices.seal(since, place, new Uint8Array(12)), place);
  assert.deepEqual([again?.subscription, again?.isAfterOptOut], [subscription, true]);
  assert.equal(opened?.vapid.publicKey, tokens.devices.publicKey);
  assert.equal(
    Uint8Array.fromBase64(tokens.devices.publicKey, { alphabet: "base64url" }).length,
    65,
  );
  assert.equal(tokens.devices.open(sealed, { ...place, gameId: "h" }), null);
  assert.equal(tokens.devices.open(sealed, { ...place, id: "e" }), null);
});
