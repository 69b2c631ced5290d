import type { Settings } from "../settings.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** Says whether pages and mails name the people who run the service. */
export function judgeOperator({ operator }: Pick<Settings, "operator">): Finding {
  const what = "operator";
  if (operator.name && operator.contact) return ok(what, "named, with a contact");
  return warning(
    what,
    operator.name ? "no contact is given" : "nobody is named",
    "Set OPERATOR_NAME and OPERATOR_CONTACT: people see who runs the service before they enter an address",
  );
}
