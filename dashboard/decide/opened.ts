/** The answer to the token of a link: what it is for, and the approval once nothing is missing. */
import type { Approval } from '../../client/api.ts';

export interface Opened {
  approval_id: string;
  tenant: string;
  environment: 'production' | 'sandbox';
  member: { name: string };
  /** How its person must sign in before they see it. */
  sign_in: 'none' | 'session' | 'passkey';
  approval: Approval | null;
  /** The record of the evaluation that asks; null where it was removed. */
  evaluation: Record<string, unknown> | null;
}
