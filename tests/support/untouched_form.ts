/** The fields of the form that contains `field`, as a browser sends them without any input. */
export function untouchedForm(html: string, field: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(` name="${field}"`)) ?? "";
  const fields: Record<string, string> = {};
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const isChoice = /type="(?:radio|checkbox)"/.test(tag);
    if (isChoice && !/ checked(?:[ />]|=)/.test(tag)) continue;
    fields[attribute(tag, "name") ?? ""] = attribute(tag, "value") ?? (isChoice ? "on" : "");
  }
  for (const [, tag = "", text = ""] of form.matchAll(/<textarea\b([^>]*)>([^<]*)/g)) {
    fields[attribute(tag, "name") ?? ""] = text.replaceAll("&amp;", "&");
  }
  for (const [, tag = "", options = ""] of form.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? "";
    fields[attribute(tag, "name") ?? ""] = attribute(chosen, "value") ?? "";
  }
  const lines = (text: string) => text.replaceAll(/\r?\n/g, "\r\n");
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, lines(text)]));
}
