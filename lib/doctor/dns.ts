import { Resolver } from "node:dns/promises";
import { sender } from "../mail/mailer.ts";
import { MAIL_TRAP, type Settings } from "../settings.ts";
import { about, type Finding } from "./finding.ts";

const dkim = about("DKIM");
const policy = about("DMARC");
const mx = about("MX");
const spf = about("SPF");
const domainRecords = about("SPF, DKIM, DMARC");

/** Maximum time of all look-ups together, in ms. */
const PATIENCE = 15_000;
/** Common DKIM selectors; the one in use appears only in signed mails. */
const SELECTORS = [
  "default",
  "dkim",
  "mail",
  "selector1",
  "selector2",
  "google",
  "s1",
  "s2",
  "k1",
  "key1",
];

/** DNS records of a sender's domain. */
export type MailRecords = NonNullable<Awaited<ReturnType<typeof lookUp>>>;

/** Checks whether other mail servers can authenticate our mails. @param dnsServer instead of the system's */
export async function checkMailDomain(
  settings: Settings,
  dnsServer: string | null,
): Promise<Finding | Finding[]> {
  if (!settings.smtpUrl || settings.smtpUrl === MAIL_TRAP) return [];
  const domain = domainOf(sender(settings).address);
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (dnsServer) resolver.setServers([dnsServer]);
  const returnDomain = settings.bounces ? domainOf(settings.bounces.address) : domain;
  const timer = setTimeout(() => resolver.cancel(), PATIENCE);
  const records = await lookUp(resolver, domain, returnDomain).catch(() => null);
  clearTimeout(timer);
  if (!records) {
    return domainRecords.warning(
      `${domain} could not be looked up`,
      "See that this machine has a DNS that works and that the domain of MAIL_FROM is right, then run this again",
    );
  }
  return judgeRecords(records);
}

/** @returns null if the DNS does not answer, or has no records of the domain */
async function lookUp(resolver: Resolver, domain: string, returnDomain: string) {
  const [mx, addresses, txt, own, keys, dmarc] = await Promise.all([
    found(resolver.resolveMx(returnDomain)),
    found(resolver.resolve4(domain)),
    texts(resolver, returnDomain),
    texts(resolver, domain),
    Promise.all(SELECTORS.map(async (selector) => {
      const records = await texts(resolver, `${selector}._domainkey.${domain}`);
      return records.some((one) => /\bp=[^;\s]/.test(one)) ? [selector] : [];
    })),
    lookUpDmarc(resolver, domain),
  ]);
  if (mx.length + addresses.length + txt.length + own.length === 0) return null;
  return {
    domain,
    /** Domain of the bounce address. */
    returnDomain,
    /** Mail servers of `returnDomain`. */
    mx: mx.map(({ exchange }) => exchange),
    /** TXT records of `returnDomain`. */
    txt,
    /** DKIM selectors that were found. */
    keys: keys.flat(),
    /** The record of `domain`, or of its organizational domain. */
    dmarc,
  };
}

async function lookUpDmarc(resolver: Resolver, domain: string): Promise<string[]> {
  const labels = domain.split(".");
  for (let start = 0; labels.length - start >= 2; start++) {
    const records = await texts(resolver, `_dmarc.${labels.slice(start).join(".")}`);
    const policies = records.filter((one) => /^v=DMARC1\b/i.test(one));
    if (policies.length > 0) return policies;
  }
  return [];
}

async function texts(resolver: Resolver, name: string): Promise<string[]> {
  return (await found(resolver.resolveTxt(name))).map((parts) => parts.join(""));
}

/** @returns an empty list if there are no records. @throws if the DNS does not answer */
async function found<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}

/** Rates the records of a domain. */
export function judgeRecords(records: MailRecords): Finding[] {
  return [
    judgeSpf(records),
    judgeKeys(records),
    judgeDmarc(records),
    ...records.mx.length > 0 ? [] : [
      mx.warning(
        `none for ${records.returnDomain}`,
        "Let a mail server take mails for this domain: else replies and mails that cannot be delivered are lost",
      ),
    ],
  ];
}

function judgeSpf({ returnDomain, txt }: MailRecords): Finding {
  const records = txt.filter((one) => /^v=spf1(?: |$)/i.test(one));
  const advice =
    `Publish the TXT record that your mail provider names, as "v=spf1 include:… -all": without it many mails end as spam`;
  return judgeOnly(
    spf,
    returnDomain,
    records,
    advice,
    (record) =>
      /(?:^|\s)\+?all\b/i.test(record)
        ? spf.warning(record, `End it with "-all": this one lets everybody send in your name`)
        : spf.ok(`${record} (your mail server has to be in it)`),
  );
}

function judgeKeys({ domain, keys }: MailRecords): Finding {
  if (keys.length > 0) return dkim.ok(`keys of ${domain}: ${keys.join(", ")}`);
  return dkim.warning(
    `no key of ${domain} under the usual names`,
    "Let your mail provider sign your mails and publish the key that they name; all is well where it has another name",
  );
}

function judgeDmarc({ domain, dmarc }: MailRecords): Finding {
  const advice =
    `Publish a TXT record for _dmarc.${domain}, at first "v=DMARC1; p=none": large providers ask for it`;
  return judgeOnly(policy, domain, dmarc, advice, policy.ok);
}

/** Rates a kind of record of which a domain needs exactly one. @param advice if there is none */
function judgeOnly(
  kind: ReturnType<typeof about>,
  domain: string,
  records: readonly string[],
  advice: string,
  judge: (record: string) => Finding,
): Finding {
  const [record] = records;
  if (!record) return kind.warning(`none for ${domain}`, advice);
  if (records.length === 1) return judge(record);
  const value = `${records.length} records for ${domain}`;
  return kind.problem(value, "Make one of them: several count as none");
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
