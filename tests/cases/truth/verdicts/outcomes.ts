/** Tampering with reported outcomes and the evaluations they name. */
import { sql } from 'kysely';
import { artifact, at, NO_ID, nowhere, payloadOf, run, type Tampering } from '../tampering.ts';

export const OUTCOMES: Tampering[] = [
  {
    promise: 'the-verdict-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`verdict = 'block'`),
    registry: 'outcomes',
    index: at('done'),
    what: /bears the verdict block, its evaluation proceed/,
  },
  {
    promise: 'the-verdict-of-its-evaluation',
    tables: ['artifacts'],
    tamper: artifact('barred', () => sql`verdict = 'proceed'`),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /bears the verdict block, its evaluation proceed/,
  },
  {
    promise: 'a-mark-that-was-taken-off',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done-regardless', '"executed_despite_block":true,', ''),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /but is not marked so/,
  },
  {
    promise: 'a-mark-that-was-put-on',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done-unasked', '{', '{"executed_despite_block":true,'),
    registry: 'outcomes',
    index: at('done-unasked'),
    what: /but was not blocked/,
  },
  {
    promise: 'an-evaluation-that-is-not-there',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done', '"evaluation_id":"ev_', '"evaluation_id":"ev_0'),
    registry: 'outcomes',
    index: at('done'),
    what: /is not in this chain/,
  },
  {
    promise: 'an-evaluation-of-another-tenant',
    tables: ['artifact_payloads'],
    tamper: (db, filled) => payloadOf('done', filled.ids.let ?? '', filled.foreign.evidenceId)(db, filled),
    registry: 'outcomes',
    index: at('done'),
    what: /is not in this chain/,
  },
  {
    promise: 'an-evaluation-that-is-none',
    tables: ['artifact_payloads'],
    tamper: (db, filled) =>
      payloadOf('done-regardless', filled.ids.barred ?? '', filled.ids.done ?? '')(db, filled),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /is of type action_executed/,
  },
  {
    promise: 'an-evaluation-that-came-later',
    tables: ['artifact_payloads'],
    tamper: async (db, filled) => {
      const later = await db
        .selectFrom('artifacts')
        .select('id')
        .where('chain', '=', filled.chain)
        .where('position', '=', 200)
        .executeTakeFirstOrThrow();
      await payloadOf('done', filled.ids.let ?? '', later.id)(db, filled);
    },
    registry: 'outcomes',
    index: at('done'),
    what: /stands before its evaluation, which is at 200/,
  },
  {
    promise: 'the-action-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`action = 'x'`),
    registry: 'outcomes',
    index: at('done'),
    what: /under another action/,
  },
  {
    promise: 'the-actor-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`actor = 'x'`),
    registry: 'outcomes',
    index: at('done'),
    what: /under another actor/,
  },
  {
    promise: 'an-outcome-that-is-not-kept',
    tables: ['outcomes'],
    tamper: run(({ ids }) => sql`DELETE FROM outcomes WHERE evaluation_id = ${ids.let}`),
    registry: 'outcomes',
    index: at('done'),
    what: /is not kept as that of the evaluation/,
  },
  {
    promise: 'an-outcome-kept-in-place-of-another',
    tables: ['outcomes'],
    tamper: run(
      ({ ids }) =>
        sql`UPDATE outcomes SET evidence_id = ${ids['done-unasked']} WHERE evaluation_id = ${ids.let}`,
    ),
    registry: 'outcomes',
    index: at('done'),
    what: /has another, ev_/,
  },
  {
    promise: 'an-outcome-kept-of-no-report',
    tables: ['outcomes'],
    tamper: run(({ chain, ids }) => sql`INSERT INTO outcomes VALUES (${chain}, ${ids.held}, ${NO_ID}, 1)`),
    registry: 'outcomes',
    index: nowhere,
    what: /was reported by no artifact/,
  },
  {
    promise: 'an-outcome-kept-of-another-evaluation',
    tables: ['outcomes'],
    tamper: run(
      ({ chain, ids }) => sql`INSERT INTO outcomes
        SELECT chain, ${ids.held}, id, created_at FROM artifacts WHERE chain = ${chain} AND id = ${ids.done}`,
    ),
    registry: 'outcomes',
    index: at('done'),
    what: /was reported of another evaluation/,
  },
  {
    promise: 'the-time-of-an-outcome-that-is-kept',
    tables: ['outcomes'],
    tamper: run(({ ids }) => sql`UPDATE outcomes SET reported_at = 1 WHERE evaluation_id = ${ids.let}`),
    registry: 'outcomes',
    index: at('done'),
    what: /at another time than its artifact/,
  },
  {
    promise: 'an-execution-that-says-it-is-none',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done-at-once', '"by":"execute",', ''),
    registry: 'outcomes',
    index: at('done-at-once'),
    what: /is not kept as that of the evaluation/,
  },
  {
    promise: 'an-execution-of-another-evaluation',
    tables: ['artifact_payloads'],
    tamper: (db, filled) =>
      payloadOf('done-at-once', filled.ids['at-once'] ?? '', filled.ids.let ?? '')(db, filled),
    registry: 'outcomes',
    index: at('done-at-once'),
    what: /does not directly follow its evaluation/,
  },
  {
    promise: 'an-outcome-that-is-an-execution',
    tables: ['outcomes'],
    tamper: run(
      ({ chain, ids }) => sql`INSERT INTO outcomes
        SELECT chain, ${ids['at-once']}, id, created_at FROM artifacts
        WHERE chain = ${chain} AND id = ${ids['done-at-once']}`,
    ),
    registry: 'outcomes',
    index: at('done-at-once'),
    what: /is an execution, not a report/,
  },
];
