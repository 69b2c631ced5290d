import assert from "node:assert/strict";
import type { ArrivedMail, TestMailServer } from "./mail.ts";

/** The token in the link of a mail. */
export function tokenIn(mail: ArrivedMail | undefined, name: "participant" | "token"): string {
  assert(mail, "the mail has arrived");
  return new URL(mail.link).searchParams.get(name) ?? "";
}

/** Waits for one mail at an address, after all that came before were forgotten. */
export async function nextAt(server: TestMailServer, address: string): Promise<ArrivedMail> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const [mail] = server.at(address);
    if (mail) return mail;
    assert(Date.now() < deadline, `no mail at ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
