/** The nouns of Surface B, in the order of the API's description. A noun is one file and its line here. */
import type { Noun } from '../services.ts';
import { approvals } from '../shared/approval-routes.ts';
import { mandates } from '../shared/mandate-routes.ts';
import { evidenceB } from './evidence.ts';
import { governanceB } from './governance.ts';

export const NOUNS_B: readonly Noun[] = [governanceB, evidenceB, approvals('b'), mandates('b')];
