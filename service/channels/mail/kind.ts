/**
 * Mail to each member who is asked, with a link that only they can use. A mail can't be changed once it is sent: the page
 * behind the link says what became of the request.
 */
import { mayDecide } from '../../members/groups/index.ts';
import { pagesAt } from '../../members/identity/index.ts';
import { findMember } from '../../members/index.ts';
import { MailError } from '../../notices/index.ts';
import { ownerOf } from '../../tenants/index.ts';
import { type Channel, ChannelError, type Message } from '../channel.ts';
import { requireKnown } from '../given.ts';
import type { ChannelDeps, ChannelSettings, Kind } from '../kind.ts';
import { wishesOfMember } from '../notifying/index.ts';
import { decisionMail } from './letter.ts';
import { issueLink } from './links.ts';

export const MAIL: Kind = {
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
  open: openMail,
};

function openMail({ chain }: ChannelSettings, deps: ChannelDeps): Channel {
  const reporting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof MailError ? new ChannelError('later', error.message) : error;
    }
  };
  return {
    async deliver(message, stop) {
      await reporting(() => send(deps, chain, message, stop));
      return null;
    },
    update: async (_message, reference) => reference,
    async check() {
      const { mailer } = reachable(deps);
      await reporting(() => mailer.verify());
      return 'The mail server accepts the connection.';
    },
    async close() {},
  };
}

async function send(deps: ChannelDeps, chain: number, message: Message, stop: AbortSignal): Promise<void> {
  const { db, clock, secretBox, config } = deps;
  const { mailer, from } = reachable(deps);
  const { tenantId, environment } = await ownerOf(db, chain);
  const memberId = message.recipient;
  const member = await findMember(db, tenantId, memberId);
  if (member === null || !mayDecide(member, environment)) return;
  if (!(await wishesOfMember(db, tenantId, memberId)).mail) return;
  const baseUrl = pagesAt(config.baseUrl);
  const asked = await Promise.all(
    message.cards.map(async (card) => {
      const linked = { chain, approvalId: card.approvalId, memberId };
      return { card, link: `${baseUrl}/decide#${await issueLink(deps, secretBox, linked, card.expiresAt)}` };
    }),
  );
  const envelope = { to: member.email, from, baseUrl, nowMs: clock.now() };
  await mailer.send(decisionMail(envelope, message, asked), stop);
}

/** @throws {ChannelError} */
function reachable({ mailer, config }: ChannelDeps) {
  if (mailer !== null && config.mail !== null) return { mailer, from: config.mail.from };
  throw new ChannelError('later', 'This service sends no mail: its operator has named no mail server.');
}
