/** Tampering with halts, and with the records of who made and lifted them. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

const alter = (which: keyof Filled['halts'], change: string) =>
  run(
    ({ chain, halts }) =>
      sql`UPDATE halts SET ${sql.raw(change)} WHERE chain = ${chain} AND halt_id = ${halts[which]}`,
  );
/** The record of the last halt. */
const MADE = at('halt.create');
const LIFTED = at('halt.lift');

const halt = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables: ['halts'], tamper, registry: 'halts', index, what });

export const HALTS: Tampering[] = [
  halt(
    'a-halt-that-is-gone',
    run(({ chain, halts }) => sql`DELETE FROM halts WHERE chain = ${chain} AND halt_id = ${halts.standing}`),
    MADE,
    /was made, but is not there/,
  ),
  halt(
    'an-invented-halt',
    run(
      ({ chain }) =>
        sql`INSERT INTO halts (chain, halt_id, agent_id, reason, halted_at, halted_by, evidence_id) VALUES (${chain}, 'hlt_0123456789abcdef01234567', 'a', 'r', 1, 'k', 'ev_0123456789abcdef01234567')`,
    ),
    nowhere,
    /no record of who made halt hlt_0123456789abcdef01234567/,
  ),
  halt('a-halt-of-another-agent', alter('standing', `agent_id = 'other'`), MADE, /on record: the agent\./),
  halt('a-halt-without-its-agent', alter('standing', 'agent_id = NULL'), MADE, /the agent\./),
  halt('a-halt-for-another-reason', alter('standing', `reason = 'other'`), MADE, /the reason\./),
  halt('a-halt-under-another-name', alter('standing', `halted_by = 'other'`), MADE, /who it was\./),
  halt('a-halt-at-another-time', alter('standing', 'halted_at = halted_at + 1'), MADE, /the time\./),
  halt(
    'a-halt-that-was-quietly-lifted',
    alter('standing', `lifted_at = 1, lifted_by = 'k', lift_evidence_id = 'ev_0123456789abcdef01234567'`),
    nowhere,
    /no record of who lifted/,
  ),
  halt('a-lifting-without-evidence', alter('standing', 'lifted_at = 1'), nowhere, /no record of who lifted/),
  halt(
    'a-lifting-that-was-undone',
    alter('lifted', 'lifted_at = NULL, lifted_by = NULL, lift_evidence_id = NULL'),
    LIFTED,
    /was lifted, but its row does not say so/,
  ),
  halt('a-lifting-at-another-time', alter('lifted', 'lifted_at = lifted_at + 1'), LIFTED, /the time\./),
];
