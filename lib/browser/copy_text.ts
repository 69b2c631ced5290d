/** Copies a text to the clipboard. @throws if the browser refuses */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // Plain HTTP has no clipboard object, so the text is copied from an invisible field.
  const area = document.createElement("textarea");
  area.value = text;
  // Nothing outside an open dialog can be selected.
  const [dialog = document.body] = [...document.querySelectorAll("dialog[open]")].reverse();
  dialog.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("The browser copies nothing");
}

/** How long a button shows that it has copied, in ms. */
export const COPIED_FOR = 2500;
