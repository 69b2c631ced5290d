import { type Context, createContext } from "preact";

/**
 * Where an element of the head is being rendered: inside the document's own `<head>`, inside a
 * `<Head>` from which it is to be lifted there, or elsewhere (undefined), where it stays.
 */
export const HeadPlace: Context<"document" | "lifted" | undefined> = /* @__PURE__ */ createContext<
  "document" | "lifted" | undefined
>(undefined);
