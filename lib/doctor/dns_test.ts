import assert from "node:assert/strict";
import { startDns } from "@/tests/support/dns.ts";
import { MAIL_TRAP, parseSettings } from "../settings.ts";
import { checkMailDomain } from "./dns.ts";

const SPF = ["v=spf1 -all"];
const DMARC = ["v=DMARC1; p=reject"];

/** Findings about a sender's domain, one per line. @param records texts by name */
async function findingsOf(
  domain: string,
  records: Record<string, string[]>,
  smtpUrl = "smtp://mail.example.org",
): Promise<string[]> {
  using dns = await startDns(records);
  const settings = parseSettings({
    SMTP_URL: smtpUrl,
    MAIL_FROM: `gifts@${domain}`,
    ENVIRONMENT: "development",
  });
  const findings = [await checkMailDomain(settings, dns.address)].flat();
  return findings.map(({ level, what, value }) => `${level} ${what}: ${value}`);
}

Deno.test("checkMailDomain() uses the DMARC record of the nearest parent domain that has one", async () => {
  const rows: [domain: string, records: Record<string, string[]>, found: string][] = [
    ["example.org", { "_dmarc.example.org": DMARC }, `ok DMARC: ${DMARC}`],
    ["a.example.org", { "_dmarc.a.example.org": DMARC }, `ok DMARC: ${DMARC}`],
    ["a.example.org", { "_dmarc.example.org": DMARC }, `ok DMARC: ${DMARC}`],
    ["a.b.example.org", { "_dmarc.example.org": DMARC }, `ok DMARC: ${DMARC}`],
    [
      "a.example.org",
      { "_dmarc.a.example.org": ["v=DMARC1; p=none"], "_dmarc.example.org": DMARC },
      "ok DMARC: v=DMARC1; p=none",
    ],
    [
      "a.example.org",
      { "_dmarc.a.example.org": ["v=DMARC10"], "_dmarc.example.org": DMARC },
      `ok DMARC: ${DMARC}`,
    ],
    ["example.org", { "_dmarc.org": DMARC }, "warning DMARC: none for example.org"],
    ["example.org", { "_dmarc.a.example.org": DMARC }, "warning DMARC: none for example.org"],
  ];
  for (const [domain, records, found] of rows) {
    const lines = await findingsOf(domain, { [domain]: SPF, ...records });
    assert.equal(lines.find((line) => line.includes("DMARC")), found, JSON.stringify(records));
  }
});

Deno.test("checkMailDomain() names the keys that are in use, and a domain without any record", async () => {
  const records = {
    "example.org": SPF,
    "mail._domainkey.example.org": ["v=DKIM1; p=MIGf"],
    "s1._domainkey.example.org": ["v=DKIM1; k=rsa; p=MIGf"],
    "s2._domainkey.example.org": ["v=DKIM1; p="],
  };
  assert(
    (await findingsOf("example.org", records)).includes("ok DKIM: keys of example.org: mail, s1"),
  );
  assert.deepEqual(await findingsOf("example.net", records), [
    "warning SPF, DKIM, DMARC: example.net could not be looked up",
  ]);
  for (const none of ["", MAIL_TRAP]) assert.deepEqual(await findingsOf("a.example", {}, none), []);
});
