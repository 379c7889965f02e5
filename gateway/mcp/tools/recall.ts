/**
 * Recalls the calls that an earlier gateway left behind: those of its agent that still wait for an approval, or have
 * an unused one. The same call continues under it, though the client could not name it.
 */
import type { Approval, Assize } from '@assize/client';
import { type Fields, isFields } from '../message.ts';
import { callKey, type Remembered, type Waiting } from './remembered-calls.ts';

/** For each state; a forgotten call asks for a new approval. */
const MAX_RECALLED = 100;

/** @throws {AssizeError} */
export async function recall(
  { approvals }: Pick<Assize, 'approvals'>,
  { agent, server }: { agent: string; server: string },
  waiting: Remembered<Waiting>,
): Promise<void> {
  for (const status of ['pending', 'approved'] as const) {
    const { items } = await approvals.list({ status, agent_id: agent, limit: MAX_RECALLED });
    for (const approval of items) {
      const call = callOf(approval, server);
      if (call === undefined) continue;
      const key = callKey(call);
      waiting.set(key, { approvalId: approval.approval_id, definition: undefined });
    }
  }
}

function callOf({ context }: Approval, server: string): { tool: string; arguments: unknown } | undefined {
  const { tool, arguments: given } = context as Fields;
  if (!isFields(tool) || tool.server !== server || typeof tool.name !== 'string') return undefined;
  return { tool: tool.name, arguments: given };
}
