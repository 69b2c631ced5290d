import { createDefine } from "fresh";
import type { Reader } from "./pages/reader.ts";
import type { Services } from "./services.ts";

/** What the middlewares of main.ts give to every route. */
export interface State {
  services: Services;
  /** Who is asking, as a key for limits. */
  client: string;
  /** For whom a page is written; pages get it by `readerOf`. */
  reader?: Reader;
}

export const define = createDefine<State>();
