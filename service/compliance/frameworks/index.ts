/** Every framework, by the name it is asked for. */
import type { Framework, FrameworkId } from '../framework.ts';
import { euAiAct } from './eu-ai-act.ts';
import { iso42001 } from './iso-42001.ts';
import { nistAiRmf } from './nist-ai-rmf.ts';
import { owaspAgentic } from './owasp-agentic.ts';
import { soc2 } from './soc2.ts';

export const FRAMEWORKS: Record<FrameworkId, Framework> = {
  eu_ai_act: euAiAct,
  nist_ai_rmf: nistAiRmf,
  iso_42001: iso42001,
  soc2,
  owasp_agentic: owaspAgentic,
};
