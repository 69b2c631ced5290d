import assert from "node:assert/strict";
import type { ArrivedMail, TestMailServer } from "./mail.ts";
import { until } from "./until.ts";

/** Token in the link of a mail. */
export function tokenIn(mail: ArrivedMail | undefined, name: "participant" | "token"): string {
  assert(mail, "the mail has arrived");
  return new URL(mail.link).searchParams.get(name) ?? "";
}

/** Waits for a mail to an address; earlier ones must have been cleared. */
export async function nextAt(server: TestMailServer, address: string): Promise<ArrivedMail> {
  return await until(() => server.at(address)[0], `a mail at ${address}`);
}
