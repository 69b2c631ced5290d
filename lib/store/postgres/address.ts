/** URL parameters that only libpq uses. The driver would send them to the server, which refuses them. */
const KEPT_BY_CLIENTS = [
  "channel_binding",
  "fallback_application_name",
  "gssdelegation",
  "gssencmode",
  "gsslib",
  "keepalives",
  "keepalives_count",
  "keepalives_idle",
  "keepalives_interval",
  "krbsrvname",
  "load_balance_hosts",
  "max_protocol_version",
  "min_protocol_version",
  "passfile",
  "require_auth",
  "requirepeer",
  "ssl_max_protocol_version",
  "ssl_min_protocol_version",
  "sslcert",
  "sslcertmode",
  "sslcompression",
  "sslcrl",
  "sslcrldir",
  "sslkey",
  "sslkeylogfile",
  "sslpassword",
  "sslrootcert",
  "sslsni",
  "tcp_user_timeout",
];

const DEFAULT_PORT = 5432;

/** Arguments with which the driver reaches the server that libpq reaches with a URL. */
export interface DriverAddress {
  url: string;
  /** Further options. The driver's types do not know that it accepts lists of hosts and ports. */
  options: object;
}

/** @param databaseUrl as DATABASE_URL has it */
export function driverAddress(databaseUrl: string): DriverAddress {
  const url = new URL(databaseUrl);
  const { searchParams, hostname, port } = url;
  // With a root certificate, libpq verifies the server's certificate even in mode `require`. Here the roots are Deno's,
  // so the host name must match, too.
  const root = searchParams.get("sslrootcert");
  const mode = searchParams.get("sslmode") ?? "require";
  if (root === "system" || root && mode === "require") {
    searchParams.set("sslmode", "verify-full");
  }
  for (const name of KEPT_BY_CLIENTS) searchParams.delete(name);
  // A transfer recognizes a service's connections by the name that they have without this parameter.
  searchParams.delete("application_name");
  const [, address] = /^\[(.+)\]$/.exec(hostname) ?? [];
  return {
    url: url.href,
    // The driver would cut an IPv6 address off at its first colon.
    options: address ? { host: [address], port: [Number(port) || DEFAULT_PORT] } : {},
  };
}
