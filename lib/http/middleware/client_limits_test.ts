import assert from "node:assert/strict";
import { codesCost, readingCost, requestCost, SHARED_COST } from "../request_cost.ts";
import { clientKey, ClientLimits, networksOf } from "./client_limits.ts";

const MINUTE = 60_000;

Deno.test("ClientLimits.request() lets a client go on in the next minute", () => {
  const limits = new ClientLimits(3);
  for (let index = 0; index < 3; index++) assert.equal(limits.request("a", 1000), 0);
  assert.equal(limits.request("a", 31_000), 30);
  assert.equal(limits.request("b", 31_000), 0);
  assert.equal(limits.request("a", 1000 + MINUTE), 0);
});

Deno.test("ClientLimits.spend() grants any cost while something is left, and then nothing", () => {
  const limits = new ClientLimits(100);
  /** Seconds to wait after a request of this cost; 0: granted. */
  const ask = (client: string, price: number, now = 1000) =>
    limits.request(client, now) || limits.spend(client, price, now);
  for (let index = 0; index < 100; index++) assert.equal(ask("small", 1), 0);
  assert.equal(ask("small", 1), 60);
  assert.deepEqual([50, 50, 50].map((price) => ask("large", price)), [0, 0, 60]);
  assert.equal(ask("huge", 1_000), 0, "what is more than a minute has passes once");
  assert.equal(ask("huge", 1, 31_000), 30);
  assert.equal(ask("huge", 1_000, 1000 + MINUTE), 0);
});

Deno.test("ClientLimits.spend() stops simultaneous requests that arrived before any had a cost", () => {
  const limits = new ClientLimits(100);
  const asked = Array.from({ length: 60 }, () => limits.request("a", 0));
  assert.ok(asked.every((wait) => wait === 0));
  const passed = asked.filter(() => limits.spend("a", 50, 0) === 0);
  assert.equal(passed.length, 1);
});

Deno.test("ClientLimits affects no family, office or school in their busiest minutes", () => {
  const list = (length: number) => Array.from({ length }, () => null);
  const spent = (...prices: number[]) => {
    const limits = new ClientLimits(1_000);
    return prices.filter((price) => limits.request("a", 0) > 0 || limits.spend("a", price, 0) > 0);
  };
  const minute = (people: number, classes: number[], { changes = 0, sheets = 0, others = 0 }) => {
    const game = { participants: list(people), exclusions: [], households: classes.map(list) };
    const price = requestCost(game);
    // Each change is a form, and the page shown after it.
    const managing = list(2 * changes).map(() => price);
    const slips = list(sheets).flatMap(() => [price, codesCost(game)]);
    return spent(price, price, ...managing, ...slips, ...list(others).map(() => 1));
  };
  assert.deepEqual(minute(12, [2, 2, 4], { changes: 60, sheets: 5, others: 200 }), []);
  assert.deepEqual(minute(120, [], { changes: 60, sheets: 5, others: 600 }), []);
  const school = list(40).map(() => 25);
  assert.deepEqual(minute(1_000, school, { changes: 15, sheets: 1, others: 300 }), []);
  assert.deepEqual(minute(1_000, school, { changes: 5, others: 800 }), []);
});

Deno.test("ClientLimits lets 1,000 people behind one address open a game of 1,000 in ten minutes", () => {
  const limits = new ClientLimits(1_000);
  const people = Array.from({ length: 1_000 }, (_, number) => ({ number }));
  const game = { id: "game", participants: people, exclusions: people, households: [people] };
  /** Charges for reading the game as the middleware does. */
  const look = (number: number, now: number) => {
    const { own, shared } = readingCost(game);
    assert.equal(limits.request("office", now), 0);
    assert.equal(limits.spend(`participant ${number}`, own, now, 0), 0);
    assert.equal(limits.spend("office", shared, now), 0);
  };
  for (const { number } of people) {
    const now = 600 * number;
    // The link, the page, the gift, the confirmation, and the page once more.
    for (const isLook of [false, true, false, false, true]) {
      if (isLook) look(number, now);
      else {
        assert.equal(limits.request("office", now), 0);
        assert.equal(limits.spend("office", SHARED_COST, now), 0);
      }
    }
  }
});

Deno.test("ClientLimits limits the requests of one participant, and no one else's", () => {
  const limits = new ClientLimits(1_000);
  const ask = (number: number) => limits.spend(`participant ${number}`, 10, 0, 0);
  for (let index = 0; index < 101; index++) assert.equal(ask(1), 0);
  assert.equal(ask(1), 60);
  assert.equal(ask(2), 0);
});

Deno.test("ClientLimits.spend() charges the highest of several costs of one request", () => {
  const limits = new ClientLimits(100);
  limits.request("a", 0);
  assert.equal(limits.spend("a", 32, 0), 0);
  assert.equal(limits.spend("a", 90, 0, 32), 0);
  assert.equal(limits.request("a", 0), 0);
  assert.equal(limits.spend("a", 10, 0), 0);
  assert.equal(limits.request("a", 0), 60);
});

Deno.test("ClientLimits.fail() locks out after 240 failures in a minute, longer each time", () => {
  const limits = new ClientLimits(1_000_000);
  const failOften = (now: number) => {
    for (let index = 0; index <= 240; index++) limits.fail("a", now);
  };
  failOften(0);
  assert.equal(limits.wait("a", 1), 60);
  assert.equal(limits.wait("b", 1), 0);
  assert.equal(limits.request("a", 1), 0, "what is no look-up passes");
  assert.equal(limits.wait("a", MINUTE), 0);
  failOften(2 * MINUTE);
  assert.equal(limits.wait("a", 2 * MINUTE), 120);
  failOften(10 * MINUTE);
  assert.equal(limits.wait("a", 10 * MINUTE), 240);
});

Deno.test("ClientLimits.fail() forgets failures after a minute, and lock-outs after a day", () => {
  const limits = new ClientLimits(1_000_000);
  for (let minute = 0; minute < 5; minute++) {
    for (let index = 0; index < 240; index++) limits.fail("a", minute * MINUTE);
    assert.equal(limits.wait("a", minute * MINUTE), 0);
  }
  for (let index = 0; index <= 240; index++) limits.fail("a", 10 * MINUTE);
  assert.equal(limits.wait("a", 10 * MINUTE), 60);
  const later = 10 * MINUTE + 26 * 60 * MINUTE;
  for (let index = 0; index <= 240; index++) limits.fail("a", later);
  assert.equal(limits.wait("a", later), 60);
});

Deno.test("ClientLimits without a limit lets everything pass", () => {
  const limits = new ClientLimits(null);
  for (let index = 0; index < 1000; index++) {
    limits.fail("a", 0);
    assert.equal(limits.wait("a", 0), 0);
  }
});

Deno.test("clientKey() believes only what a trusted proxy saw", () => {
  const headers = new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.2" });
  assert.equal(clientKey(headers, "192.0.2.1", 0), "192.0.2.1");
  assert.equal(clientKey(headers, "192.0.2.1", 1), "10.0.0.2");
  assert.equal(clientKey(headers, "192.0.2.1", 2), "203.0.113.9");
  assert.equal(clientKey(headers, "192.0.2.1", 9), "192.0.2.1");
  assert.equal(clientKey(new Headers(), "192.0.2.1", 1), "192.0.2.1");
});

Deno.test("clientKey() treats the network of an IPv6 address as one client", () => {
  const key = (address: string) => clientKey(new Headers(), address, 0);
  assert.equal(key("2001:db8:1:2:3:4:5:6"), key("2001:db8:1:2::99"));
  assert.notEqual(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
  assert.equal(key("2001:db8::1"), "2001:db8:0:0");
  assert.equal(key("2001:DB8:A::B:1"), key("2001:db8:a::b:1"), "proxies may write capitals");
  assert.equal(key("::1"), "0:0:0:0");
  assert.equal(key("1:2:3:4:5:6:7::"), "1:2:3:4");
  assert.equal(key("::ffff:192.0.2.1"), "::ffff:192.0.2.1");
});

Deno.test("clientKey() treats all connections of one address as one client, with or without port", () => {
  const key = (seen: string) => clientKey(new Headers({ "x-forwarded-for": seen }), "192.0.2.1", 1);
  assert.equal(key("203.0.113.9:51234"), "203.0.113.9");
  assert.equal(key("6.6.6.6:1, 203.0.113.9:51235"), "203.0.113.9");
  assert.equal(key("[2001:db8:1:2:3:4:5:6]:443"), "2001:db8:1:2");
  assert.equal(key("[2001:db8:1:2::9]"), "2001:db8:1:2");
  assert.equal(key("[::ffff:192.0.2.7]:443"), "::ffff:192.0.2.7");
});

Deno.test("networksOf() names the wider networks of an IPv6 client, and of no other", () => {
  const keys = (address: string) =>
    networksOf(clientKey(new Headers(), address, 0)).map(({ key }) => key);
  assert.deepEqual(keys("2001:db8:1:2ff::1"), [
    "2001:db8:1:2ff",
    "2001:db8:1:2/56",
    "2001:db8:1/48",
  ]);
  assert.deepEqual(keys("2001:db8::1"), ["2001:db8:0:0", "2001:db8:0:0/56", "2001:db8:0/48"]);
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "unknown"]) {
    assert.deepEqual(keys(address), [address]);
  }
});
