/**
 * One case of one law, in a lawyer's terms: the request, the known facts, and the judgement that must follow. A missing
 * field has its default: an empty context, no facts, the default settings.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { LawSettings } from '../../governance/settings/terms/index.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../judgement.ts';
import type { EvaluationContext } from '../request.ts';

export interface Case {
  /** A sentence of which the law is the subject: `warns when the risk is high`. */
  name: string;
  action?: string;
  /** `agent-7` where it is left out; null for a request that names none. */
  agent_id?: string | null;
  context?: EvaluationContext;
  facts?: Partial<Facts>;
  settings?: Partial<LawSettings>;
  expect: Judgement['result'];
  reason?: string;
  details?: JsonObject;
  /** The change that the remedy must offer, exactly. */
  change?: JsonObject;
  /** What the remedy says. */
  note?: string;
}

export const VERIFIED: Partial<LawSettings> = { attestation: 'verified' };
