/** Sent only to pages whose islands receive signals as props. */
export { signal } from "@preact/signals";
