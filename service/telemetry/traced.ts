/**
 * Spans show what happens within one request, for finding the reason of a slow one; they form a trace across
 * several programs. A span carries ids, names from closed sets and numbers, and nothing of a payload.
 */

/** An undefined value is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

/** One piece of work, from its beginning to its end. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** @param error a code or the name of a class: messages may contain a caller's data. */
  end(error?: string): void;
}

/** The span that encloses the current work. */
export interface Place {
  /**
   * Continues the trace later or elsewhere: `traceparent` (W3C Trace Context, section 3.2), and after a space
   * `tracestate` if the caller sent one.
   */
  readonly context: string;
  /** @returns undefined if this trace is not recorded. */
  begin(name: string): Span | undefined;
}

/** The span of an incoming request. */
export interface RequestSpan {
  /** For log lines; undefined if the trace is not recorded. */
  readonly ids: { trace_id: string; span_id: string } | undefined;
  /** Everything that this work begins, also later, belongs to the request. */
  run(work: () => void): void;
  end(attributes: SpanAttributes, error?: string): void;
}

export interface SentSpan {
  headers: Record<string, string>;
  /** undefined if the trace is not recorded. */
  span: Span | undefined;
}

/** Tracing never fails and never waits. */
export interface Traced {
  /** Whether anything can be traced: if not, callers can skip all other calls. */
  readonly isOn: boolean;
  /** undefined if the current work belongs to no trace. */
  present(): Place | undefined;
  /**
   * Runs the work as its own span, in the trace of the current work.
   * @param alone begins a trace where there is none; by default the work then runs without a span.
   */
  within<T>(name: string, work: (span: Span | undefined) => T, alone?: 'alone'): T;
  /**
   * @param headers as received; invalid ones are ignored. @returns undefined if the request is not traced.
   */
  request(method: string, headers: TraceHeaders): RequestSpan | undefined;
  /** An outgoing request caused by an earlier one. @param context of the earlier one, from {@link Place}. */
  sent(method: string, context: string): SentSpan | undefined;
}

/** A request's headers; only `traceparent` and `tracestate` are read. */
export type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

export const NOT_TRACED: Traced = {
  isOn: false,
  present: () => undefined,
  within: (_name, work) => work(undefined),
  request: () => undefined,
  sent: () => undefined,
};
