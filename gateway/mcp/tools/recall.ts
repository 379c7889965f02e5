/**
 * Recalls the calls that an earlier gateway left behind: those of this caller that still wait for an approval, or have
 * an unused one. The same call continues under it, though the client could not name it.
 */
import type { Approval, Assize } from '@assize/client';
import type { Governance } from '../governance.ts';
import { type Fields, isFields } from '../message.ts';
import { callKey, type Remembered, type Waiting } from './remembered-calls.ts';

/** For each state; a forgotten call asks for a new approval. */
const MAX_RECALLED = 100;

/** @throws {AssizeError} */
export async function recall(
  { approvals }: Pick<Assize, 'approvals'>,
  { agent, user, server }: Pick<Governance, 'agent' | 'user' | 'server'>,
  waiting: Remembered<Waiting>,
): Promise<void> {
  for (const status of ['pending', 'approved'] as const) {
    const { items } = await approvals.list({ status, agent_id: agent.name, limit: MAX_RECALLED });
    for (const approval of items) {
      // The same agent may act for several people.
      const call = approval.user_id === (user ?? null) ? callOf(approval, server) : undefined;
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
