import type { Settings } from "../settings.ts";
import { about, type Finding } from "./finding.ts";

/** Hosts that cannot be reached from the Internet: this machine, a home network, private addresses. */
const PRIVATE_HOST =
  /^(?:localhost|[^.]+|.*\.(?:local|lan|home\.arpa|internal|localhost|test)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[(?:::1|f[cd].*|fe80.*)\])$/;

/** Reports who may create games, and warns if strangers can make a public service mail anyone in any name. */
export function judgeOpenness(
  settings: Pick<Settings, "createKeys" | "confirmsSenders" | "publicUrl" | "smtpUrl">,
): Finding {
  const { createKeys, confirmsSenders, publicUrl, smtpUrl } = settings;
  const { ok, warning } = about("creation");
  if (createKeys.length > 0) return ok(`takes a key, one of ${createKeys.length}`);
  if (!smtpUrl) return ok("open to everyone; no mail is sent");
  if (confirmsSenders) return ok("open; mails wait until the organizer has confirmed");
  if (!publicUrl || PRIVATE_HOST.test(new URL(publicUrl).hostname)) {
    return ok("open to everyone who reaches it");
  }
  return warning(
    `anyone who reaches ${publicUrl} can make it mail strangers`,
    "Set MAIL_CONFIRM=organizer, so that mails wait until the organizer has confirmed their address, or " +
      "CREATE_KEY, so that only people with a key create games",
  );
}
