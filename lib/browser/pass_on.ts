/** Links that open a message in another app, where the user still has to send it. */

/** Opens WhatsApp with the message and a choice of chats. */
export function whatsAppLink(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Opens LINE with the message and a choice of chats. */
export function lineLink(text: string): string {
  return `https://line.me/R/share?text=${encodeURIComponent(text)}`;
}

/**
 * True if LINE is offered before WhatsApp, as for Japanese.
 *
 * @param texts the message and the page's texts; kana identify Japanese
 */
export function isLineFirst(...texts: readonly string[]): boolean {
  return texts.some((text) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text));
}

/** A text message without a recipient yet; both Android and iOS read `?&body=`. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}

/** Opens a new email with subject and text. @param to an address; "" for none yet */
export function mailLink(subject: string, text: string, to = ""): string {
  const address = encodeURIComponent(to).replaceAll("%40", "@");
  const body = encodeURIComponent(text);
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${body}`;
}
