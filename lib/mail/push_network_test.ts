import assert from "node:assert/strict";
import { PUSH_ORIGIN } from "@/tests/support/browser_device.ts";
import { PushService } from "@/tests/support/push_service.ts";
import { isPushEndpoint } from "../game/devices.ts";
import { AddressRefused, isPublic, postPinned } from "./push_network.ts";

const HOST = "updates.push.services.mozilla.com";

/** Endpoints that no push service gives to a browser. */
const HOSTILE = [
  "",
  "x",
  "/wpush/v2/x",
  `//${HOST}/x`,
  `http://${HOST}/x`,
  `HTTPS://${HOST}/x`,
  `ftp://${HOST}/x`,
  `file:///etc/passwd`,
  `data:text/plain,x`,
  `javascript:alert(1)`,
  `wss://${HOST}/x`,
  `https:${HOST}/x`,
  `https:/${HOST}/x`,
  `https:///${HOST}/x`,
  `https:\\\\${HOST}\\x`,
  `https://${HOST}:80/x`,
  `https://${HOST}:8443/x`,
  `https://${HOST}:443/x`,
  `https://${HOST}:/x`,
  `https://${HOST}:0/x`,
  `https://user@${HOST}/x`,
  `https://user:password@${HOST}/x`,
  `https://@${HOST}/x`,
  `https://:@${HOST}/x`,
  `https://${HOST}@127.0.0.1/x`,
  `https://${HOST}:x@127.0.0.1/x`,
  `https://127.0.0.1\\@${HOST}/x`,
  `https://127.0.0.1#@${HOST}/x`,
  `https://127.0.0.1?@${HOST}/x`,
  `https://127.0.0.1/@${HOST}/x`,
  `https://127.0.0.1 ${HOST}/x`,
  `https://127.0.0.1%20${HOST}/x`,
  `https://${HOST}/x#fragment`,
  `https://${HOST}/x y`,
  `https://${HOST}/x\ty`,
  `https://${HOST}/x\r\nHost: inner`,
  ` https://${HOST}/x`,
  `https://${HOST}/x\n`,
  `https://${HOST.toUpperCase()}/x`,
  `https://${HOST}./x`,
  `https://.${HOST}/x`,
  `https://${HOST}.example.org/x`,
  `https://${HOST}-example.org/x`,
  `https://example.org/${HOST}`,
  `https://example.org/?${HOST}`,
  `https://x${"fcm.googleapis.com"}/x`,
  "https://x-fcm.googleapis.com/x",
  "https://storage.googleapis.com/x",
  "https://googleapis.com/x",
  "https://services.mozilla.com/x",
  "https://push.services.mozilla.com.example.org/x",
  "https://xpush.apple.com/x",
  "https://apple.com/x",
  "https://notify.windows.com.example.org/x",
  "https://xnotify.windows.com/x",
  "https://windows.com/x",
  "https://ｆcm.googleapis.com/x",
  "https://fcm。googleapis.com/x",
  "https://fcm.googleapis.com%00.example.org/x",
  "https://fcm%2egoogleapis.com/x",
  "https://localhost/x",
  "https://localhost.localdomain/x",
  "https://127.0.0.1/x",
  "https://127.1/x",
  "https://2130706433/x",
  "https://0x7f000001/x",
  "https://0177.0.0.1/x",
  "https://0/x",
  "https://0.0.0.0/x",
  "https://10.0.0.1/x",
  "https://169.254.169.254/latest/meta-data/",
  "https://192.168.0.1/x",
  "https://172.16.0.1/x",
  "https://100.64.0.1/x",
  "https://[::1]/x",
  "https://[::]/x",
  "https://[::ffff:127.0.0.1]/x",
  "https://[fe80::1]/x",
  "https://[fd00::1]/x",
  "https://metadata.google.internal/x",
  "https://kubernetes.default.svc/x",
  `${PUSH_ORIGIN}/${"x".repeat(1000)}`,
  "https://",
  "https://?",
];

/** Internal addresses that a forged DNS answer may give for the name of a known push service. */
const INNER = [
  "0.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "127.0.0.1",
  "127.8.8.8",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "100::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "ff02::1",
];

Deno.test("isPushEndpoint() refuses hostile endpoints", () => {
  for (const endpoint of HOSTILE) assert(!isPushEndpoint(endpoint), JSON.stringify(endpoint));
  assert(HOSTILE.length + INNER.length >= 100);
  for (
    const endpoint of [
      `${PUSH_ORIGIN}/wpush/v2/x`,
      "https://fcm.googleapis.com/fcm/send/x:y-z_1",
      "https://web.push.apple.com/QGx",
      "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx%3d",
    ]
  ) assert(isPushEndpoint(endpoint), endpoint);
  assert(!isPushEndpoint("https://push.example.org/x"));
  assert(isPushEndpoint("https://push.example.org/x", ["push.example.org"]));
  assert(!isPushEndpoint("https://a.push.example.org/x", ["push.example.org"]));
  assert(isPushEndpoint("https://a.push.example.org/x", [".push.example.org"]));
});

Deno.test("isPublic() recognizes internal addresses", () => {
  for (const address of INNER) assert(!isPublic(address), address);
  for (const address of ["8.8.8.8", "142.250.74.10", "2a00:1450:4001:830::200a"]) {
    assert(isPublic(address), address);
  }
});

Deno.test({
  name: "postPinned() connects to no internal address, follows no redirect, and reads no body",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    const device = push.subscribe();
    const url = new URL(device.endpoint);
    const send = (addresses: string[], isAllowed = isPublic) => {
      const network = { ...push.network, resolve: () => Promise.resolve(addresses), isAllowed };
      return postPinned(network, url, {}, new Uint8Array(1), AbortSignal.timeout(10_000));
    };
    for (const address of INNER) await assert.rejects(send([address]), AddressRefused, address);
    // One public address is no excuse for another.
    await assert.rejects(send(["8.8.8.8", "127.0.0.1"]), AddressRefused);
    await assert.rejects(send([]), AddressRefused);
    assert.equal(push.attemptsFor(device), 0);
    const inner = push.subscribe();
    push.behaviour = () =>
      new Response("x".repeat(10_000_000), {
        status: 307,
        headers: { location: inner.endpoint, "retry-after": "5" },
      });
    const answer = await send(["127.0.0.1"], () => true);
    assert.deepEqual(answer, { status: 307, retryAfter: "5" });
    assert.deepEqual([push.attemptsFor(device), push.attemptsFor(inner)], [1, 0]);
  },
});

Deno.test("isPublic() is exact at both ends of each network that is not part of the Internet", () => {
  const rows: [before: string | null, first: string, last: string, after: string | null][] = [
    [null, "0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
    ["172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
    ["192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
    ["192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
    ["192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
    ["203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
    ["223.255.255.255", "224.0.0.0", "255.255.255.255", null],
    ["2000:ffff::", "2001::", "2001:1ff:ffff::", "2001:200::"],
    ["2001:db7:ffff::", "2001:db8::", "2001:db8:ffff::", "2001:db9::"],
    ["2001:ffff::", "2002::", "2002:ffff::", "2003::"],
    ["3ffe:ffff::", "3fff::", "3fff:fff::", "3fff:1000::"],
    ["3fff:ffff::", "4000::", "ffff::", null],
    [null, "::", "1fff:ffff::", "2000::"],
  ];
  for (const [before, first, last, after] of rows) {
    for (const inner of [first, last]) assert.equal(isPublic(inner), false, inner);
    for (const outer of [before, after]) if (outer) assert.equal(isPublic(outer), true, outer);
  }
});

Deno.test({
  name: "postPinned() tries the next address of a host if nothing listens at the first",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    const url = new URL(push.subscribe().endpoint);
    const send = (addresses: string[]) => {
      const resolve = () => Promise.resolve(addresses);
      const network = { ...push.network, resolve, isAllowed: () => true };
      return postPinned(network, url, {}, new Uint8Array(1), AbortSignal.timeout(10_000));
    };
    push.behaviour = () => new Response(null, { status: 410 });
    assert.equal((await send(["127.0.0.2", "127.0.0.1"])).status, 410);
    await assert.rejects(send(["127.0.0.2"]), { code: "ECONNREFUSED" });
  },
});

Deno.test("postPinned() tries no other address once one has taken the connection", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let taken = 0;
  const taking = (async () => {
    for await (const connection of listener) {
      taken++;
      connection.close();
    }
  })();
  const network = {
    resolve: () => Promise.resolve(["127.0.0.1", "127.0.0.1"]),
    isAllowed: () => true,
    port: listener.addr.port,
  };
  const url = new URL("https://push.example.org/x");
  const signal = AbortSignal.timeout(10_000);
  await assert.rejects(postPinned(network, url, {}, new Uint8Array(1), signal));
  assert.equal(taken, 1, "it may have arrived there");
  listener.close();
  await taking;
});
