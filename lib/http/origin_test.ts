import { deepEqual, equal } from "node:assert/strict";
import { forwardedIn, originOf, proxyWarning } from "./origin.ts";

/** The origin of a request to http://inside:8000/ with these headers behind that many proxies. */
function origin(headers: HeadersInit, trustProxy: number, publicUrl: string | null = null): string {
  const url = new URL("http://inside:8000/games/123456?x=y");
  return originOf({ url, headers: new Headers(headers) }, { trustProxy, publicUrl });
}

const FORWARDED = { "x-forwarded-host": "gifts.example", "x-forwarded-proto": "https" };

Deno.test("originOf() is PUBLIC_URL if it is set, for any request", () => {
  equal(origin(FORWARDED, 1, "https://public.example"), "https://public.example");
  equal(origin({}, 0, "https://public.example"), "https://public.example");
});

Deno.test("originOf() is the request's own origin without a trusted proxy, with any headers", () => {
  equal(origin(FORWARDED, 0), "http://inside:8000");
  equal(origin({}, 0), "http://inside:8000");
});

Deno.test("originOf() is the origin that the outermost trusted proxy was asked for", () => {
  equal(origin(FORWARDED, 1), "https://gifts.example");
  const chain = {
    "x-forwarded-host": "evil.example, gifts.example, inner.example",
    "x-forwarded-proto": "http, https, http",
  };
  equal(origin(chain, 1), "http://inner.example");
  equal(origin(chain, 2), "https://gifts.example");
});

Deno.test("originOf() ignores values to the left of those of trusted proxies", () => {
  const chain = { "x-forwarded-host": "evil.example, gifts.example", "x-forwarded-proto": "https" };
  equal(origin(chain, 1), "https://gifts.example");
  const several = new Headers({ "x-forwarded-host": "evil.example" });
  several.append("x-forwarded-host", "gifts.example");
  equal(origin(several, 1), "http://gifts.example");
});

Deno.test("originOf() uses the single value of proxies that overwrite incoming headers", () => {
  equal(origin(FORWARDED, 2), "https://gifts.example");
  equal(
    origin({ ...FORWARDED, "x-forwarded-host": "a.example, b.example" }, 1),
    "https://b.example",
  );
});

Deno.test("originOf() keeps ports, leaves out default ones, and supports IPv6", () => {
  const asked = (host: string, proto = "https") =>
    origin({ "x-forwarded-host": host, "x-forwarded-proto": proto }, 1);
  equal(asked("gifts.example:8443"), "https://gifts.example:8443");
  equal(asked("gifts.example:443"), "https://gifts.example");
  equal(asked("gifts.example:80", "http"), "http://gifts.example");
  equal(asked("[2001:db8::1]:8443"), "https://[2001:db8::1]:8443");
  equal(asked("192.0.2.1"), "https://192.0.2.1");
  equal(asked("GIFTS.Example", "HTTPS"), "https://gifts.example");
});

Deno.test("originOf() falls back to the request's own origin if a header is an invalid host or scheme", () => {
  for (
    const host of [
      ...["", ",", "evil.example/path", "user@evil.example", "evil.example?x", "evil.example#x"],
      ...[
        "gifts.example:99999",
        "gifts.example:",
        "a b",
        "<script>",
        "[::zz]",
        "..:80:80",
        "\\\\evil",
      ],
      ...['"gifts.example"', "javascript:alert(1)", "https://evil.example", "%00", "1.2.3.4.5.6:1"],
    ]
  ) {
    equal(origin({ "x-forwarded-host": host }, 1), "http://inside:8000", host);
  }
  for (const proto of ["javascript", "ftp", "", "https:", "https http"]) {
    equal(origin({ "x-forwarded-proto": proto }, 1), "http://inside:8000", proto);
  }
});

Deno.test("proxyWarning() warns of https in front of an untrusted proxy", () => {
  const settings = { publicUrl: "https://gifts.example.org", trustProxy: 0, rateLimit: 1000 };
  equal(proxyWarning(settings)?.setting, "TRUST_PROXY");
  equal(proxyWarning({ ...settings, trustProxy: 1 }), null);
  equal(proxyWarning({ ...settings, rateLimit: null }), null);
  equal(proxyWarning({ ...settings, publicUrl: null }), null);
  equal(proxyWarning({ ...settings, publicUrl: "http://nas.home" }), null);
});

Deno.test("forwardedIn() shows an operator what came through proxies", () => {
  const forwarded = (headers: HeadersInit) => forwardedIn(new Headers(headers));
  deepEqual(forwarded({}), { addresses: 0, proto: null, host: null });
  deepEqual(forwarded({ ...FORWARDED, "x-forwarded-for": "192.0.2.1, 10.0.0.1" }), {
    addresses: 2,
    proto: "https",
    host: "gifts.example",
  });
});
