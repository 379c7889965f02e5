/** Reported outcomes and the evaluations they name. */
import { sql } from 'kysely';
import { artifact, at, payloadOf, type Tampering } from './tampering.ts';

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
];
