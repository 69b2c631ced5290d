/** The server-side API of `fresh`. */
export { App } from "./app.ts";
export type { Context } from "./context.ts";
export { createDefine, page } from "./define.ts";
export { HttpError } from "./error.ts";
export { cors, csp, csrf, trailingSlashes } from "./middlewares.ts";
export { staticFiles } from "./static_files.ts";
export type { Middleware } from "./handlers.ts";
