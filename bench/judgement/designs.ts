/** The designs to compare: the whole product, and the product with parts switched off. */

export type Switched = 'tools' | 'contents' | 'targets' | 'records' | 'memory' | 'mandate';

export interface Design {
  name: string;
  without: readonly Switched[];
  /** All ready packs are in force, as they are in the repository. */
  packs?: true;
}

export const WHOLE: Design = { name: 'whole', without: [] };
export const NO_MANDATE: Design = { name: 'without a mandate', without: ['mandate'] };
export const WITH_PACKS: Design = { name: 'whole, with all packs', without: [], packs: true };

const ALL: Switched[] = ['tools', 'contents', 'targets', 'records', 'memory', 'mandate'];

/**
 * Each is measured with the requests of a framework; the two that have targets also with those of the other
 * integrators.
 */
export const COMPARISONS: readonly (readonly [Design, Integrator])[] = [
  [WHOLE, 'raw'],
  [NO_MANDATE, 'raw'],
  [{ name: 'without contents', without: ['contents'] }, 'raw'],
  [{ name: 'without targets', without: ['targets'] }, 'raw'],
  [{ name: 'without records', without: ['records'] }, 'raw'],
  [{ name: 'without memory', without: ['memory'] }, 'raw'],
  [{ name: 'tools and contents alone', without: ['mandate', 'records', 'memory'] }, 'raw'],
  [{ name: 'claims alone', without: ALL }, 'raw'],
  [WITH_PACKS, 'raw'],
  [WHOLE, 'gateway'],
  [WHOLE, 'mapped'],
  [NO_MANDATE, 'gateway'],
  [NO_MANDATE, 'mapped'],
];

/** The ways in which callers write their requests. */
export type Integrator = 'raw' | 'gateway' | 'mapped';
