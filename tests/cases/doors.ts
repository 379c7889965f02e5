/**
 * The one table that runs through both doors: what a caller sends, and what either door must make of it. A row says
 * the meaning once; how each surface spells it (status, case, field names) is for the test to know.
 */
import { BAD_BODIES } from './bad-bodies.ts';
import type { DoorCase } from './door-case.ts';
import { VERDICTS } from './verdicts.ts';

export const DOOR_CASES: readonly DoorCase[] = [...VERDICTS, ...BAD_BODIES];
