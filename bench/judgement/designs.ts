/** The designs that are compared: the whole product, and each of its parts switched off. */

export interface Design {
  name: string;
  tools: boolean;
  contents: boolean;
  targets: boolean;
  records: boolean;
  memory: boolean;
  mandate: boolean;
  packs: boolean;
}

const WHOLE: Design = {
  name: 'whole',
  tools: true,
  contents: true,
  targets: true,
  records: true,
  memory: true,
  mandate: true,
  packs: false,
};
const NO_MANDATE: Design = { ...WHOLE, name: 'without a mandate', mandate: false };

export const DESIGNS: readonly Design[] = [
  WHOLE,
  NO_MANDATE,
  { ...WHOLE, name: 'without contents', contents: false },
  { ...WHOLE, name: 'without targets', targets: false },
  { ...WHOLE, name: 'without records', records: false },
  { ...WHOLE, name: 'without memory', memory: false },
  { ...NO_MANDATE, name: 'tools and contents alone', records: false, memory: false },
  {
    name: 'claims alone',
    tools: false,
    contents: false,
    targets: false,
    records: false,
    memory: false,
    mandate: false,
    packs: false,
  },
];

/** Measured beside the others: all ready packs, as they are in the repository. */
export const WITH_PACKS: Design = { ...WHOLE, name: 'whole, with all packs', packs: true };

/** How a caller writes its requests. */
export const INTEGRATORS = ['raw', 'gateway', 'mapped'] as const;
export type Integrator = (typeof INTEGRATORS)[number];
