import { AsyncLocalStorage } from "node:async_hooks";
import { outsideSpans } from "./spans.ts";

/** Request ids accepted from a proxy: a UUID, a number, 32 hexadecimal digits. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

const requests = new AsyncLocalStorage<{ id: string }>();

/** Runs `work` for one request: everything logged by it, now or later, carries the request's id. */
export function inRequest<T>(work: () => T): T {
  return requests.run({ id: crypto.randomUUID() }, work);
}

/** The id of the current request; undefined outside of one. */
export function requestId(): string | undefined {
  return requests.getStore()?.id;
}

/** Takes over the request id of a trusted proxy, if it is a valid id. */
export function adoptRequestId(id: string | null): void {
  const request = requests.getStore();
  if (request && id && REQUEST_ID.test(id)) request.id = id;
}

/** Runs work that a request only triggers, or that serves other requests too, outside its log and trace. */
export function outsideRequests<T>(work: () => T): T {
  return requests.exit(() => outsideSpans(work));
}
