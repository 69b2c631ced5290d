import { page } from "fresh";
import { anchorOf, ApiSchema, Named } from "./(_components)/ApiSchema.tsx";
import { Card } from "@/components/Card.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { refuseMethods } from "@/lib/http/api.ts";
import type { JsonSchema } from "@/lib/http/openapi.ts";
import type { Operation } from "@/lib/http/openapi_operations.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";

const refuse = refuseMethods(["GET"]);

/**
 * The API's document as a page of plain HTML. Not @scalar/api-reference, which is 970 KB of compressed script for one
 * page, and by default fetches fonts and sends requests through its maker's servers.
 */
export const handler = define.handlers(async (ctx) => {
  if (ctx.req.method !== "GET" && ctx.req.method !== "HEAD") return refuse(ctx);
  const { openApiDocument } = await import("@/lib/http/openapi.ts");
  // Yields, so that many such requests at once do not block others.
  await yieldToEventLoop();
  return page(openApiDocument(ctx.state.services.settings), {
    // The document is public and long, so browsers may keep it and revalidate.
    headers: { "cache-control": "private, no-cache", "vary": "accept-language, cookie" },
  });
});

export default define.page<typeof handler>(function ApiDocsPage(props) {
  const { info, paths, components } = props.data;
  const reader = readerOf(props);
  const title = reader.t("common.forDevelopers");
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );
  return (
    <Page reader={reader} title={title} width="wide">
      <PageTitle over={info.version}>{title}</PageTitle>
      {/* The document is in English for all readers. */}
      <div class="space-y-6" lang="en" dir="ltr">
        <p>
          <a class="text-link" href="/api/openapi.json">Download the OpenAPI document</a>
        </p>
        <Prose text={info.description} />
        <nav aria-label="All operations">
          <ul class="grid gap-x-6 sm:grid-cols-2">
            {operations.map(({ path, method, operation }) => (
              <li key={operation.operationId}>
                <a
                  class="flex min-h-11 items-center gap-3 hover:underline"
                  href={`#${operation.operationId}`}
                >
                  <Method name={method} />
                  <code class="text-sm">{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {operations.map((one) => <Endpoint key={one.operation.operationId} {...one} />)}
        <h2 class="pt-6 text-3xl">Schemas</h2>
        {Object.entries(components.schemas).map(([name, schema]) => (
          <Card key={name} id={anchorOf(name)} title={name} level={3}>
            {schema.description && <Prose text={schema.description} class="muted" />}
            <ApiSchema schema={schema} />
          </Card>
        ))}
      </div>
    </Page>
  );
});

const METHOD_COLORS: Record<string, string> = {
  get: "bg-info text-info-content",
  post: "bg-success text-success-content",
  patch: "bg-warning text-warning-content",
  delete: "bg-error text-error-content",
};

function Method({ name }: { name: string }) {
  return (
    <span
      class={`rounded-selector px-2 py-0.5 font-mono text-xs font-bold ${
        METHOD_COLORS[name] ?? ""
      }`}
    >
      {name.toUpperCase()}
    </span>
  );
}

interface EndpointProps {
  path: string;
  method: string;
  operation: Operation;
}

function Endpoint({ path, method, operation }: EndpointProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return (
    <section class="paper space-y-4 p-5 sm:p-7" id={operationId}>
      <h2 class="text-xl">{summary}</h2>
      <p class="flex flex-wrap items-center gap-3">
        <Method name={method} />
        <code>{path}</code>
      </p>
      {description && <Prose text={description} class="muted" />}
      {parameters.length > 0 && (
        <>
          <h3 class="text-lg">Parameters</h3>
          <dl>
            {parameters.map((parameter) => (
              <div key={parameter.name} class="py-1">
                <Named name={parameter.name} isRequired={parameter.required}>
                  <span class="muted text-sm">{parameter.in}</span>
                </Named>
                <dd>
                  <Prose text={parameter.description} class="muted text-sm" />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {requestBody && (
        <>
          <h3 class="text-lg">Body</h3>
          <Content content={requestBody.content} />
        </>
      )}
      <h3 class="text-lg">Responses</h3>
      <dl class="space-y-2">
        {Object.entries(responses).map(([status, response]) => (
          <div key={status} class="grid grid-cols-[3.5rem_1fr] gap-x-2">
            <dt>
              <code class="font-semibold">{status}</code>
            </dt>
            <dd>
              <Prose text={response.description} class="muted text-sm" />
              {response.content && <Content content={response.content} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A sentence of the document; text between backticks is code. */
function Prose({ text, class: classes }: { text: string; class?: string }) {
  return (
    <p class={classes}>
      {text.split("`").map((part, index) =>
        index % 2 === 1 ? <code key={index}>{part}</code> : part
      )}
    </p>
  );
}

/** The schema of a JSON body; for any other body its media types. */
function Content({ content }: { content: NonNullable<Operation["requestBody"]>["content"] }) {
  const json = content["application/json"];
  if (json) return <SchemaLinks schema={json.schema} />;
  return <code class="text-sm">{Object.keys(content).join(", ")}</code>;
}

function SchemaLinks({ schema }: { schema: JsonSchema }) {
  const references = (schema.anyOf ?? [schema]).map(({ $ref }) => $ref ?? "");
  return (
    <ul class="flex flex-wrap gap-x-4">
      {references.map((reference) => (
        <li key={reference}>
          <a class="text-link text-sm" href={`#${anchorOf(reference)}`}>
            {reference.split("/").at(-1)}
          </a>
        </li>
      ))}
    </ul>
  );
}
