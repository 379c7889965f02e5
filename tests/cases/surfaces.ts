/**
 * The one table that runs on both surfaces: what a caller sends, and how each surface must answer. A row states the
 * meaning once; the test knows how each surface spells it (status, case, field names).
 */
import { BAD_BODIES } from './bad-bodies.ts';
import type { SurfaceCase } from './surface-case.ts';
import { VERDICTS } from './verdicts.ts';

export const SURFACE_CASES: readonly SurfaceCase[] = [...VERDICTS, ...BAD_BODIES];
