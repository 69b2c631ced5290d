import { AsyncLocalStorage } from "node:async_hooks";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** Length of a slice, in ms. */
const SLICE = 8;

/**
 * Renders the items of a long list, and yields to other requests in between; the rest of a page is rendered in one go.
 * Items must contain no islands: they would not be started.
 *
 * @returns the HTML of all items.
 */
export async function renderInTurns<Item>(
  items: Iterable<Item>,
  render: (item: Item) => VNode,
): Promise<string> {
  let html = "";
  for await (const row of rowsOf(items, render)) html += row;
  return html;
}

async function* rowsOf<Item>(
  items: Iterable<Item>,
  render: (item: Item) => VNode,
): AsyncGenerator<string> {
  let start = performance.now();
  for (const item of items) {
    yield renderToString(render(item));
    if (performance.now() - start < SLICE) continue;
    await yieldToEventLoop();
    start = performance.now();
  }
}

/** The lists of the page being rendered, keyed by the HTML comments that stand in for them. */
const lists = new AsyncLocalStorage<Map<string, Uint8Array<ArrayBuffer>[]>>();
const LIST = /(<!--list-[\w-]+-->)/;

/**
 * Like {@linkcode renderInTurns}, for lists of megabytes: converts them to bytes at once, because the text of a page is
 * copied several times, at two bytes a character. Works only inside {@linkcode withLists}.
 *
 * @returns an HTML comment as a placeholder; "" if there are no items.
 */
export async function renderAsBytes<Item>(
  items: Iterable<Item>,
  render: (item: Item) => VNode,
): Promise<string> {
  const encoder = new TextEncoder();
  const rows: Uint8Array<ArrayBuffer>[] = [];
  for await (const row of rowsOf(items, render)) rows.push(encoder.encode(row));
  if (rows.length === 0) return "";
  const place = `<!--list-${crypto.randomUUID()}-->`;
  lists.getStore()?.set(place, rows);
  return place;
}

/** Replaces the placeholders of {@linkcode renderAsBytes} in a page with their lists. */
export async function withLists(answer: () => Promise<Response>): Promise<Response> {
  const made = new Map<string, Uint8Array<ArrayBuffer>[]>();
  const page = await lists.run(made, answer);
  if (made.size === 0) return page;
  const encoder = new TextEncoder();
  const parts = (await page.text()).split(LIST)
    .flatMap((part) => made.get(part) ?? [encoder.encode(part)]);
  return new Response(ReadableStream.from(parts), page);
}
