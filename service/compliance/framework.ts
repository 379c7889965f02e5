/**
 * A framework: its controls in our own words, each with the checks that answer it. It is a reading, not a copy: for the
 * wording, read the framework itself.
 */
import type { CheckId } from './checks/index.ts';

export const FRAMEWORK_IDS = ['eu_ai_act', 'nist_ai_rmf', 'iso_42001', 'soc2', 'owasp_agentic'] as const;
export type FrameworkId = (typeof FRAMEWORK_IDS)[number];

export interface Control {
  /** The number in the framework. */
  id: string;
  title: string;
  /** One sentence. */
  asks: string;
  /** The checks that answer it; none where software can show no part of it. */
  checks: readonly CheckId[];
  /** The place where a reader finds it shown; null where no check answers it. */
  evidence: string | null;
  /** The part that no check here can show, so that people must. */
  outside: string;
}

export interface Framework {
  id: FrameworkId;
  name: string;
  /** The version and date of the text that the controls are a reading of. */
  edition: string;
  /** The source of that text, and the text that the controls' numbers and subjects were compared with. */
  source: string;
  /** The systems that it concerns, and the part that is covered here. */
  scope: string;
  controls: readonly Control[];
}
