/** Parameters of a URL that libpq keeps to itself. The driver would send them to the server, which refuses them. */
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

/** What the driver takes to reach the server of a URL as libpq understands it. */
export interface DriverAddress {
  url: string;
  /** Further options; its types do not know that it takes lists of hosts and ports. */
  options: object;
}

/** @param databaseUrl as DATABASE_URL has it */
export function driverAddress(databaseUrl: string): DriverAddress {
  const url = new URL(databaseUrl);
  const { searchParams, hostname, port } = url;
  // With a root certificate, libpq checks that of the server even where it is only to encrypt. Here the roots are those
  // of Deno, so the name must be right, too.
  const root = searchParams.get("sslrootcert");
  const mode = searchParams.get("sslmode") ?? "require";
  if (root === "system" || root && mode === "require") {
    searchParams.set("sslmode", "verify-full");
  }
  for (const name of KEPT_BY_CLIENTS) searchParams.delete(name);
  // A transfer recognizes the connections of a service by the name that they have without it.
  searchParams.delete("application_name");
  const [, address] = /^\[(.+)\]$/.exec(hostname) ?? [];
  return {
    url: url.href,
    // It would cut the address off at its first colon.
    options: address ? { host: [address], port: [Number(port) || DEFAULT_PORT] } : {},
  };
}
