/** Tamperings with the order of records and with the head row. */

import { seal } from '@assize/service/evidence/append/index.ts';
import { append, chainOf, copyOf } from '../../support/databases/stored-chain.ts';
import {
  at,
  backup,
  CHAIN,
  moved,
  OTHER_CHAIN,
  OTHER_HASH,
  SIZE,
  shortened,
  type Tampering,
  type World,
} from './world.ts';

export const ON_THE_ORDER: Tampering[] = [
  ...[0, 20, 255, 256].map((position) => ({
    promise: `who-takes-record-${position}`,
    tamper: ({ chain }: World) => void chain.artifacts.splice(position, 1),
    index: position,
    problem: 'missing_record',
  })),
  {
    promise: 'who-takes-several-in-a-row',
    tamper: ({ chain }) => void chain.artifacts.splice(200, 80),
    index: 200,
    problem: 'missing_record',
  },
  {
    promise: 'who-takes-the-last',
    tamper: ({ chain }) => void chain.artifacts.pop(),
    index: SIZE - 1,
    problem: 'missing_record',
  },
  {
    promise: 'who-takes-the-last-and-moves-the-head',
    tamper: ({ chain }) => shortened(chain, SIZE - 1),
    index: null,
    problem: 'shorter_than_signed',
  },
  {
    promise: 'who-takes-the-last-and-moves-head-and-checkpoint',
    tamper: (world) => {
      world.chain = backup(SIZE - 1);
    },
    index: null,
    problem: 'shorter_than_signed',
  },
  {
    promise: 'who-swaps-two',
    tamper({ chain }) {
      const [one, next] = [at(chain, 20), at(chain, 21)];
      chain.artifacts.splice(20, 2, { ...next, position: 20 }, { ...one, position: 21 });
    },
    index: 20,
    problem: 'broken_link',
  },
  {
    promise: 'who-takes-one-and-closes-the-gap',
    tamper({ chain }) {
      chain.artifacts = [...chain.artifacts.slice(0, 20), ...moved(chain.artifacts.slice(21), -1)];
      chain.head.size -= 1;
    },
    index: 20,
    problem: 'broken_link',
  },
  {
    promise: 'who-inserts-one-and-renumbers-the-rest',
    tamper({ chain }) {
      const forged = append(
        { ...copyOf(chain), head: { size: 20, hash: at(chain, 19).hash } },
        { action: 'x' },
      );
      Object.assign(forged, { id: 'ev_ffffffffffffffffffffffff' });
      chain.artifacts = [...chain.artifacts.slice(0, 20), forged, ...moved(chain.artifacts.slice(20), 1)];
      chain.head.size += 1;
    },
    index: 20,
    problem: 'wrong_hash',
  },
  {
    promise: 'who-inserts-a-sealed-one-and-renumbers-the-rest',
    tamper({ chain }) {
      const before = chainOf(CHAIN, 20);
      const salt = at(chain, 20).salt;
      const draft = {
        id: 'ev_ffffffffffffffffffffffff',
        actor: 'x',
        created_at: 1,
        action: 'x',
        verdict: null,
      };
      const forged = seal(
        CHAIN,
        before.head,
        { ...draft, artifact_type: 'action_executed', payload: '{}' },
        salt,
      );
      chain.artifacts = [...chain.artifacts.slice(0, 20), forged, ...moved(chain.artifacts.slice(20), 1)];
      chain.head.size += 1;
    },
    index: 21,
    problem: 'broken_link',
  },
  {
    promise: 'who-swaps-two-chains',
    tamper(world) {
      const { chain, other } = world;
      world.chain = { ...other, chain: CHAIN };
      world.other = { ...chain, chain: OTHER_CHAIN };
    },
    index: 0,
    problem: 'wrong_hash',
  },
  {
    promise: 'who-moves-the-head-hash',
    tamper: ({ chain }) => void Object.assign(chain.head, { hash: OTHER_HASH }),
    index: SIZE - 1,
    problem: 'wrong_head',
  },
  {
    promise: 'who-makes-the-head-claim-one-more',
    tamper: ({ chain }) => void Object.assign(chain.head, { size: SIZE + 1 }),
    index: SIZE,
    problem: 'missing_record',
  },
  {
    promise: 'who-makes-the-chain-empty',
    tamper: (world) => {
      world.chain = chainOf(CHAIN, 0);
    },
    index: null,
    problem: 'shorter_than_signed',
  },
];
