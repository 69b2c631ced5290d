import assert from "node:assert/strict";
import type { ArrivedMail, TestMailServer } from "./mail.ts";
import { until } from "./until.ts";

/** The token in the link of a mail. */
export function tokenIn(mail: ArrivedMail | undefined, name: "participant" | "token"): string {
  assert(mail, "the mail has arrived");
  return new URL(mail.link).searchParams.get(name) ?? "";
}

/** Waits for one mail at an address, after all that came before were forgotten. */
export async function nextAt(server: TestMailServer, address: string): Promise<ArrivedMail> {
  return await until(() => server.at(address)[0], `a mail at ${address}`);
}
