/** The nouns of Surface B, in the order of the API's description. A noun is one file and its line here. */

import { approvals } from '../both/approval-routes.ts';
import { approvalsTogether } from '../both/approvals-together.ts';
import { mandates } from '../both/mandate-routes.ts';
import { planRoute } from '../both/plan-route.ts';
import { sessions } from '../both/session-routes.ts';
import type { Noun, Services } from '../services.ts';
import { evidenceB } from './evidence.ts';
import { governanceB } from './governance.ts';

export const NOUNS_B: readonly Noun<Services>[] = [
  governanceB,
  evidenceB,
  approvals('b'),
  approvalsTogether('b'),
  mandates('b'),
  planRoute('b'),
  sessions('b'),
];
