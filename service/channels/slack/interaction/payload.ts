/** Reads what a person did in Slack from the payload of a request. Its shape is not trusted, although it is signed. */
import { createHash } from 'node:crypto';
import { PRESSES } from '../message/blocks.ts';
import type { SlackOptions } from '../settings.ts';
import { TIE_PRESS, VIEWS } from './views.ts';

export interface Pressing {
  /** The same for a repeated request. */
  pressId: string;
  /** `T…/U…` */
  account: string;
  /** `U…` */
  user: string;
  /** Opens one view, within three seconds. */
  triggerId: string;
}

export type Interaction =
  | (Pressing & {
      kind: 'decide';
      approvalId: string;
      decision: 'approved' | 'rejected';
      comment: string | null;
      /** Whether the answer can show another view in the place of this one. */
      inView: boolean;
    })
  | (Pressing & { kind: 'ask_comment' | 'ask_details'; approvalId: string })
  | (Pressing & { kind: 'ask_code' })
  | (Pressing & { kind: 'tie'; code: string })
  /** A press on a link, or of something that later versions post. */
  | { kind: 'nothing' };

/** Slack's request is not of the channel's workspace and app, or makes no sense. */
export class ForeignRequest extends Error {
  override readonly name = 'ForeignRequest';
}

type Json = Record<string, unknown>;

/** @param text the JSON in `payload`. @throws {ForeignRequest} */
export function interactionIn(
  payload: unknown,
  expected: Pick<SlackOptions, 'workspace' | 'app'>,
): Interaction {
  const { type, api_app_id: app, team, user, trigger_id: triggerId, actions, view } = asObject(payload);
  if (app !== expected.app) throw new ForeignRequest('The request is of another app.');
  const person = asObject(user);
  const userId = identifier(person.id);
  // A guest of a shared conversation belongs to another workspace, where others decide who they are.
  const workspace = person.team_id ?? asObject(team).id;
  if (asObject(team).id !== expected.workspace || workspace !== expected.workspace) {
    throw new ForeignRequest('The request is of another workspace.');
  }
  const by = {
    account: `${expected.workspace}/${userId}`,
    user: userId,
    triggerId: identifier(triggerId),
    pressId: createHash('sha256')
      .update(JSON.stringify([expected.workspace, userId, triggerId]))
      .digest('hex'),
  };
  if (type === 'block_actions') return pressed(by, Array.isArray(actions) ? asObject(actions[0]) : {});
  if (type === 'view_submission') return submitted(by, asObject(view));
  return { kind: 'nothing' };
}

function pressed(by: Pressing, { action_id: action, value }: Json): Interaction {
  if (action === TIE_PRESS) return { ...by, kind: 'ask_code' };
  if (typeof value !== 'string') return { kind: 'nothing' };
  const approvalId = identifier(value);
  switch (action) {
    case PRESSES.approve:
      return { ...by, kind: 'decide', approvalId, decision: 'approved', comment: null, inView: false };
    case PRESSES.reject:
      return { ...by, kind: 'decide', approvalId, decision: 'rejected', comment: null, inView: false };
    case PRESSES.comment:
      return { ...by, kind: 'ask_comment', approvalId };
    case PRESSES.details:
      return { ...by, kind: 'ask_details', approvalId };
    default:
      return { kind: 'nothing' };
  }
}

function submitted(by: Pressing, view: Json): Interaction {
  const given = asObject(asObject(view.state).values);
  if (view.callback_id === VIEWS.tie) {
    const code = asObject(asObject(given.code).code).value;
    return { ...by, kind: 'tie', code: typeof code === 'string' ? code : '' };
  }
  if (view.callback_id !== VIEWS.comment) return { kind: 'nothing' };
  const chosen = asObject(asObject(asObject(given.decision).decision).selected_option).value;
  const comment = asObject(asObject(given.comment).comment).value;
  if (chosen !== 'approved' && chosen !== 'rejected') throw new ForeignRequest('The view has no decision.');
  return {
    ...by,
    kind: 'decide',
    approvalId: identifier(view.private_metadata),
    decision: chosen,
    comment: typeof comment === 'string' && comment.trim() !== '' ? comment : null,
    inView: true,
  };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function identifier(value: unknown): string {
  if (typeof value === 'string' && /^[\w.-]{1,200}$/.test(value)) return value;
  throw new ForeignRequest('The request lacks an identifier.');
}
