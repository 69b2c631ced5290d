/** Puts a text on the clipboard. @throws if the browser refuses */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // Over plain http there is no clipboard object: the old way, from an invisible field.
  const area = document.createElement("textarea");
  area.value = text;
  // Beside an open dialog nothing can be selected.
  const [dialog = document.body] = [...document.querySelectorAll("dialog[open]")].reverse();
  dialog.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("The browser copies nothing");
}

/** How long a button says that it has copied, in ms. */
export const COPIED_FOR = 2500;
