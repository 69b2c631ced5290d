import { App } from "./app.ts";
import { type Build, NO_BUILD } from "./build.ts";
import type { PageProps } from "./types.ts";

const wrapper = ({ Component }: PageProps) => (
  <html>
    <head>
      <meta charset="utf-8" />
    </head>
    <body>
      <Component />
    </body>
  </html>
);

/** An app with the given modules as its files, and a wrapper. */
export function appOf<State>(
  files: Record<string, object>,
  { app = new App<State>(), build = {} }: { app?: App<State>; build?: Partial<Build> } = {},
): App<State> {
  const modules = { "_app.tsx": { default: wrapper }, ...files };
  const routes = Object.entries(modules).map(([path, module]) => ({ path, module }));
  app.setBuild({ ...NO_BUILD, ...build, routes });
  return app.fsRoutes();
}

/** Sends a request to an app and reads the response. */
export async function ask<State>(app: App<State>, path: string, init: RequestInit = {}) {
  const response = await app.handler()(new Request(`http://localhost${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}
