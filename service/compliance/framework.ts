/**
 * A framework: its controls in our own words, each with the checks that answer it. It is a reading of the framework and
 * no copy: for the wording, read the framework itself.
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
  /** Where a reader finds it shown; null where no check answers it. */
  evidence: string | null;
  /** The part that no check here can show, and that people must. */
  outside: string;
}

export interface Framework {
  id: FrameworkId;
  name: string;
  /** Which text the controls are a reading of: its version, and when it was published. */
  edition: string;
  /** Where to get that text, and what the numbers and subjects of the controls were compared with. */
  source: string;
  /** The systems that it concerns, and the part that is covered here. */
  scope: string;
  controls: readonly Control[];
}
