import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { giveWay } from "../http/give_way.ts";

/** How long others wait at a time, in ms: a request of theirs takes several turns. */
const TURN = 2;

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
  let turn = performance.now();
  for (const item of items) {
    html += renderToString(render(item));
    if (performance.now() - turn < TURN) continue;
    await giveWay();
    turn = performance.now();
  }
  return html;
}
