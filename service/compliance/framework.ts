/**
 * What a framework is here: its controls, each told in words of our own, with the checks that answer it. It is a reading
 * of the framework and no copy of it: whoever needs the wording needs the framework itself.
 */
import type { CheckId } from './checks/index.ts';

export const FRAMEWORK_IDS = ['eu_ai_act', 'nist_ai_rmf', 'iso_42001', 'soc2', 'owasp_agentic'] as const;
export type FrameworkId = (typeof FRAMEWORK_IDS)[number];

export interface Control {
  /** As the framework numbers it. */
  id: string;
  title: string;
  /** One sentence. */
  asks: string;
  /** What answers it; none where all of it is outside what software can show. */
  checks: readonly CheckId[];
  /** What shows it to whoever looks; null where no check answers it. */
  evidence: string | null;
  /** What no check here can show, and somebody else must. */
  outside: string;
}

export interface Framework {
  id: FrameworkId;
  name: string;
  /** Which text the controls are a reading of: its version, and when it was published. */
  edition: string;
  /** Where that text is had, and against what the numbers and subjects of the controls were held. */
  source: string;
  /** Whom it concerns, and what of it is taken up here. */
  scope: string;
  controls: readonly Control[];
}
