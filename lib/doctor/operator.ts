import type { Settings } from "../settings.ts";
import { about, type Finding } from "./finding.ts";

/** Reports whether pages and mails name the people who run the service. */
export function judgeOperator({ operator }: Pick<Settings, "operator">): Finding {
  const { ok, warning } = about("operator");
  if (operator.name && operator.contact) return ok("named, with a contact");
  return warning(
    operator.name ? "no contact is given" : "nobody is named",
    "Set OPERATOR_NAME and OPERATOR_CONTACT: people see who runs the service before they enter an address",
  );
}
