/** `deno task client`: writes client/types.ts, and builds the files that `npm pack` in client/ packs. */
import * as esbuild from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { ERROR_CODES, type ErrorCode, statusOf } from "@/lib/game/errors.ts";
import { answersOf, OPERATION_NAMES, OPERATIONS } from "@/lib/game/operations.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";
import { parseSettings } from "@/lib/settings.ts";
import { sourceUrl } from "./sources.ts";

/** Errors of requests outside all operations, which the document does not list. */
const OF_NO_OPERATION: ReadonlySet<string> = new Set<ErrorCode>([
  "MALFORMED_ADDRESS",
  "NOT_FOUND",
  "METHOD_UNKNOWN",
  "METHOD_NOT_ALLOWED",
]);

/** The text of client/types.ts: the schemas of the OpenAPI document, and three tables that do not fit in it. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument(parseSettings({}));
  const { schemas, examples } = document.components;
  const types = await openapiTS(
    JSON.stringify({ ...document, paths: {}, components: { schemas } }),
    { alphabetize: true },
  );
  // Actions that give someone their first link run once per idempotency key.
  const repeatable = OPERATION_NAMES.filter((name) =>
    "invited" in OPERATIONS[name].by || "claiming" in OPERATIONS[name].by
  );
  const answers = OPERATION_NAMES.map((name) =>
    `  ${name}: ${answersOf(name).map((schema) => schema.meta()?.id).join(" | ")};`
  );
  const statuses = ERROR_CODES.filter((code) => code in examples || OF_NO_OPERATION.has(code))
    .map((code) => `  ${code}: ${statusOf(code)};`);
  return [
    "// Written by `deno task client` from the schemas of the service.",
    "// deno-lint-ignore-file",
    "// deno-fmt-ignore-file",
    namedTypes(astToString(types)),
    "/** What each action answers. */",
    "export interface Answers {",
    ...answers,
    "}",
    "/** Every error of the API, and its HTTP status. */",
    "export interface Statuses {",
    ...statuses,
    "}",
    "/** Actions that take an idempotency key. */",
    `export const REPEATABLE_ACTIONS = ${JSON.stringify(repeatable)} as const;`,
    "",
  ].join("\n");
}

/** Declares the members of `components.schemas` as types, with the names that clients import. */
function namedTypes(module: string): string {
  const [, schemas] = /^ {4}schemas: \{\n(.*?)^ {4}\};$/ms.exec(module) ?? [];
  if (!schemas) throw new Error("The schemas are written in another form than expected");
  return schemas.replace(/^ {8}/gm, "")
    .replace(/^(\w+): /gm, "export type $1 = ")
    .replace(/\bcomponents\["schemas"\]\["(\w+)"\]/g, "$1");
}

if (import.meta.main) {
  const client = new URL(sourceUrl("client/"));
  const path = new URL("types.ts", client);
  const types = await clientTypes();
  // Written only if it has changed, because tests read it while one of them packs the client.
  if (await Deno.readTextFile(path) !== types) await Deno.writeTextFile(path, types);
  await esbuild.build({
    entryPoints: [new URL("mod.ts", client).pathname],
    outdir: new URL("dist/", client).pathname,
    bundle: true,
    format: "esm",
    target: "es2022",
  });
  await esbuild.stop();
  for (const file of ["mod", "types"]) {
    const text = await Deno.readTextFile(new URL(`${file}.ts`, client));
    const { outputText } = ts.transpileDeclaration(text, {
      compilerOptions: { isolatedDeclarations: true },
    });
    await Deno.writeTextFile(
      new URL(`dist/${file}.d.ts`, client),
      outputText.replaceAll('"./types.ts"', '"./types.d.ts"'),
    );
  }
}
