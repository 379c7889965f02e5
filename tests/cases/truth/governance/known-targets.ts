/** Tampering with known targets, and with the records of who added and removed them. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

const alter = (which: keyof Filled['targets'], change: string) =>
  run(
    ({ chain, targets }) =>
      sql`UPDATE known_targets SET ${sql.raw(change)} WHERE chain = ${chain} AND target_id = ${targets[which]}`,
  );
const ADDED = at('targets.add');

const target = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables: ['known_targets'], tamper, registry: 'known_targets', index, what });

export const KNOWN_TARGETS: Tampering[] = [
  target(
    'a-known-target-that-is-gone',
    run(
      ({ chain, targets }) =>
        sql`DELETE FROM known_targets WHERE chain = ${chain} AND target_id = ${targets.known}`,
    ),
    ADDED,
    /1 stated known targets are not there/,
  ),
  target(
    'an-invented-known-target',
    run(
      ({ chain }) =>
        sql`INSERT INTO known_targets (chain, target_id, hash, kind, source, created_at, created_by, evidence_id) SELECT ${chain}, 'tgt_0123456789abcdef01234567', hash, kind, source, created_at, created_by, 'ev_0123456789abcdef01234567' FROM known_targets LIMIT 1`,
    ),
    nowhere,
    /tgt_0123456789abcdef01234567 is stated by no artifact/,
  ),
  target('a-known-target-for-every-agent', alter('removed', 'agent_id = NULL'), ADDED, /agent_id/),
  target('a-known-target-for-any-effect', alter('removed', 'effect = NULL'), ADDED, /effect/),
  target('a-known-target-in-any-role', alter('removed', 'role = NULL'), ADDED, /role/),
  target('a-known-target-for-ever', alter('known', 'until_at = NULL'), ADDED, /until/),
  target(
    'a-known-target-that-is-another',
    alter('known', 'hash = (SELECT hash FROM known_targets ORDER BY target_id DESC LIMIT 1)'),
    ADDED,
    /its hash/,
  ),
  target(
    'a-removed-target-that-is-known-again',
    alter('removed', 'removed_at = NULL, removed_evidence_id = NULL'),
    at('targets.remove'),
    /1 removed known targets are there still/,
  ),
];
