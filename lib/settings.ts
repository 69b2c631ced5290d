import { z } from "zod";
import config from "../deno.json" with { type: "json" };

/** The version of this release, by semver; its one place is deno.json. */
export const RELEASE = config.version;

/** All settings, checked once. */
export type Settings = ReturnType<typeof parseSettings>;

/** The operator as shown to people; null for each value that is not set. */
export interface Operator {
  name: string | null;
  /** The operator's contact: the text to show, and its link. */
  contact: { text: string; url: string } | null;
  imprintUrl: string | null;
}

/** Thrown for invalid settings; the message names each of them. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** `URL` also accepts a missing slash: it then reads user and host as a path, or adds the slashes. */
const NAMES_HOST = /^[a-z]+:\/\/[^/?#\\@]/i;

function urlOf(what: string, ...protocols: string[]) {
  return z.string().refine(
    (text) => NAMES_HOST.test(text) && protocols.includes(URL.parse(text)?.protocol ?? ""),
    `expected ${what}`,
  ).refine(canDecodeUser, "expected a URL whose user and password have % written as %25");
}

/** False for a URL whose user or password cannot be decoded; connecting with it would fail later. */
function canDecodeUser(text: string): boolean {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

/** True for a Postgres URL that names a socket directory, or gives its host in the query. */
function namesSocket(text: string): boolean {
  const { hostname = "", searchParams } = URL.parse(text) ?? {};
  return hostname.includes("%") || ["host", "hostaddr"].some((name) => searchParams?.has(name));
}

const databaseUrl = z.string().refine(
  (text) => !namesSocket(text),
  "expected a host name before the path, as in postgres://user:password@host/name: a socket, or ?host=, is not read",
).pipe(
  urlOf("a URL like postgres://user:password@host/name", "postgres:", "postgresql:"),
);

/** Describes what is wrong with the URL of a Postgres server; undefined if it is valid. */
export function findUrlProblem(text: string): string | undefined {
  return databaseUrl.safeParse(text).error?.issues[0]?.message;
}

/** Minimum length of a secret in characters. */
const MIN_SECRET = 8;

/**
 * Parses TOKEN_SECRET: secrets separated by commas or spaces, the current one first. A secret that contains
 * such characters is put in double quotes; a text with a part too short for a secret is a single secret, a
 * sentence.
 */
export function parseSecrets(text: string): string[] {
  const secrets = [...text.matchAll(/"([^"]+)"|[^\s,]+/g)].map(([part, quoted]) => quoted ?? part);
  const areSecrets = secrets.every(({ length }) => length >= MIN_SECRET);
  return areSecrets && secrets.length > 0 ? secrets : [text];
}

/** A key may be sent as a header. */
const CREATE_KEY = new RegExp(`^[!-~]{${MIN_SECRET},200}$`);

/** Characters that a header transmits unchanged. */
const PRINTABLE = /^[ -~]+$/;

const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/;

/** The local part of an address has at most 64 characters (RFC 5321); a mail's own mark takes up to 40. */
const BOUNCE_LOCAL = 24;

/** A host name with a dot: neither an IP address nor a name in the local network. */
const PUSH_HOST = /^\.?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The SMTP_URL that catches mails in memory, to be read at /dev/mail. */
export const MAIL_TRAP = "memory:";

/** An IPv6 address may be given as in a URL. */
const host = z.string().regex(/^[\w.:%-]+$|^\[[\w.:%]+\]$/, "expected a host name or an address")
  .transform((text) => text.replaceAll(/[[\]]/g, ""));

const schema = z.object({
  HOST: host.default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).default(8000),
  PUBLIC_URL: urlOf("an origin like https://gifts.example.org", "http:", "https:")
    .transform((text) => new URL(text))
    .refine(
      (url) => url.pathname === "/" && !url.search && !url.hash && !url.username,
      "expected an origin without a path, like https://gifts.example.org",
    )
    .transform((url) => url.origin).optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATA_DIR: z.string().default("./data"),
  TOKEN_SECRET: z.string()
    .min(MIN_SECRET, `expected a secret of at least ${MIN_SECRET} characters, better 32`)
    .optional(),
  CLEANUP_SECRET: z.string().regex(
    PRINTABLE,
    "expected visible ASCII characters and spaces, because it is sent as a header",
  ).optional(),
  SMTP_URL: z.literal(MAIL_TRAP)
    .or(urlOf("a URL like smtps://user:password@host:465", "smtp:", "smtps:")).optional(),
  MAIL_FROM: z.string()
    .regex(
      /^(?:[^<>\r\n]{0,100}<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
      "expected an address like gifts@example.org or Gift exchange <gifts@example.org>",
    ).optional(),
  APP_MONITORING_CONNECTION_STRING: z.string().default(""),
  TRUST_PROXY: z.enum(["off", "false", "on", "true"]).transform((word) =>
    word === "on" || word === "true" ? 1 : 0
  ).or(wholeNumber(0, 10, "expected on, off, or how many proxies are yours, from 0 to 10"))
    .default(0),
  ENVIRONMENT: z.string().max(100).default("production"),
  BUILD_VERSION: z.string().max(100).optional(),
  BUILD_DATE: z.iso.date().or(
    z.iso.datetime({
      offset: true,
      error: "expected a date like 2026-11-21, or with a time, like 2026-11-21T10:00:00Z",
    }),
  ).optional(),
  RETENTION_DAYS: wholeNumber(0, 36_500).transform((days) => days === 0 ? null : days).default(365),
  PHOTO_SPACE_MB: wholeNumber(0, 1_000_000).default(1024),
  RATE_LIMIT: z.literal("off").transform(() => null).or(wholeNumber(1, 1_000_000_000))
    .default(1000),
  SITE_NAME: z.string().regex(
    /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]{1,40}$/u,
    'expected a name of up to 40 characters in one line, without < > and "',
  ).optional(),
  OPERATOR_NAME: z.string().regex(
    /^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u,
    "expected a name of up to 100 characters, in one line",
  ).optional(),
  OPERATOR_CONTACT: z.string().regex(ADDRESS).or(urlOf(
    "a mail address like help@example.org or a URL like https://example.org/contact",
    "http:",
    "https:",
  )).optional(),
  IMPRINT_URL: urlOf("a URL like https://example.org/imprint", "http:", "https:").optional(),
  BOUNCE_ADDRESS: z.string().refine(
    (text) => ADDRESS.test(text) && !text.includes("+") && text.indexOf("@") <= BOUNCE_LOCAL,
    "expected an address like bounces@example.org, with no + in it and up to " +
      `${BOUNCE_LOCAL} characters before the @`,
  ).optional(),
  IMAP_URL: urlOf("a URL like imaps://user:password@host/INBOX", "imap:", "imaps:")
    .refine((text) => {
      const url = URL.parse(text);
      return !url || (url.username && url.password && url.hostname);
    }, "expected a URL with user and password, like imaps://user:password@host/INBOX").optional(),
  CREATE_KEY: z.string().transform((text) =>
    text.split(",").map((key) => key.trim()).filter(Boolean)
  ).refine(
    (keys) => keys.length > 0 && keys.every((key) => CREATE_KEY.test(key)),
    `expected keys of ${MIN_SECRET} to 200 visible ASCII characters, separated by commas`,
  ).default([]),
  PUSH_HOSTS: z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean)).refine(
    (hosts) => hosts.every((host) => PUSH_HOST.test(host)),
    "expected host names in lower case, separated by commas, such as push.example.org, or .example.org for its subdomains",
  ).default([]),
  MAIL_CONFIRM: z.enum(["off", "organizer"]).default("off"),
  BACKUP_DIR: z.string().optional(),
  METRICS_HOST: host.default("localhost"),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  OTEL_DENO: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_PROPAGATORS: z.string().optional(),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1, 86_400_000).default(60_000),
});

function wholeNumber(
  min: number,
  max: number,
  message = `expected a whole number from ${min} to ${max}`,
) {
  return z.string().regex(/^\d{1,10}$/, message).transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** Settings that hold a secret. Each may be in a file instead, whose path is in NAME_FILE. */
const SECRETS = [
  "DATABASE_URL",
  "TOKEN_SECRET",
  "CLEANUP_SECRET",
  "CREATE_KEY",
  "SMTP_URL",
  "IMAP_URL",
] as const satisfies (keyof typeof schema.shape)[];

/** Names of all settings, for the env permission. */
export const SETTING_NAMES = [
  ...Object.keys(schema.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/**
 * Reads the settings from an environment; an empty value counts as unset.
 *
 * @param build the build's stamp, which settings override.
 * @throws {SettingsError} that names every invalid value.
 */
export function parseSettings(
  env: Readonly<Record<string, string | undefined>>,
  build: BuildStamp = unbuilt(),
) {
  const given = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => env[name]?.trim() ? [[name, env[name].trim()]] : []),
  );
  const parsed = schema.safeParse(given);
  const wrong = [
    ...parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${explain(issue)}`) ?? [],
    ...findConflicts(given, withoutWrong(given, parsed.error)),
  ];
  if (!parsed.success || wrong.length > 0) {
    throw new SettingsError(`Wrong settings\n  ${wrong.join("\n  ")}`);
  }
  const value = parsed.data;
  const hasTelemetry = value.OTEL_DENO !== undefined && !/^(?:0|false)$/i.test(value.OTEL_DENO);
  if (hasTelemetry) requireTelemetrySafe(value.OTEL_TRACES_SAMPLER, value.OTEL_PROPAGATORS);
  return {
    host: value.HOST,
    /** 0 to 65,535; 0 lets the system choose. */
    port: value.PORT,
    /** Public origin of the service, without a trailing slash; null: not set. */
    publicUrl: value.PUBLIC_URL ?? null,
    /** Postgres server; null: the embedded database. */
    databaseUrl: value.DATABASE_URL ?? null,
    /** Maximum number of connections to the Postgres server, 1 to 1,000. */
    databasePoolSize: value.DATABASE_POOL_SIZE,
    /** Directory of the embedded database, or `memory:`. */
    dataDir: value.DATA_DIR,
    /** One secret or several, see `parseSecrets`. */
    tokenSecret: value.TOKEN_SECRET ?? null,
    cleanupSecret: value.CLEANUP_SECRET ?? null,
    /** Mail server, or `memory:`; null: no mail is sent. */
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM ?? null,
    appMonitoringConnectionString: value.APP_MONITORING_CONNECTION_STRING,
    /** Number of our own proxies in front of the service, 0 to 10. */
    trustProxy: value.TRUST_PROXY,
    environment: value.ENVIRONMENT,
    buildVersion: value.BUILD_VERSION ?? build.version,
    buildDate: value.BUILD_DATE ?? build.date,
    /** Requests per minute and client; null: no limits. */
    rateLimit: value.RATE_LIMIT,
    /** Days between archival and erasure, 1 to 36,500; null: games are never erased. */
    retentionDays: value.RETENTION_DAYS,
    /** Maximum total size of all photos of wish items in bytes; 0 if none can be added. */
    photoSpace: value.PHOTO_SPACE_MB * 1024 ** 2,
    /** The name on pages and in mails; null: the one of the locales. */
    siteName: value.SITE_NAME ?? null,
    operator: toOperator(value.OPERATOR_NAME, value.OPERATOR_CONTACT, value.IMPRINT_URL),
    /** Keys that allow creating games; empty if anyone may create games. */
    createKeys: value.CREATE_KEY,
    /** True if a game's mails to others wait until its organizer has confirmed their address. */
    confirmsSenders: value.MAIL_CONFIRM === "organizer",
    /** Hosts of push services besides the known ones; one that begins with a dot stands for its subdomains. */
    pushHosts: value.PUSH_HOSTS,
    /** IMAP mailbox that receives bounces; null: none is read. */
    bounces: value.BOUNCE_ADDRESS && value.IMAP_URL
      ? { address: value.BOUNCE_ADDRESS, imapUrl: value.IMAP_URL }
      : null,
    /** Directory of the operator's backups, which `doctor` checks; null: not set. */
    backupDir: value.BACKUP_DIR ?? null,
    /** Where `/metrics` is served for Prometheus; null: nowhere. */
    metrics: value.METRICS_PORT ? { host: value.METRICS_HOST, port: value.METRICS_PORT } : null,
    /** Interval of the telemetry measurements in ms; null: nothing reads them. */
    measureEvery: hasTelemetry || value.METRICS_PORT ? value.OTEL_METRIC_EXPORT_INTERVAL : null,
  };
}

type Given = Readonly<Record<string, string>>;

function withoutWrong(given: Given, error: z.ZodError | undefined): Given {
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
}

/** Finds settings that contradict each other. @param right settings that are valid on their own */
function findConflicts(given: Given, right: Given): string[] {
  const { SMTP_URL, DATABASE_URL, BOUNCE_ADDRESS, IMAP_URL, METRICS_PORT, PORT = "8000" } = right;
  return [
    ...METRICS_PORT === PORT
      ? ["METRICS_PORT: expected another port than PORT, because metrics are not for the public"]
      : [],
    ...SMTP_URL === MAIL_TRAP && given.ENVIRONMENT !== "development"
      ? [`SMTP_URL: ${MAIL_TRAP} shows everybody all mails and is for ENVIRONMENT=development only`]
      : [],
    ...DATABASE_URL && !given.TOKEN_SECRET
      ? [
        "TOKEN_SECRET: required with DATABASE_URL, because every instance must derive the same " +
        "links; set it to 32 or more random characters and keep it",
      ]
      : [],
    ...BOUNCE_ADDRESS && !given.IMAP_URL
      ? ["IMAP_URL: required with BOUNCE_ADDRESS, because mails that come back are read there"]
      : [],
    ...IMAP_URL && !given.BOUNCE_ADDRESS
      ? ["BOUNCE_ADDRESS: required with IMAP_URL, because it is where mails are to come back to"]
      : [],
  ];
}

/** @param contact the value of OPERATOR_CONTACT */
function toOperator(
  name: string | undefined,
  contact: string | undefined,
  imprintUrl: string | undefined,
): Operator {
  const url = contact && (ADDRESS.test(contact) ? `mailto:${contact}` : new URL(contact).href);
  return {
    name: name ?? null,
    contact: contact && url ? { text: contact.replace(/^https?:\/\/|\/$/g, ""), url } : null,
    imprintUrl: imprintUrl ?? null,
  };
}

/** @throws {SettingsError} if Deno would export its own spans, whose URLs hold tokens. */
function requireTelemetrySafe(sampler: string | undefined, propagators: string | undefined): void {
  if (sampler === SAFE_SAMPLER && propagators === "none") return;
  throw new SettingsError(
    `Wrong settings\n  OTEL_DENO: set OTEL_TRACES_SAMPLER=${SAFE_SAMPLER} and ` +
      "OTEL_PROPAGATORS=none beside it, else Deno tells the collector the address of every " +
      "request, and with it people's links",
  );
}

/** The sampler that keeps children of sampled spans: see lib/monitoring/spans.ts. */
const SAFE_SAMPLER = "parentbased_always_off";

/** Reads the settings of this process. @throws {SettingsError} that names every invalid value. */
export function readSettings(): Settings {
  return parseSettings(readEnvironment(), readBuildStamp());
}

/**
 * The settings in the environment of this process, with the secrets that are in files.
 *
 * @throws {SettingsError} for a file that cannot be read or is empty, and for a secret that is set twice.
 */
export function readEnvironment(): Partial<Record<string, string>> {
  const env = Object.fromEntries(SETTING_NAMES.map((name) => [name, Deno.env.get(name)]));
  const wrong: string[] = [];
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    try {
      if (env[name]?.trim()) throw new Error(`set either it or ${name}`);
      env[name] = Deno.readTextFileSync(path).trim();
      if (!env[name]) throw new Error(`${path} is empty`);
    } catch (error) {
      wrong.push(`${name}_FILE: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (wrong.length > 0) throw new SettingsError(`Wrong settings\n  ${wrong.join("\n  ")}`);
  return env;
}

const buildStampSchema = z.object({
  version: z.string().min(1),
  /** YYYY-MM-DD */
  date: z.iso.date(),
});
/** The version and date of the build. */
export type BuildStamp = z.infer<typeof buildStampSchema>;

/** Where the build leaves its stamp. */
export const BUILD_STAMP = new URL("../_fresh/build.json", import.meta.url);

function readBuildStamp(): BuildStamp {
  try {
    return buildStampSchema.parse(JSON.parse(Deno.readTextFileSync(BUILD_STAMP)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return unbuilt();
    throw new SettingsError(`Wrong settings\n  ${BUILD_STAMP.pathname}: no stamp of a build`);
  }
}

/** Used when the sources are served without a build. */
function unbuilt(): BuildStamp {
  return { version: "development", date: new Date().toISOString().slice(0, 10) };
}

/** Public URL of the service: links in mails are built from it, never from a request's Host header. */
export function baseUrl({ publicUrl, port }: Pick<Settings, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** URL of the service on its own machine. */
export function localUrl({ host, port }: Pick<Settings, "host" | "port">): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Returns the message of a union's last alternative, which says more than the union's own message. */
function explain(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  return issue.errors.flat().map((inner) => inner.message).at(-1) ?? issue.message;
}
