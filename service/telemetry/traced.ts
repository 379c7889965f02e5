/**
 * What happens within one request, for those who look for the reason of a slow one: spans, which form a trace over
 * several programs. A span says ids, names from closed sets and numbers, and nothing of a payload.
 */

/** An undefined value is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

/** One piece of work, from its beginning to its end. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** @param error a code or the name of a class: messages can hold what a caller sent. */
  end(error?: string): void;
}

/** The span under which the present work stands. */
export interface Place {
  /**
   * For those who continue the trace later or elsewhere: `traceparent` (W3C Trace Context, section 3.2), and after a
   * space `tracestate` where the caller sent one.
   */
  readonly context: string;
  /** @returns undefined where this trace is not recorded. */
  begin(name: string): Span | undefined;
}

/** The span of a request that arrived. */
export interface RequestSpan {
  /** For log lines; undefined where the trace is not recorded. */
  readonly ids: { trace_id: string; span_id: string } | undefined;
  /** What this work begins, also later, belongs to the request. */
  run(work: () => void): void;
  end(attributes: SpanAttributes, error?: string): void;
}

export interface SentSpan {
  headers: Record<string, string>;
  /** undefined where the trace is not recorded. */
  span: Span | undefined;
}

/** Tracing never fails and never waits. */
export interface Traced {
  /** Whether anything can be traced: if not, no one need ask. */
  readonly isOn: boolean;
  /** undefined where the present work belongs to no trace. */
  present(): Place | undefined;
  /**
   * Does the work as a span of its own, in the trace of the present work.
   * @param alone begins a trace where there is none; by default the work is only done.
   */
  within<T>(name: string, work: (span: Span | undefined) => T, alone?: 'alone'): T;
  /** @param headers as they came; those that are not valid are ignored. @returns undefined where it is not traced. */
  request(method: string, headers: TraceHeaders): RequestSpan | undefined;
  /** A request that is sent because of an earlier one. @param context of the earlier one, as {@link Place} gave it. */
  sent(method: string, context: string): SentSpan | undefined;
}

/** Of a request; `traceparent` and `tracestate` are read. */
export type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

export const NOT_TRACED: Traced = {
  isOn: false,
  present: () => undefined,
  within: (_name, work) => work(undefined),
  request: () => undefined,
  sent: () => undefined,
};
