import type { ComponentChildren } from "preact";
import type { JsonSchema } from "@/lib/http/openapi.ts";

/** A schema: the fields of an object, its alternatives (`oneOf`), or its parts (`allOf`). */
export function ApiSchema({ schema }: { schema: JsonSchema }) {
  if (schema.oneOf) {
    return (
      <>
        <p class="muted text-sm">One of these:</p>
        <ul class="gap-x-6 sm:columns-2">
          {schema.oneOf.map((choice) => (
            <li key={choice.$ref} class="flex min-h-11 items-center">
              <TypeName schema={choice} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (schema.allOf) {
    return schema.allOf.map((part, index) =>
      part.$ref
        ? (
          <p key={index}>
            <TypeName schema={part} />
          </p>
        )
        : <ApiSchema key={index} schema={part} />
    );
  }
  return (
    <dl class="divide-base-300 divide-y">
      {Object.entries(schema.properties ?? {}).map(([name, field]) =>
        typeof field !== "boolean" && (
          <div key={name} class="py-2">
            <Named name={name} isRequired={schema.required?.includes(name)}>
              <TypeName schema={field} />
            </Named>
            <dd class="muted text-sm">
              <p>{notesOf(field)}</p>
              {fieldsInside(field).map((inner) => (
                <div key="inner" class="border-base-300 mt-1 border-s-2 ps-4">
                  <ApiSchema schema={inner} />
                </div>
              ))}
            </dd>
          </div>
        )
      )}
    </dl>
  );
}

interface NamedProps {
  name: string;
  isRequired: boolean | undefined;
  children: ComponentChildren;
}

/** The name of a field or a parameter, with a short note about it. */
export function Named({ name, isRequired, children }: NamedProps) {
  return (
    <dt class="flex flex-wrap items-baseline gap-x-3">
      <code class="font-semibold">{name}</code>
      {children}
      {isRequired && <span class="text-secondary text-sm font-semibold">required</span>}
    </dt>
  );
}

function TypeName({ schema }: { schema: JsonSchema }) {
  const target = schema.$ref ?? itemsOf(schema)?.$ref;
  const text = <code class="text-sm">{typeText(schema)}</code>;
  return target ? <a class="text-link" href={`#${anchorOf(target)}`}>{text}</a> : text;
}

/** The anchor of a schema, by its reference or its name. */
export function anchorOf(reference: string): string {
  return `schema-${reference.split("/").at(-1)}`;
}

function typeText(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeText).join(" & ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(" | ");
  const items = itemsOf(schema);
  if (items) return `${typeText(items)}[]`;
  if (schema.prefixItems) {
    const parts = schema.prefixItems.map((part) => typeof part === "object" ? typeText(part) : "");
    return `[${parts.join(", ")}]`;
  }
  const type = [schema.type ?? "any"].flat().join(" | ");
  return schema.format ? `${type} (${schema.format})` : type;
}

function notesOf(schema: JsonSchema): string {
  const limits = [
    range("", schema.minimum, schema.maximum),
    range("length ", schema.minLength, schema.maxLength),
    range("items ", schema.minItems, schema.maxItems),
  ];
  const [example] = schema.examples ?? [];
  return [
    schema.description,
    ...limits,
    example !== undefined && `example ${JSON.stringify(example)}`,
  ].filter(Boolean).join(" · ");
}

function range(what: string, min: number | undefined, max: number | undefined): string {
  const isUseful = (min ?? 0) !== 0 || (max !== undefined && max < Number.MAX_SAFE_INTEGER);
  return isUseful ? `${what}${min ?? 0} – ${max ?? "∞"}` : "";
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === "object" && !Array.isArray(items) ? items : undefined;
}

/** The objects inside a field that have no schema name of their own. */
function fieldsInside(schema: JsonSchema): JsonSchema[] {
  const inner = itemsOf(schema) ?? schema;
  return [inner, ...(inner.anyOf ?? [])].filter((one) => one.properties || one.allOf).slice(0, 1);
}
