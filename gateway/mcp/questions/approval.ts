/**
 * Handles a call that a human must approve first: the gateway waits as long as its setting allows, tells the client
 * that it still waits, and asks the human in front of the client if the settings let that answer count.
 */
import { type Approval, PermissionError, refusalBy, TimeoutError } from '@assize/client';
import { wordsOf } from '../log.ts';
import { type Answer, isModern, metaOf } from '../message.ts';
import type { Asking, Escalated } from './asking.ts';
import { answeredInClient, askedInClient, canElicit, isOwnState, questionFor } from './elicitation.ts';

/** `ask` is an answer that asks the client for more; the call comes again with it. */
export type Decided = { approved: Approval } | 'pending' | { refused: string } | { ask: Answer };

const PROGRESS_EVERY_MS = 5_000;

/** @throws the reason of the signal where the call was cancelled */
export async function approvalFor(
  asking: Asking,
  judgement: Escalated,
  call: { tool: string; arguments: unknown; mandateId: string | undefined },
): Promise<Decided> {
  const { request, governance } = asking;
  const mayAsk = governance.elicitation === 'approve' && canElicit(asking);
  if (mayAsk && isModern(request)) {
    if (!isOwnState(request.params?.requestState))
      return { ask: await askedInClient(asking, judgement, call) };
    const answered = await answeredInClient(asking, judgement.approvalId);
    return answered === undefined ? 'pending' : ofApproval(answered);
  }
  if (governance.waitMs <= 0) return 'pending';
  const over = new AbortController();
  const signal = AbortSignal.any([asking.signal, over.signal]);
  const stop = showProgress(asking, judgement.approvalId);
  try {
    const ways = [wait(asking, judgement.approvalId, signal)];
    if (mayAsk) ways.push(questionFor(asking, judgement, call, signal).then(ofApproval));
    return await Promise.race(ways);
  } finally {
    stop();
    over.abort();
  }
}

async function wait({ governance }: Asking, approvalId: string, signal: AbortSignal): Promise<Decided> {
  try {
    return ofApproval(
      await governance.assize.approvals.wait(approvalId, { timeoutMs: governance.waitMs, signal }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof PermissionError) {
      governance.logOnce(
        `the evidenceKey of ${governance.agent.name} lacks the scope evidence:read: calls do not wait for approvals`,
      );
    } else if (!(error instanceof TimeoutError)) {
      governance.log(`could not wait for the approval ${approvalId}: ${wordsOf(error)}`);
    }
    return 'pending';
  }
}

function ofApproval(approval: Approval): Decided {
  const { status } = approval;
  if (status === 'approved') return { approved: approval };
  return status === 'pending' ? 'pending' : { refused: refusalBy(approval) };
}

/** @returns a function that ends it */
function showProgress({ request, notify }: Asking, approvalId: string): () => void {
  const { progressToken } = metaOf(request);
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => {};
  let sent = 0;
  const send = () => {
    sent += 1;
    const message = `Waiting for a human to approve the call (${approvalId}).`;
    // Below 1, where most servers start their progress: it may only grow.
    notify({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: sent / 100_000, message },
    });
  };
  send();
  const timer = setInterval(send, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}
