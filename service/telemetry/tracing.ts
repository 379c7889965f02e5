/**
 * Spans made with OpenTelemetry's SDK, without its global state: nothing is patched, and two services in one
 * process trace separately. A request that is not recorded creates no spans.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import { AlwaysOnSampler, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { Failure } from '../foundation/failure.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { SamplerSettings } from './settings.ts';
import type { Place, RequestSpan, SentSpan, Span, SpanAttributes, Traced, TraceHeaders } from './traced.ts';

/** The methods that have a name; any other is `_OTHER`, so that callers can't invent names. */
const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);
/** The maximum length of a text that callers choose, such as the name of a tool. */
const MAX_TEXT_LENGTH = 256;
const SAMPLED = 1;

export interface TracingDeps {
  ids: IdSource;
  resource: Resource;
  sampler: SamplerSettings;
  ended(span: ReadableSpan): void;
}

export class Tracing implements Traced {
  readonly isOn = true;
  readonly #tracer: Tracer;
  readonly #sampler: SamplerSettings;
  readonly #ids: IdSource;
  readonly #places = new AsyncLocalStorage<Place>();

  constructor({ ids, resource, sampler, ended }: TracingDeps) {
    this.#ids = ids;
    this.#sampler = sampler;
    const processor = {
      onStart() {},
      onEnd: ended,
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    };
    const provider = new TracerProvider({
      resource,
      // Spans that are not recorded never get here.
      sampler: new AlwaysOnSampler(),
      idGenerator: { generateTraceId: () => ids.hex(16), generateSpanId: () => ids.hex(8) },
      spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
      spanProcessors: [processor],
    });
    this.#tracer = provider.getTracer('assize');
  }

  present(): Place | undefined {
    return this.#places.getStore();
  }

  within<T>(name: string, work: (span: Span | undefined) => T, alone?: 'alone'): T {
    const place = this.present();
    const isNew = place === undefined && alone === 'alone' && this.#drawn();
    const span = isNew ? this.#begin(name, SpanKind.INTERNAL, ROOT_CONTEXT) : place?.begin(name);
    if (!(span instanceof Recorded)) return work(undefined);
    return this.#places.run(span, () => untilDone(span, () => work(span)));
  }

  request(method: string, headers: TraceHeaders): RequestSpan | undefined {
    const caller = headers.traceparent === undefined ? undefined : callerOf(headers);
    const isRecorded =
      caller !== undefined && this.#sampler.callerDecides ? isSampled(caller) : this.#drawn();
    if (!isRecorded) return caller === undefined ? undefined : this.#passedOn(caller);
    const known = METHODS.has(method) ? method : '_OTHER';
    const parent = caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
    const span = this.#begin(known, SpanKind.SERVER, parent);
    span.set({ 'http.request.method': known });
    return {
      ids: span.ids,
      run: (work) => this.#places.run(span, work),
      end(attributes, error) {
        const route = attributes['http.route'];
        if (route !== undefined) span.rename(`${known} ${route}`);
        span.set(attributes);
        span.end(error);
      },
    };
  }

  sent(method: string, context: string): SentSpan | undefined {
    const [traceparent, tracestate] = context.split(' ');
    const cause = callerOf({ traceparent, tracestate });
    if (cause === undefined) return undefined;
    if (!isSampled(cause)) return { headers: headersOf(context), span: undefined };
    const span = this.#begin(method, SpanKind.CLIENT, trace.setSpanContext(ROOT_CONTEXT, cause));
    span.set({ 'http.request.method': method });
    return { headers: headersOf(span.context), span };
  }

  /**
   * The caller's context is passed on without the flag that says this service records, because it does not.
   */
  #passedOn(caller: SpanContext): RequestSpan {
    const place: Place = { context: contextOf(caller, 0), begin: () => undefined };
    return { ids: undefined, run: (work) => this.#places.run(place, work), end() {} };
  }

  #begin(name: string, kind: SpanKind, parent: Context): Recorded {
    return new Recorded(this.#tracer, this.#tracer.startSpan(name, { kind }, parent));
  }

  /** Callers choose trace ids, so the decision does not depend on them. */
  #drawn(): boolean {
    const { ratio } = this.#sampler;
    return ratio === 1 || (ratio > 0 && this.#ids.number48() < ratio * 2 ** 48);
  }
}

class Recorded implements Place, Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer;
    this.#span = span;
  }

  get context(): string {
    return contextOf(this.#span.spanContext(), SAMPLED);
  }

  get ids(): { trace_id: string; span_id: string } {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  begin(name: string): Recorded {
    return new Recorded(
      this.#tracer,
      this.#tracer.startSpan(name, {}, trace.setSpan(ROOT_CONTEXT, this.#span)),
    );
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) this.#span.setAttribute(name, value);
    }
  }

  end(error?: string): void {
    if (!this.#span.isRecording()) return;
    if (error !== undefined) {
      this.#span.setAttribute('error.type', error);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** Ends the span when its work ends, now or later. */
function untilDone<T>(span: Span, work: () => T): T {
  const failed = (error: unknown): never => {
    endWith(span, error);
    throw error;
  };
  try {
    const done = work();
    if (done instanceof Promise) {
      return done.then((value) => {
        span.end();
        return value;
      }, failed) as T;
    }
    span.end();
    return done;
  } catch (error) {
    return failed(error);
  }
}

/** A refusal is not an error of the service. Messages are left out: they may contain a caller's data. */
function endWith(span: Span, error: unknown): void {
  if (error instanceof Failure && error.code !== 'unavailable') {
    span.set({ 'assize.refused': error.code });
    span.end();
  } else span.end(error instanceof Failure ? error.code : error instanceof Error ? error.name : 'error');
}

function callerOf({ traceparent, tracestate }: TraceHeaders): SpanContext | undefined {
  const parsed = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (parsed === null) return undefined;
  const state = typeof tracestate === 'string' ? new TraceState(tracestate) : undefined;
  const isStated = state !== undefined && state.serialize() !== '';
  return { ...parsed, isRemote: true, ...(isStated && { traceState: state }) };
}

function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & SAMPLED) === SAMPLED;
}

function contextOf({ traceId, spanId, traceState }: SpanContext, flags: 0 | 1): string {
  const state = traceState?.serialize().replaceAll(' ', '') ?? '';
  return `00-${traceId}-${spanId}-0${flags}${state === '' ? '' : ` ${state}`}`;
}

function headersOf(context: string): Record<string, string> {
  const [traceparent = '', tracestate] = context.split(' ');
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}
