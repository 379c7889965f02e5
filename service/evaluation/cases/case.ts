/**
 * One case of one law, as a lawyer would put it: what was asked, what was known, and what must follow. A field left
 * out is at its default: an empty context, nothing known, the default settings.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { LawSettings } from '../../governance/settings/index.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../judgement.ts';
import type { EvaluationContext } from '../request.ts';

export interface Case {
  /** A sentence of which the law is the subject: `warns when the risk is high`. */
  name: string;
  action?: string;
  context?: EvaluationContext;
  facts?: Partial<Facts>;
  settings?: Partial<LawSettings>;
  expect: Judgement['result'];
  reason?: string;
  details?: JsonObject;
  /** The change that the remedy must offer, exactly. */
  change?: JsonObject;
}

export const VERIFIED: Partial<LawSettings> = { attestation: 'verified' };
