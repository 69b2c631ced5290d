import assert from "node:assert/strict";
import { clientKey, ClientLimits } from "./client_limits.ts";

const MINUTE = 60_000;

Deno.test("ClientLimits.request() lets a client go on in the next minute", () => {
  const limits = new ClientLimits(3);
  for (let index = 0; index < 3; index++) assert.equal(limits.request("a", 1000), 0);
  assert.equal(limits.request("a", 31_000), 30);
  assert.equal(limits.request("b", 31_000), 0);
  assert.equal(limits.request("a", 1000 + MINUTE), 0);
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

Deno.test("ClientLimits without a number lets everything pass", () => {
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

Deno.test("clientKey() takes the network of an IPv6 address for one client", () => {
  const key = (address: string) => clientKey(new Headers(), address, 0);
  assert.equal(key("2001:db8:1:2:3:4:5:6"), key("2001:db8:1:2::99"));
  assert.notEqual(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
  assert.equal(key("2001:db8::1"), "2001:db8:0:0");
  assert.equal(key("::ffff:192.0.2.1"), "::ffff:192.0.2.1");
});

Deno.test("clientKey() takes the connections of one address for one client, port or no port", () => {
  const key = (seen: string) => clientKey(new Headers({ "x-forwarded-for": seen }), "192.0.2.1", 1);
  assert.equal(key("203.0.113.9:51234"), "203.0.113.9");
  assert.equal(key("6.6.6.6:1, 203.0.113.9:51235"), "203.0.113.9");
  assert.equal(key("[2001:db8:1:2:3:4:5:6]:443"), "2001:db8:1:2");
  assert.equal(key("[2001:db8:1:2::9]"), "2001:db8:1:2");
  assert.equal(key("[::ffff:192.0.2.7]:443"), "::ffff:192.0.2.7");
});
