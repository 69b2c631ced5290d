import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** How long a slice is, in ms. */
const SLICE = 8;

/**
 * Renders the items of a long list, and yields to other requests in between; the rest of a page is rendered in one go.
 * Islands among the items would not be started.
 *
 * @returns their HTML, one after the other.
 */
export async function renderInTurns<Item>(
  items: Iterable<Item>,
  render: (item: Item) => VNode,
): Promise<string> {
  let html = "";
  let start = performance.now();
  for (const item of items) {
    html += renderToString(render(item));
    if (performance.now() - start < SLICE) continue;
    await yieldToEventLoop();
    start = performance.now();
  }
  return html;
}
