/** The designs to compare: from the caller's claims alone to plans and the origin of each value. */

export interface Design {
  name: string;
  /** The tenant's catalogue of tools, and a mandate with the words of each task. */
  words?: true;
  /** The tenant's known targets, and what a human approved earlier. */
  records?: true;
  /** The mandate has the plan of its scenario. */
  plan?: true;
  /** A human is asked about tools that only read, too, if the plan does not have them. */
  holdsReads?: true;
  /** Per cent of the plan's tools that its planner forgot. */
  forgotten?: number;
  /** Each call names a session, and its result is reported. */
  provenance?: true;
  /** All ready packs are in force, as they are in the repository. */
  packs?: true;
}

const CLAIMS: Design = { name: 'claims' };
const WORDS: Design = { name: 'words', words: true };
const RECORDS: Design = { ...WORDS, name: 'words and records', records: true };
const PLAN: Design = { ...RECORDS, name: 'plan', plan: true };
export const WHOLE: Design = { ...PLAN, name: 'plan and provenance', provenance: true };
const STRICT: Design = {
  ...WHOLE,
  name: 'plan and provenance, forgotten reads held',
  holdsReads: true,
};
export const WITH_PACKS: Design = { ...WHOLE, name: 'plan and provenance, with all packs', packs: true };

const forgetting = (design: Design, forgotten: number): Design => ({
  ...design,
  name: `${design.name}, ${forgotten} % forgotten`,
  forgotten,
});

/** Each is measured with the requests of a framework; the whole also with those of the other integrators. */
export const COMPARISONS: readonly (readonly [Design, Integrator])[] = [
  [CLAIMS, 'raw'],
  [WORDS, 'raw'],
  [RECORDS, 'raw'],
  [PLAN, 'raw'],
  [forgetting(PLAN, 5), 'raw'],
  [forgetting(PLAN, 10), 'raw'],
  [WHOLE, 'raw'],
  [forgetting(WHOLE, 5), 'raw'],
  [forgetting(WHOLE, 10), 'raw'],
  [STRICT, 'raw'],
  [WITH_PACKS, 'raw'],
  [WHOLE, 'gateway'],
  [WHOLE, 'mapped'],
];

/** The ways in which callers write their requests. */
export type Integrator = 'raw' | 'gateway' | 'mapped';
