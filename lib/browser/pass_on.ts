/** The addresses that hand a message to another app, for who taps them: nothing is sent by themselves. */

/** WhatsApp with the message written, and the choice of a chat. */
export function whatsAppLink(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** LINE with the message written, and the choice of a chat. */
export function lineLink(text: string): string {
  return `https://line.me/R/share?text=${encodeURIComponent(text)}`;
}

/**
 * Whether those who pass on chat with LINE rather than with WhatsApp: where Japanese is read.
 * @param texts what is passed on, and what the page says of it; kana are Japanese alone
 */
export function isLineFirst(...texts: readonly string[]): boolean {
  return texts.some((text) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text));
}

/** A text message without a receiver yet; `?&body=` is what both Android and iOS read. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}

/** A mail that is written already. @param to an address; "" none yet */
export function mailLink(subject: string, text: string, to = ""): string {
  const address = encodeURIComponent(to).replaceAll("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${
    encodeURIComponent(text)
  }`;
}
