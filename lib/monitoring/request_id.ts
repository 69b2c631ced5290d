import { AsyncLocalStorage } from "node:async_hooks";
import { outsideSpans } from "./spans.ts";

/** What a proxy may call a request: a UUID, a number, 32 hexadecimal digits. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

const requests = new AsyncLocalStorage<{ id: string }>();

/** Does `work` for one request: what is logged meanwhile, and by what that leads to, has its id. */
export function inRequest<T>(work: () => T): T {
  return requests.run({ id: crypto.randomUUID() }, work);
}

/** The id of the request that is being answered; undefined: none is. */
export function requestId(): string | undefined {
  return requests.getStore()?.id;
}

/** Calls the request what a trusted proxy calls it, where that can be a name at all. */
export function adoptRequestId(id: string | null): void {
  const request = requests.getStore();
  if (request && id && REQUEST_ID.test(id)) request.id = id;
}

/** Does what a request has only set off, and what goes on for others: apart from its log and its trace. */
export function outsideRequests<T>(work: () => T): T {
  return requests.exit(() => outsideSpans(work));
}
