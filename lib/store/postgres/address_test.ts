import assert from "node:assert/strict";
import { makeDatabase } from "@/tests/support/postgres.ts";
import { startProxy } from "@/tests/support/proxy.ts";
import { driverAddress } from "./address.ts";
import { Connection } from "./connection.ts";

const LIMITS = { connect: 10_000, statement: 0, lock: 0, idleInTransaction: 0 };

/** The name under which the server lists a connection. */
async function connectedAs(url: string): Promise<string | undefined> {
  const connection = await Connection.open(url, LIMITS, () => {});
  try {
    const [row] = await connection.query<{ name: string }>(
      "select current_setting('application_name') as name",
      [],
      false,
    );
    return row?.name;
  } finally {
    connection.lose(new Error("closed"));
  }
}

function test(name: string, fn: () => Promise<void>): void {
  // The driver keeps timers and sockets of its own after it is closed.
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}

test("a connection does not send libpq's parameters to the server, and has its own name", async () => {
  const url = await makeDatabase();
  for (
    const query of [
      "channel_binding=require",
      "sslmode=disable&sslrootcert=/etc/ssl/ca.pem&sslcert=a&sslkey=b",
      "gssencmode=disable&keepalives_idle=30&target_session_attrs=read-write",
      "application_name=gifts&connect_timeout=5",
    ]
  ) assert.equal(await connectedAs(`${url}?${query}`), "gift-exchange", query);
});

/** Some containers have no IPv6. */
function hasIPv6(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    console.error("Left out: this machine has no IPv6, so no server is reached by such an address");
    return false;
  }
}

if (hasIPv6()) {
  test("a connection reaches a server by its IPv6 address", async () => {
    await using proxy = startProxy(await makeDatabase(), 0, "::1");
    assert.match(proxy.url, /@\[::1\]:\d+\//);
    assert.equal(await connectedAs(proxy.url), "gift-exchange");
  });
}

Deno.test("driverAddress() never weakens the checks that a root certificate asks for", () => {
  const modeOf = (query: string) =>
    new URL(driverAddress(`postgres://h/d?${query}`).url).searchParams.get("sslmode");
  for (
    const given of [
      "sslrootcert=system",
      "sslrootcert=system&sslmode=prefer",
      "sslrootcert=/ca.pem&sslmode=require",
    ]
  ) {
    assert.equal(modeOf(given), "verify-full", given);
  }
  for (const mode of ["require", "verify-ca", "verify-full", "disable"]) {
    assert.equal(modeOf(`sslmode=${mode}`), mode);
  }
  assert.equal(modeOf("sslrootcert=/ca.pem&sslmode=verify-ca"), "verify-ca");
});

Deno.test("driverAddress() passes on parameters that the server or the driver understands", () => {
  const url = "postgres://u:p%40%2F@h:6432/d?prepare=true&search_path=gifts&statement_timeout=5000";
  assert.deepEqual(driverAddress(url), { url, options: {} });
  const { options } = driverAddress("postgres://u@[2001:db8::1]/d");
  assert.deepEqual(options, { host: ["2001:db8::1"], port: [5432] });
});
