/**
 * One case of one law, in a lawyer's terms: the request, the known facts, and the result that must follow. A missing
 * field has its default: an empty context, no facts, the default settings.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { LawResult } from '@assize/service/evaluation/laws/law.ts';
import type { Facts } from '@assize/service/evaluation/question/facts.ts';
import type { EvaluationContext } from '@assize/service/evaluation/question/request.ts';
import type { LawSettings } from '@assize/service/governance/settings/terms/index.ts';

export interface Case {
  /** A sentence whose subject is the law: `warns when the risk is high`. */
  name: string;
  action?: string;
  /** `agent-7` by default; null for a request that names no agent. */
  agent_id?: string | null;
  context?: EvaluationContext;
  facts?: Partial<Facts>;
  settings?: Partial<LawSettings>;
  expect: LawResult['result'];
  reason?: string;
  details?: JsonObject;
  /** The change that the remedy must offer, exactly. */
  change?: JsonObject;
  /** The text of the remedy. */
  note?: string;
}

export const VERIFIED: Partial<LawSettings> = { attestation: 'verified' };
