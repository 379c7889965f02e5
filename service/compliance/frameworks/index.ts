/**
 * Every framework: its controls in our own words, each with the checks that answer it. It is a reading, not a copy: for
 * the wording, read the framework itself. The files beside this one hold the controls, so that their readers need no code.
 */
import { Failure } from '../../foundation/failure.ts';
import { CHECK_IDS, type CheckId, publishedCheck } from '../checks/index.ts';
import euAiAct from './eu-ai-act.json' with { type: 'json' };
import iso42001 from './iso-42001.json' with { type: 'json' };
import nistAiRmf from './nist-ai-rmf.json' with { type: 'json' };
import owaspAgentic from './owasp-agentic.json' with { type: 'json' };
import soc2 from './soc2.json' with { type: 'json' };

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

/** As a file states it: a control that no check answers leaves out `checks` and `evidence`. */
interface StatedFramework extends Omit<Framework, 'id' | 'controls'> {
  id: string;
  controls: readonly (Pick<Control, 'id' | 'title' | 'asks' | 'outside'> & {
    checks?: string[];
    evidence?: string;
  })[];
}

export const FRAMEWORKS: Record<FrameworkId, Framework> = {
  eu_ai_act: readFramework(euAiAct),
  nist_ai_rmf: readFramework(nistAiRmf),
  iso_42001: readFramework(iso42001),
  soc2: readFramework(soc2),
  owasp_agentic: readFramework(owaspAgentic),
};

function readFramework({ id, controls, ...framework }: StatedFramework): Framework {
  return {
    id: id as FrameworkId,
    ...framework,
    controls: controls.map(({ checks = [], evidence = null, outside, ...control }) => ({
      ...control,
      checks: checks as CheckId[],
      evidence,
      outside,
    })),
  };
}

/** The checks that some control of the framework rests on, in the published order. */
export function checksOf({ controls }: Pick<Framework, 'controls'>): CheckId[] {
  return CHECK_IDS.filter((id) => controls.some(({ checks }) => checks.includes(id)));
}

/** The frameworks as the API lists them. */
export function listFrameworks() {
  return FRAMEWORK_IDS.map((name) => {
    const { controls, ...framework } = FRAMEWORKS[name];
    return { ...framework, controls: controls.length };
  });
}

/** A framework with the checks that answer its controls. @throws {Failure} `not_found` */
export function describeFramework(name: string) {
  const id = FRAMEWORK_IDS.find((known) => known === name);
  if (id === undefined) throw new Failure('not_found', 'There is no such framework.');
  const framework = FRAMEWORKS[id];
  return {
    ...framework,
    controls: framework.controls.map((control) => ({ ...control, checks: [...control.checks] })),
    checks: checksOf(framework).map(publishedCheck),
  };
}
