/** Reads what a person did in Slack from the payload of a request. Its shape is not trusted, although it is signed. */
import { createHash } from 'node:crypto';
import { PRESSES } from '../message/blocks.ts';
import { type Subject, subjectIn } from '../message/subject.ts';
import type { SlackOptions } from '../settings.ts';
import { VIEWS } from './views.ts';

export interface Pressing {
  /** The same for a repeated request. */
  pressId: string;
  /** `T…/U…` */
  account: string;
  /** Opens one view, within three seconds. */
  triggerId: string;
}

export type Interaction =
  | (Pressing &
      Subject & {
        kind: 'decide';
        decision: 'approved' | 'rejected';
        comment: string | null;
        /** Whether the answer can show another view in the place of this one. */
        inView: boolean;
      })
  | (Pressing & Subject & { kind: 'ask_comment' | 'ask_details' })
  | (Pressing & { kind: 'tie'; channelId: string; code: string });

/** The app in a workspace that a request must be of. */
export type SlackApp = Pick<SlackOptions, 'workspace' | 'app'>;

/** Slack's request is of another workspace or app, or makes no sense. */
export class ForeignRequest extends Error {
  override readonly name = 'ForeignRequest';
}

type Json = Record<string, unknown>;

/**
 * @returns null for a press on a link, or of something that another version posts.
 * @throws {ForeignRequest}
 */
export function interactionIn(payload: unknown, expected: readonly SlackApp[]): Interaction | null {
  const { type, api_app_id: app, team, user, trigger_id: triggerId, actions, view } = asObject(payload);
  const { id: workspace } = asObject(team);
  if (!expected.some((each) => each.app === app && each.workspace === workspace)) {
    throw new ForeignRequest('The request is of another workspace or app.');
  }
  const person = asObject(user);
  // A guest of a shared conversation belongs to another workspace, where others decide who they are.
  if ((person.team_id ?? workspace) !== workspace) {
    throw new ForeignRequest('The person is of another workspace.');
  }
  const account = `${workspace}/${identifier(person.id)}`;
  const press = JSON.stringify([app, account, identifier(triggerId)]);
  const pressId = createHash('sha256').update(press).digest('hex');
  const by = { account, triggerId: String(triggerId), pressId };
  if (type === 'block_actions') return pressed(by, Array.isArray(actions) ? asObject(actions[0]) : {});
  return type === 'view_submission' ? submitted(by, asObject(view)) : null;
}

function pressed(by: Pressing, { action_id: action, value }: Json): Interaction | null {
  const subject = subjectIn(value);
  if (subject === null) return null;
  const about = { ...by, ...subject };
  switch (action) {
    case PRESSES.approve:
      return { ...about, kind: 'decide', decision: 'approved', comment: null, inView: false };
    case PRESSES.reject:
      return { ...about, kind: 'decide', decision: 'rejected', comment: null, inView: false };
    case PRESSES.comment:
      return { ...about, kind: 'ask_comment' };
    case PRESSES.details:
      return { ...about, kind: 'ask_details' };
    default:
      return null;
  }
}

function submitted(by: Pressing, view: Json): Interaction | null {
  const given = asObject(asObject(view.state).values);
  const { callback_id: name, private_metadata: about } = view;
  if (name === VIEWS.tie) {
    const code = asObject(asObject(given.code).code).value;
    return { ...by, kind: 'tie', channelId: identifier(about), code: typeof code === 'string' ? code : '' };
  }
  const subject = subjectIn(about);
  if (name !== VIEWS.comment || subject === null) return null;
  const decision = asObject(asObject(asObject(given.decision).decision).selected_option).value;
  const comment = asObject(asObject(given.comment).comment).value;
  if (decision !== 'approved' && decision !== 'rejected') {
    throw new ForeignRequest('The view has no decision.');
  }
  const text = typeof comment === 'string' && comment.trim() !== '' ? comment : null;
  return { ...by, ...subject, kind: 'decide', decision, comment: text, inView: true };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function identifier(value: unknown): string {
  if (typeof value === 'string' && /^[\w.-]{1,200}$/.test(value)) return value;
  throw new ForeignRequest('The request lacks an identifier.');
}
