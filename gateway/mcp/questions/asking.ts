/** The facts about a call, and about the waiting client, that asking a human needs. */
import type { Judgement } from '@assize/client';
import type { Governance } from '../governance.ts';
import type { Answer, Fields, Notification, Request } from '../message.ts';

export interface Asking {
  governance: Governance;
  request: Request;
  signal: AbortSignal;
  /** From the client's `initialize`. */
  clientCapabilities: Fields;
  notify: (notification: Notification) => void;
  /** @throws the reason of the signal */
  ask: (method: string, params: Fields, signal: AbortSignal) => Promise<Answer>;
}

export type Escalated = Judgement & { approvalId: string };
