/**
 * The one table that runs on both surfaces: what a caller sends, and how each surface must answer. A row says
 * the meaning once; how each surface spells it (status, case, field names) is for the test to know.
 */
import { BAD_BODIES } from './bad-bodies.ts';
import type { SurfaceCase } from './surface-case.ts';
import { VERDICTS } from './verdicts.ts';

export const SURFACE_CASES: readonly SurfaceCase[] = [...VERDICTS, ...BAD_BODIES];
