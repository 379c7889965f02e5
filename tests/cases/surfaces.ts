/**
 * The one table that runs on both surfaces: what a caller sends, and how each surface must answer. A row states the
 * meaning once; the test knows how each surface spells it (status, case, field names).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { BAD_BODIES } from './bad-bodies.ts';
import type { Expected, SurfaceCase } from './surface-case.ts';

type Verdict = Extract<Expected, { verdict: string }>;
/** What is not stated is that of a request that proceeds. */
type Row = Omit<SurfaceCase, 'expect'> & Partial<Verdict>;

const BY_CLAIMS =
  'Proceed: all eight laws pass, judged by what the caller claims: nothing else is known of this action.';

/** Too large to write down. */
const LARGE: Row[] = [
  {
    promise: 'takes-an-action-of-256-characters-of-any-byte-length',
    send: { action: '🧭'.repeat(256), context: {} },
  },
  {
    promise: 'takes-a-context-of-32-levels',
    send: `{"action":"a","context":${'{"deeper":'.repeat(31)}{}${'}'.repeat(31)}}`,
  },
];
const WRITTEN: Row[] = parse(readFileSync(path.join(import.meta.dirname, 'verdicts.yaml'), 'utf8'));

const VERDICTS = [...WRITTEN, ...LARGE].map(
  ({ verdict = 'proceed', laws = {}, explanation = BY_CLAIMS, ...row }): SurfaceCase => {
    return { ...row, expect: { verdict, laws, explanation } };
  },
);

export const SURFACE_CASES: readonly SurfaceCase[] = [...VERDICTS, ...BAD_BODIES];
