/** The trace that a request belongs to (W3C Trace Context), as headers. */

export interface TraceContext {
  traceparent: string;
  tracestate?: string | undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** The characters that a header can hold. */
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** A trace that can't be sent is left out: it must not cost a verdict. */
export function traceHeaders(trace: TraceContext | undefined): Record<string, string> {
  if (trace === undefined || !TRACEPARENT.test(trace.traceparent)) return {};
  const { traceparent, tracestate = '' } = trace;
  return TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
