/** Push messages to the browsers of each member who is asked: they say only that something waits, and where. */
import { mayDecide } from '../../members/groups/index.ts';
import { findMember } from '../../members/index.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { Channel, Message } from '../channel.ts';
import { requireKnown } from '../given.ts';
import type { ChannelDeps, ChannelSettings, Kind } from '../kind.ts';
import { wishesOfMember } from '../notifying/index.ts';
import { pushKeys } from './keys.ts';
import { type Ring, ring } from './ring.ts';

export const PUSH: Kind = {
  tells: 'members',
  atOnce: 4,
  readOptions(given) {
    requireKnown('options', given, []);
    return {};
  },
  readSecrets(given) {
    requireKnown('secrets', given, []);
    return {};
  },
  open: openPush,
};

function openPush({ chain, environment }: ChannelSettings, deps: ChannelDeps): Channel {
  const { db, clock } = deps;
  return {
    async deliver(message, stop) {
      const { tenantId } = await ownerOf(db, chain);
      const memberId = message.recipient;
      const member = await findMember(db, tenantId, memberId);
      if (member === null || !mayDecide(member, environment)) return null;
      if (!(await wishesOfMember(db, tenantId, memberId)).push) return null;
      await ring(deps, { tenantId, memberId }, ringOf(message, environment, clock.now()), stop);
      return null;
    },
    update: async (_message, reference) => reference,
    async check() {
      await pushKeys(deps, deps.secretBox);
      return 'The keys for push messages are ready. Each member turns them on in their account.';
    },
    async close() {},
  };
}

function ringOf({ cards, reason }: Message, environment: string, now: number): Ring {
  const [first] = cards;
  const one = cards.length === 1 && first !== undefined ? first : null;
  const env = environment === 'sandbox' ? '?env=sandbox' : '';
  const lastsMs = Math.max(...cards.map(({ expiresAt }) => expiresAt)) - now;
  if (one === null) {
    return { title: `${cards.length} decisions wait`, url: `/approvals${env}`, topic: 'approvals', lastsMs };
  }
  const title = reason === 'reminder' ? 'A decision still waits' : 'A decision waits';
  return { title, url: `/approvals/${one.approvalId}${env}`, topic: one.approvalId, lastsMs };
}
