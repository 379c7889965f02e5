/** Tamperings with single records by an attacker who can write to the database. */
import { seal } from '@assize/service/evidence/append/index.ts';
import { at, CHAIN, edit, OTHER_HASH, type Row, type Tampering } from './world.ts';

const LEAF_FIELDS: Record<string, Partial<Row>> = {
  'the-id': { id: 'ev_0123456789abcdef01234567' },
  'the-type': { artifact_type: 'action_executed' },
  'the-action': { action: 'email.read' },
  'an-action-away': { action: null },
  'the-verdict': { verdict: 'block' },
  'a-verdict-away': { verdict: null },
  'the-actor': { actor: 'another agent' },
  'the-time': { created_at: 1_700_000_000_000 },
  'the-commitment': { payload_commitment: OTHER_HASH },
  'the-hash': { hash: OTHER_HASH },
};

export const ON_RECORDS: Tampering[] = [
  ...Object.entries(LEAF_FIELDS).map(([what, change]) => {
    return { promise: `who-edits-${what}`, tamper: edit(20, change), index: 20, problem: 'wrong_hash' };
  }),
  {
    promise: 'who-edits-a-payload',
    tamper: edit(20, { payload: Buffer.from('{"verdict":"proceed"}') }),
    index: 20,
    problem: 'wrong_commitment',
  },
  {
    promise: 'who-edits-a-salt',
    tamper: edit(20, { salt: OTHER_HASH }),
    index: 20,
    problem: 'wrong_commitment',
  },
  {
    promise: 'who-moves-a-byte-from-payload-to-salt',
    tamper({ chain }) {
      const row = at(chain, 20);
      const sealed = Buffer.concat([row.salt, row.payload]);
      Object.assign(row, { salt: sealed.subarray(0, 33), payload: sealed.subarray(33) });
    },
    index: 20,
    problem: 'wrong_commitment',
  },
  {
    promise: 'who-cuts-a-link',
    tamper: edit(20, { previous_hash: OTHER_HASH }),
    index: 20,
    problem: 'broken_link',
  },
  {
    promise: 'who-cuts-the-link-between-two-ranges',
    tamper: edit(256, { previous_hash: OTHER_HASH }),
    index: 256,
    problem: 'broken_link',
  },
  {
    promise: 'who-takes-a-payload',
    tamper: ({ chain }) => void chain.withheld.add(20),
    index: 20,
    problem: 'missing_payload',
  },
  {
    promise: 'who-writes-a-record-anew-with-its-hash',
    tamper({ chain }) {
      const { position, id, actor, created_at, salt } = at(chain, 20);
      const head = { size: position, hash: at(chain, 19).hash };
      const draft = { id, actor, created_at, action: 'email.read', verdict: 'block', payload: '{}' };
      chain.artifacts[20] = seal(CHAIN, head, { ...draft, artifact_type: 'governance_eval' }, salt);
    },
    index: 21,
    problem: 'broken_link',
  },
];
