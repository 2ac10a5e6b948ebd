import { createHash } from 'node:crypto';

/** Something that took time, as OpenTelemetry has it. Nothing in it is content. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Kind of the error that it ended with; undefined: none. */
  readonly failure?: string | undefined;
  /** A span of another trace that it belongs with. */
  readonly link?: SpanPlace | undefined;
}

export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

export interface TraceSettings {
  /** Of an OTLP receiver over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
}

/** Sends spans to a collector. Work never waits for it, and never fails because of it. */
export interface TraceExport {
  add(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const ERROR_STATUS = 2;
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** Spans that come while so many wait are lost. */
const MOST_WAITING = 4_096;

export function openTraceExport(settings: TraceSettings, intervalMs = INTERVAL_MS): TraceExport {
  let waiting: Span[] = [];
  let sending: Promise<void> | null = null;
  const flush = (): void => {
    if (sending !== null || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    sending = send(settings, batch).finally(() => {
      sending = null;
    });
  };
  const timer = setInterval(flush, intervalMs).unref();
  return {
    add(span) {
      if (waiting.length < MOST_WAITING) waiting.push(span);
    },
    async close() {
      clearInterval(timer);
      await sending;
      flush();
      await sending;
    },
  };
}

/**
 * The trace of a workflow, and the span at its top. Both follow from its id, so that everything that works for it finds
 * them without being told, and nothing about traces is in its history.
 */
export function traceOf(workflowId: string): SpanPlace {
  const digest = digestOf(`trace ${workflowId}`);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** @param what tells the span from every other one */
export function spanIdOf(what: string): string {
  return digestOf(`span ${what}`).slice(0, 16);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function send({ endpoint, headers, service }: TraceSettings, spans: readonly Span[]): Promise<void> {
  const resource = { attributes: toAttributes({ 'service.name': service }) };
  const scopeSpans = [{ scope: { name: 'plumbline' }, spans: spans.map((span) => toOtlp(span)) }];
  try {
    const response = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch {
    // The spans are lost, and the next ones may arrive.
  }
}

/** In the JSON form of OTLP. */
function toOtlp({ startMs, endMs, kind, attributes, failure, link, ...span }: Span) {
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: toNanos(startMs),
    endTimeUnixNano: toNanos(endMs),
    attributes: toAttributes(attributes),
    ...(link !== undefined && { links: [link] }),
    ...(failure !== undefined && { status: { code: ERROR_STATUS, message: failure } }),
  };
}

function toNanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function toAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: toValue(value),
  }));
}

function toValue(value: string | number) {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
