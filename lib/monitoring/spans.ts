import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";

export { SpanKind };

const tracer = trace.getTracer("gift-exchange");

/** True if Deno collects traces; otherwise everything below costs nothing. */
const isTracing = tracer.startSpan("probe").isRecording();

/** What can be recorded on a span while it is open. */
export interface SpanNotes {
  note(attributes: Attributes): void;
  /** Marks the span as failed because of a defect on our side. */
  fail(kind: string): void;
}

const NO_NOTES: SpanNotes = { note() {}, fail() {} };

interface SpanOptions {
  attributes?: Attributes;
  kind?: SpanKind;
  /** A `traceparent`: makes the span a child of its cause instead of the current span. */
  parent?: string | undefined;
}

/**
 * Runs `work` in a child span of the current one. Attributes and names must never hold personal data.
 *
 * Deno makes a span of its own for each request, with a URL that may hold tokens. So traces use the sampler
 * `parentbased_always_off`: a span is kept if its parent is, and the first span here claims a sampled parent.
 */
export function traced<T>(
  name: string,
  { attributes = {}, kind = SpanKind.INTERNAL, parent }: SpanOptions,
  work: (notes: SpanNotes) => Promise<T>,
): Promise<T> {
  if (!isTracing) return work(NO_NOTES);
  return tracer.startActiveSpan(name, { kind, attributes }, placeBelow(parent), async (span) => {
    try {
      return await work(notesOf(span));
    } catch (error) {
      span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs synchronous work in a child span of the current one. Spans started in it do not become its children. */
export function tracedAtOnce<T>(name: string, attributes: Attributes, work: () => T): T {
  if (!isTracing) return work();
  const span = tracer.startSpan(name, { attributes }, placeBelow());
  try {
    return work();
  } catch (error) {
    span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
    throw error;
  } finally {
    span.end();
  }
}

/** The current span as a W3C `traceparent`; undefined if no traces are kept. */
export function traceparent(): string | undefined {
  const span = isTracing ? trace.getActiveSpan()?.spanContext() : undefined;
  return span && isKept(span) ? `00-${span.traceId}-${span.spanId}-01` : undefined;
}

/** Runs work that does not belong to the current span. */
export function outsideSpans<T>(work: () => T): T {
  return isTracing ? context.with(ROOT_CONTEXT, work) : work();
}

function notesOf(span: Span): SpanNotes {
  return {
    note: (attributes) => void span.setAttributes(attributes),
    fail(kind) {
      span.setAttribute("error.type", kind);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

function placeBelow(parent?: string): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent ?? "") ?? [];
  if (traceId && spanId) return below({ traceId, spanId });
  const active = trace.getActiveSpan()?.spanContext();
  if (active && isKept(active)) return context.active();
  return below(active ?? { traceId: randomHex(16), spanId: randomHex(8) });
}

function below({ traceId, spanId }: Pick<SpanContext, "traceId" | "spanId">): Context {
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

function isKept({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
