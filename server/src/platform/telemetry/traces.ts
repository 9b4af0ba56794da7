import { randomBytes } from 'node:crypto';
import type { FailureLog } from '../process/failure-log.ts';

/**
 * Traces, exported as OTLP over HTTP (JSON) when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise they
 * cost nothing. The format is small and stable (opentelemetry-proto 1.x), and its SDK would be our
 * largest dependency. Spans that the collector does not take are lost: no request or delivery
 * should wait for them.
 */
export type Traces = {
  /**
   * Begins a span. It continues `parent`, a traceparent (W3C Trace Context). Without a valid one it
   * begins a new trace.
   */
  startSpan(name: string, kind: SpanKind, parent?: string | null): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

export type Span = {
  /** The traceparent for spans elsewhere that continue this one; null when nothing is exported. */
  traceparent: string | null;
  /** Begins a span that continues this one. */
  startSpan(name: string, kind: SpanKind): Span;
  end(attributes: Attributes, failed: boolean): void;
};

type SpanKind = keyof typeof KINDS;
type Attributes = Record<string, string | number | boolean | null>;

const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

/**
 * The number of spans in a batch; the next batch waits for it. While the collector is slow, further
 * spans are dropped, and the log says so.
 */
const BATCH_SIZE = 2048;
const BUFFER_MAX = 2 * BATCH_SIZE;
const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;

const noSpan: Span = { traceparent: null, startSpan: () => noSpan, end: () => {} };

export const noTraces: Traces = { startSpan: () => noSpan, close: async () => {} };

/**
 * Exports traces to `endpoint`, the OTEL_EXPORTER_OTLP_ENDPOINT without a path. `role` becomes an
 * attribute of the service. `headers` come from OTEL_EXPORTER_OTLP_HEADERS, for example the key of
 * a hosted collector.
 */
export function exportTraces(
  endpoint: string,
  role: string,
  exporting: Pick<FailureLog, 'failed' | 'worked'>,
  headers: Record<string, string> = {},
): Traces {
  let spans: object[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  const sent = () => {
    if (dropped === 0) return exporting.worked();
    exporting.failed(new Error('Spans came faster than the collector accepted them.'), {
      spans_dropped: dropped,
    });
    dropped = 0;
  };
  const flush = async () => {
    if (sending === null && spans.length > 0) {
      sending = sendSpans(endpoint, headers, role, spans).then(sent, (error) =>
        exporting.failed(reasonOf(error)),
      );
      spans = [];
      await sending;
      sending = null;
      if (spans.length >= BATCH_SIZE) void flush();
    }
    await sending;
  };
  const timer = setInterval(flush, EXPORT_INTERVAL_MS);
  timer.unref();
  const keep = (span: object) => {
    if (spans.length >= BUFFER_MAX) return void dropped++;
    spans.push(span);
    if (spans.length === BATCH_SIZE) void flush();
  };
  return {
    startSpan: (name, kind, parent) => startSpan(keep, name, kind, parent),
    close: async () => {
      clearInterval(timer);
      await flush();
      // Sends the spans that came during the last batch.
      await flush();
    },
  };
}

/** Begins a span that goes to `keep` as OTLP when it ends. */
function startSpan(keep: (span: object) => void, name: string, kind: SpanKind, parent?: string | null): Span {
  const started_ms = Date.now();
  const started = performance.now();
  const [, trace_id, parent_id] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent ?? '') ?? [];
  const traceId = trace_id ?? randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const traceparent = `00-${traceId}-${spanId}-01`;
  return {
    traceparent,
    startSpan: (name, kind) => startSpan(keep, name, kind, traceparent),
    end: (attributes, failed) =>
      keep({
        traceId,
        spanId,
        parentSpanId: parent_id ?? '',
        name,
        kind: KINDS[kind],
        startTimeUnixNano: nanoseconds(started_ms),
        endTimeUnixNano: nanoseconds(started_ms + performance.now() - started),
        attributes: toAttributes(attributes),
        status: { code: failed ? 2 : 0 },
      }),
  };
}

async function sendSpans(
  endpoint: string,
  headers: Record<string, string>,
  role: string,
  spans: object[],
): Promise<void> {
  const resource = { attributes: toAttributes({ 'service.name': 'rapport', 'service.instance.role': role }) };
  const scopeSpans = [{ scope: { name: 'rapport' }, spans }];
  const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
    signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The collector of traces answered ${response.status}.`);
}

/**
 * The reason of a failed fetch: fetch itself reports only that it failed, and has the reason as its
 * cause. A time-out is a DOMException.
 */
function reasonOf(error: Error): Error {
  if (error.name === 'TimeoutError')
    return new Error(`There was no answer within ${EXPORT_TIMEOUT_MS / 1000} s.`);
  return error.cause instanceof Error ? error.cause : error;
}

function toAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: Attributes[string]): object {
  if (typeof value === 'number') return { doubleValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}

function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;
}
