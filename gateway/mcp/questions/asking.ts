/** What asking a human about a call needs to know of it, and of the client that waits. */
import type { Judgement } from '@assize/client';
import type { Governance } from '../governance.ts';
import type { Answer, Fields, Notification, Request } from '../message.ts';

export interface Asking {
  governance: Governance;
  request: Request;
  signal: AbortSignal;
  /** As the client said in `initialize`. */
  clientCapabilities: Fields;
  notify: (notification: Notification) => void;
  /** @throws the reason of the signal */
  ask: (method: string, params: Fields, signal: AbortSignal) => Promise<Answer>;
}

export type Escalated = Judgement & { approvalId: string };
