/**
 * Decides by the answers that arrived, in the name of the member whose account gave them. A decision that is made twice
 * changes nothing, so an answer that a dying node had under way is simply taken up again.
 */
import { askedOf, type DecideDeps, decideApproval, findApproval } from '../../approvals/index.ts';
import { leasedChore } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { mayDecide } from '../../members/groups/index.ts';
import type { Member } from '../../members/index.ts';
import { ownerOf } from '../../tenants/index.ts';
import { memberBehind } from '../accounts/index.ts';
import type { Channel } from '../channel.ts';
import type { ChannelDeps } from '../kind.ts';
import { findChannel, openChannel } from '../settings/index.ts';

export interface AnswerDeps extends DecideDeps {
  /** null where this node can't open the secrets of channels; then people are not told what became of their press. */
  openedChannels: () => Promise<ChannelDeps | null>;
  log: Warnings;
}

const EVERY_MS = 200;
const LEASE_MS = 30_000;
const ANSWERS_AT_ONCE = 50;
const NOT_HERE = 'There is no such approval here.';
const SIGN_IN = 'This decision takes a sign-in. Decide on the page of the approval.';
const KEPT_MS = 30 * DAY_MS;

export function answersChore(deps: AnswerDeps): Chore {
  return leasedChore(deps, {
    name: 'decide by answers from channels',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue, stopping) {
      const answers = await openAnswers(deps.db);
      for (const answer of answers) {
        if (!(await mayContinue())) return;
        const { outcome, words } = await decideBy(deps, answer);
        await settle(deps, answer, outcome);
        if (words !== null) await tell(deps, answer, words, stopping);
      }
    },
  });
}

type AnswerRow = Awaited<ReturnType<typeof openAnswers>>[number];

function openAnswers(db: Database) {
  return db
    .selectFrom('channel_answers')
    .leftJoin('channels', (join) =>
      join
        .onRef('channels.chain', '=', 'channel_answers.chain')
        .onRef('channels.channel_id', '=', 'channel_answers.channel_id'),
    )
    .selectAll('channel_answers')
    .select(['channels.kind', 'channels.disabled_at'])
    .where('channel_answers.settled_at', 'is', null)
    .orderBy('received_at')
    .limit(ANSWERS_AT_ONCE)
    .execute();
}

interface Outcome {
  /** A word for the row. */
  outcome: string;
  /** For the person alone; null where the message itself shows it. */
  words: string | null;
}

async function decideBy(deps: AnswerDeps, answer: AnswerRow): Promise<Outcome> {
  const { chain, account, kind } = answer;
  if (kind === null || answer.disabled_at !== null) return { outcome: 'channel_off', words: null };
  const { tenantId, environment } = await ownerOf(deps.db, chain);
  const member = await memberBehind(deps.db, { tenantId, kind, account });
  if (member === null)
    return { outcome: 'not_tied', words: 'Tie your account to yourself first, then press again.' };
  if (!mayDecide(member, environment))
    return { outcome: 'forbidden', words: 'Your role does not decide on approvals.' };
  if (!(await wasTold(deps.db, answer))) return { outcome: 'not_told', words: NOT_HERE };
  return decideAs(deps, { ...answer, tenantId, kind }, member);
}

async function decideAs(
  deps: AnswerDeps,
  { chain, approval_id, decision, comment, tenantId, kind }: AnswerRow & { tenantId: string },
  { memberId, name }: Member,
): Promise<Outcome> {
  const decider = { chain, party: memberId, tenantId, identity: null };
  try {
    const approval = await findApproval(deps.db, chain, approval_id);
    // A press in a chat proves no sign-in.
    if (askedOf(approval)?.sign_in !== undefined) return { outcome: 'sign_in', words: SIGN_IN };
    const wanted = { decision, decidedBy: name, ...(kind !== null && { from: kind }) };
    await decideApproval(deps, decider, approval_id, { ...wanted, ...(comment !== null && { comment }) });
    return { outcome: decision, words: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
    return { outcome: error.code, words: error.publicMessage };
  }
}

/** A channel answers only for the approvals that it told of. */
async function wasTold(db: Database, { chain, channel_id, approval_id }: AnswerRow): Promise<boolean> {
  const found = await db
    .selectFrom('channel_messages')
    .select('message_id')
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id)
    .where('channel_id', '=', channel_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function settle(
  { db, clock }: AnswerDeps,
  { chain, answer_id }: AnswerRow,
  outcome: string,
): Promise<void> {
  await db
    .updateTable('channel_answers')
    .set({ settled_at: clock.now(), outcome, comment: null })
    .where('chain', '=', chain)
    .where('answer_id', '=', answer_id)
    .execute();
}

/** A word that does not arrive is lost: the page shows the same. */
async function tell(deps: AnswerDeps, answer: AnswerRow, words: string, stop: AbortSignal): Promise<void> {
  const channels = await deps.openedChannels();
  if (channels === null) return;
  let channel: Channel | null = null;
  try {
    const row = await findChannel(deps.db, answer.chain, answer.channel_id);
    channel = await openChannel(channels, row);
    await channel.tell?.(answer.account, words, stop);
  } catch (err) {
    deps.log.warn(
      { err, channel_id: answer.channel_id },
      'could not tell a person what became of their answer',
    );
  } finally {
    await channel?.close();
  }
}

/** Answers are kept for as long as a receiver may repeat them, and longer. */
export function forgetAnswersChore({ db, clock }: Pick<AnswerDeps, 'db' | 'clock'>): Chore {
  return {
    name: 'forget old answers from channels',
    everyMs: 3_600_000,
    async run() {
      await db
        .deleteFrom('channel_answers')
        .where('settled_at', '<', clock.now() - KEPT_MS)
        .execute();
    },
  };
}
