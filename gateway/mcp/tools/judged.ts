/** Asks about one call, under the approval that it waits for, and as a human may have corrected it. */
import type { Approval, Judgement, ToolCall, TraceContext } from '@assize/client';
import type { Governance } from '../governance.ts';
import { metaOf, type Request } from '../message.ts';
import { repeatsArguments, textOf } from './named-call.ts';

interface JudgedCall {
  governance: Pick<Governance, 'assize'>;
  request: Request;
  /** The headers of the client's own request, where it came by HTTP. */
  headers: Headers | undefined;
  signal: AbortSignal;
}

/** With the arguments that a human corrected, unless the client's headers repeat its own. */
export function judged(
  { governance, signal, request, headers }: JudgedCall,
  asked: ToolCall,
  approvalId: string | undefined,
  approval?: Approval,
): Promise<Judgement> {
  return governance.assize.resume(
    { ...asked, approvalId },
    { signal, trace: traceOf(request, headers), approval, takesCorrection: !repeatsArguments(headers) },
  );
}

/** The trace of the call itself, as MCP has it in `_meta`, or else of the HTTP request that it came by. */
function traceOf(request: Request, headers: Headers | undefined): TraceContext | undefined {
  const { traceparent, tracestate } = metaOf(request);
  const inCall = textOf(traceparent);
  if (inCall !== undefined) return { traceparent: inCall, tracestate: textOf(tracestate) };
  const inHeaders = headers?.get('traceparent');
  if (inHeaders == null) return undefined;
  return { traceparent: inHeaders, tracestate: headers?.get('tracestate') ?? undefined };
}
