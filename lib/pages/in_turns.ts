import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** How long a slice is, in ms. */
const SLICE = 8;

/**
 * Renders the items of a list that can be long, and lets others in between: the rest of a page is rendered
 * without a break. An island among them would stay asleep.
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
