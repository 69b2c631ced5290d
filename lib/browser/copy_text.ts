/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // Over plain http there is no clipboard object: the old way, from an invisible field.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** How long a button says that it has copied, in ms. */
export const COPIED_FOR = 2500;
