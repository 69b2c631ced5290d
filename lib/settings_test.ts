import assert from "node:assert/strict";
import { z } from "zod";
import {
  localUrl,
  parseSecrets,
  parseSettings,
  readEnvironment,
  SETTING_NAMES,
  SettingsError,
} from "./settings.ts";

Deno.test("parseSettings() has a default for everything, and treats empty values as missing", () => {
  assert.deepEqual(parseSettings({ PORT: "", SMTP_URL: " ", UNKNOWN: "x" }), parseSettings({}));
  const { host, port, databasePoolSize, dataDir, rateLimit, trustProxy, databaseUrl } =
    parseSettings({});
  assert.deepEqual(
    { host, port, dataDir, rateLimit, trustProxy, databaseUrl, databasePoolSize },
    {
      host: "0.0.0.0",
      port: 8000,
      dataDir: "./data",
      rateLimit: 1000,
      trustProxy: 0,
      databaseUrl: null,
      databasePoolSize: 10,
    },
  );
});

Deno.test("parseSettings() reads the given values", () => {
  const settings = parseSettings({
    PUBLIC_URL: "https://gifts.example.org/",
    TRUST_PROXY: "2",
    RATE_LIMIT: "off",
    DATABASE_URL: "postgres://a:b@db.example.org/gifts",
    TOKEN_SECRET: "long enough for a secret",
    MAIL_FROM: "Gifts <gifts@example.org>",
  });
  assert.equal(settings.publicUrl, "https://gifts.example.org");
  assert.equal(settings.trustProxy, 2);
  assert.equal(settings.rateLimit, null);
  assert.equal(parseSettings({ TRUST_PROXY: "on" }).trustProxy, 1);
});

for (
  const [name, ...values] of [
    ["PORT", "http", "-1", "65536", "80.5"],
    [
      "PUBLIC_URL",
      "gifts.example.org",
      "ftp://x",
      "https://x.org/path",
      "javascript:alert(1)",
      "https:x.org",
    ],
    [
      "DATABASE_URL",
      "mysql://x/y",
      "localhost",
      "postgres:///gifts?host=/run/postgresql",
      "postgres://u:p@%2Frun%2Fpostgresql/gifts",
      "postgres://%2frun/gifts",
      "postgres:/u:p@db.example.org/gifts",
      "postgres:///gifts",
    ],
    [
      "SMTP_URL",
      "mail.example.org",
      "http://x",
      "smtps:u:p@host",
      "smtp:mail.example.org",
      "smtps://",
    ],
    ["MAIL_FROM", "nobody", "a@b.c\nBcc: d@e.f", "A <a@b.c> <d@e.f>"],
    ["TRUST_PROXY", "maybe", "11", "-1"],
    ["METRICS_PORT", "0", "x"],
    ["RATE_LIMIT", "0", "lots", "1.5"],
    ["TOKEN_SECRET", "short"],
    ["HOST", "a b", "http://x", "[::1", "[]"],
    ["SITE_NAME", "two\nlines", "x".repeat(41), "<b>"],
    ["OPERATOR_NAME", "two\nlines", "x".repeat(101)],
    ["OPERATOR_CONTACT", "nobody", "javascript:alert(1)", "a@b@c", "ftp://x.org", "https:x.org"],
    ["IMPRINT_URL", "example.org/imprint", "javascript:alert(1)", "https:example.org/imprint"],
  ] as const
) {
  Deno.test(`parseSettings() names an invalid ${name}`, () => {
    for (const value of values) {
      assert.throws(() => parseSettings({ [name]: value, DATA_DIR: "x" }), (error) => {
        assert(error instanceof SettingsError, value);
        assert.match(error.message, new RegExp(`^Wrong settings\n  ${name}: expected .+$`), value);
        return true;
      });
    }
  });
}

Deno.test("parseSettings() requires % in a password to be written as %25", () => {
  const rest = { TOKEN_SECRET: "long enough for a secret", BOUNCE_ADDRESS: "bounces@example.org" };
  const urls = (password: string) => ({
    DATABASE_URL: `postgres://gifts:${password}@db.example.org/gifts`,
    SMTP_URL: `smtps://gifts:${password}@mail.example.org`,
    IMAP_URL: `imaps://gifts:${password}@mail.example.org/INBOX`,
  });
  assert.equal(parseSettings({ ...rest, ...urls("50%25off") }).smtpUrl, urls("50%25off").SMTP_URL);
  for (const [name, url] of Object.entries(urls("50%off"))) {
    const given = { ...rest, ...urls("right"), [name]: url };
    assert.throws(
      () => parseSettings(given),
      new RegExp(`^SettingsError: Wrong settings\n  ${name}: expected a URL whose user .* as %25$`),
    );
  }
});

Deno.test("parseSettings() says which values TRUST_PROXY may have", () => {
  assert.throws(
    () => parseSettings({ TRUST_PROXY: "yes" }),
    /TRUST_PROXY: expected on, off, or how/,
  );
});

Deno.test("parseSettings() serves metrics on a port of their own, if at all", () => {
  assert.equal(parseSettings({}).metrics, null);
  const { metrics, measureEvery } = parseSettings({ METRICS_PORT: "9464" });
  assert.deepEqual([metrics, measureEvery], [{ host: "localhost", port: 9464 }, 60_000]);
  const same = { PORT: "9464", METRICS_PORT: "9464" };
  assert.throws(() => parseSettings(same), /METRICS_PORT: expected another port than PORT/);
});

Deno.test("parseSettings() names all invalid settings at once", () => {
  assert.throws(() => parseSettings({ PORT: "x", RATE_LIMIT: "y" }), /PORT: .*\n.*RATE_LIMIT: /);
});

Deno.test("localUrl() leads to the service wherever it listens", () => {
  for (
    const [host, url] of [
      ["0.0.0.0", "http://localhost:8000"],
      ["::", "http://localhost:8000"],
      ["[::]", "http://localhost:8000"],
      ["::1", "http://[::1]:8000"],
      ["[::1]", "http://[::1]:8000"],
      ["127.0.0.1", "http://127.0.0.1:8000"],
    ] as const
  ) assert.equal(localUrl(parseSettings({ HOST: host })), url);
});

Deno.test("parseSettings() requires TOKEN_SECRET with DATABASE_URL", () => {
  assert.throws(() => parseSettings({ DATABASE_URL: "postgres://h/d" }), /TOKEN_SECRET: required/);
});

Deno.test("parseSettings() requires a mailbox and its address together, and an address that can be marked", () => {
  const BOUNCE_ADDRESS = "bounces@example.org";
  const IMAP_URL = "imaps://user:pass@mail.example.org/INBOX";
  assert.deepEqual(parseSettings({ BOUNCE_ADDRESS, IMAP_URL }).bounces, {
    address: BOUNCE_ADDRESS,
    imapUrl: IMAP_URL,
  });
  assert.throws(() => parseSettings({ BOUNCE_ADDRESS }), /IMAP_URL: required/);
  assert.throws(() => parseSettings({ IMAP_URL }), /BOUNCE_ADDRESS: required/);
  for (const address of ["a+b@example.org", `${"x".repeat(25)}@example.org`, "Name <a@b.c>"]) {
    assert.throws(
      () => parseSettings({ BOUNCE_ADDRESS: address, IMAP_URL }),
      /BOUNCE_ADDRESS: expected/,
    );
  }
  for (
    const url of [
      ...["https://a:b@c", "imaps://mail.example.org", "imaps://user@host", "localhost"],
      "imaps:user:pass@host",
    ]
  ) {
    assert.throws(() => parseSettings({ BOUNCE_ADDRESS, IMAP_URL: url }), /IMAP_URL: expected/);
  }
});

Deno.test("parseSettings() refuses telemetry that would disclose people's links", () => {
  const safe = { OTEL_TRACES_SAMPLER: "parentbased_always_off", OTEL_PROPAGATORS: "none" };
  assert.equal(parseSettings({ OTEL_DENO: "true", ...safe }).measureEvery, 60_000);
  assert.equal(parseSettings({ OTEL_DENO: "false" }).measureEvery, null);
  for (
    const env of [
      {},
      { ...safe, OTEL_PROPAGATORS: "tracecontext" },
      { ...safe, OTEL_TRACES_SAMPLER: "always_on" },
    ]
  ) {
    for (const on of ["true", "1"]) {
      assert.throws(() => parseSettings({ OTEL_DENO: on, ...env }), /OTEL_TRACES_SAMPLER=parent/);
    }
  }
});

Deno.test("parseSettings() knows the readable form of a contact, and its link", () => {
  const contactOf = (text: string) => parseSettings({ OPERATOR_CONTACT: text }).operator.contact;
  assert.deepEqual(contactOf("help@example.org"), {
    text: "help@example.org",
    url: "mailto:help@example.org",
  });
  assert.deepEqual(contactOf("https://example.org/"), {
    text: "example.org",
    url: "https://example.org/",
  });
  assert.deepEqual(parseSettings({}).operator, { name: null, contact: null, imprintUrl: null });
});

for (const task of ["serve", "doctor"] as const) {
  Deno.test(`\`${task}\` may read every setting, because a setting that it may not read looks unset`, async () => {
    const list = z.object({ env: z.object({ allow: z.array(z.string()) }) });
    const config = z.object({ permissions: z.object({ serve: list, doctor: list }) })
      .parse(JSON.parse(await Deno.readTextFile(new URL("../deno.json", import.meta.url))));
    assert.deepEqual(config.permissions[task].env.allow.toSorted(), SETTING_NAMES.toSorted());
  });
}

Deno.test("parseSettings() always knows a version and a date: the setting's, the build's, or today's", () => {
  const build = { version: "v1.2.3", date: "2026-11-21" };
  const of = (...args: Parameters<typeof parseSettings>) => {
    const { buildVersion, buildDate } = parseSettings(...args);
    return [buildVersion, buildDate];
  };
  assert.deepEqual(of({ BUILD_VERSION: "x", BUILD_DATE: " " }, build), ["x", "2026-11-21"]);
  assert.deepEqual(of({}, build), ["v1.2.3", "2026-11-21"]);
  const [version, date] = of({});
  assert.equal(version, "development");
  assert.match(date ?? "", /^\d{4}-\d\d-\d\d$/);
});

Deno.test("parseSettings() accepts a date of the build only in ISO 8601", () => {
  for (
    const date of ["2026-11-21", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.5+01:00"] as const
  ) {
    assert.equal(parseSettings({ BUILD_DATE: date }).buildDate, date);
  }
  for (const date of ["yesterday", "2026-02-30", "2026-11-21T10:00:00", "Sat Nov 21 2026"]) {
    assert.throws(() => parseSettings({ BUILD_DATE: date }), /BUILD_DATE: expected a date like/);
  }
});

Deno.test("parseSettings() refuses a secret of the cleanup that no header can contain", () => {
  for (const secret of ["grüße aus köln", "über", "secret\tpart"]) {
    assert.throws(() => parseSettings({ CLEANUP_SECRET: secret }), /CLEANUP_SECRET: expected/);
  }
  const secret = "The cleanup's secret: 100%!";
  assert.equal(parseSettings({ CLEANUP_SECRET: secret }).cleanupSecret, secret);
});

Deno.test("parseSecrets() splits at commas and spaces, except in quotes and sentences", () => {
  for (
    const [text, ...secrets] of [
      ["only-one-secret", "only-one-secret"],
      ["new-secret,old-secret", "new-secret", "old-secret"],
      [" new-secret ,\told-secret\nolder-secret", "new-secret", "old-secret", "older-secret"],
      ['new-secret,"one, with spaces"', "new-secret", "one, with spaces"],
      ["a sentence of short words", "a sentence of short words"],
      ["long-enough,short", "long-enough,short"],
      [",,,,,,,,", ",,,,,,,,"],
    ] as const
  ) assert.deepEqual(parseSecrets(text), secrets);
});

Deno.test("readEnvironment() reads a secret from its file, and refuses one that is empty, missing or set twice", () => {
  const path = Deno.makeTempFileSync();
  const names = ["TOKEN_SECRET_FILE", "SMTP_URL_FILE", "SMTP_URL", "IMAP_URL_FILE"];
  const before = names.map((name) => Deno.env.get(name));
  try {
    Deno.env.set("TOKEN_SECRET_FILE", path);
    Deno.writeTextFileSync(path, "a secret in a file\n");
    assert.equal(readEnvironment().TOKEN_SECRET, "a secret in a file");
    Deno.writeTextFileSync(path, " \n");
    Deno.env.set("SMTP_URL_FILE", path);
    Deno.env.set("SMTP_URL", "smtp://localhost");
    Deno.env.set("IMAP_URL_FILE", `${path}.none`);
    assert.throws(readEnvironment, (error) => {
      assert(error instanceof SettingsError);
      assert.match(error.message, /^Wrong settings\n {2}TOKEN_SECRET_FILE: .* is empty\n/);
      assert.match(error.message, /SMTP_URL_FILE: set either it or SMTP_URL\n/);
      assert.match(error.message, /IMAP_URL_FILE: .*none/);
      return true;
    });
  } finally {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
    Deno.removeSync(path);
  }
});
