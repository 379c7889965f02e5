/** Verbs whose object says what they do, each with its own rule: to sign up is not to sign a contract. */
import type { Effect } from '../../../targets/index.ts';
import { isOf, named, speaksOf } from './judged.ts';
import { changes, simply } from './objects.ts';
import {
  authorizes,
  calls,
  captures,
  choice,
  converts,
  RECORDS,
  type Rule,
  renews,
  repeats,
  runs,
  schedules,
  transfers,
  upgrades,
} from './own-rules.ts';

const OPENED =
  'file document doc url page tab link website site browser folder node image chart app note notebook sheet map photo view'.split(
    ' ',
  );

const checksOut: Rule = choice(
  [
    ['write', [], ['branch', 'git', 'commit', 'file', 'ref']],
    ['book', ['order'], ['room', 'guest']],
  ],
  'pay',
);

const checksOutOrSwitches: Rule = (clause, setting) =>
  setting.speaksOf('git', 'branch', 'commit') || setting.hasField('branch', 'ref', 'commit')
    ? { effect: 'write', why: `${named(clause)} of a branch` }
    : checksOut(clause, setting);

/** In a task, `order` also pays and `download` also stores something; the tool itself does less, or more. */
const does =
  (effect: Effect): Rule =>
  (clause, setting) =>
    simply(clause, effect, setting);

export const OWN_VERBS: Readonly<Record<string, Rule>> = {
  order: does('book'),
  preorder: does('book'),
  compile: does('execute'),
  evaluate: does('execute'),
  download: does('read'),
  export: does('read'),
  plan: does('read'),
  sort: does('read'),
  reconcile: does('read'),
  ping: does('read'),
  migrate: changes,
  rollback: changes,
  start: runs,
  stop: runs,
  process: runs,
  renew: renews,
  recall: choice([['write', ['message'], ['order', 'product']]], 'read'),
  ask: choice(
    [
      ['read', [], ['human', 'user', 'question', 'ai', 'search', 'docs', 'knowledge', 'perplexity', 'agent']],
      ['send', ['message'], ['person', 'customer', 'colleague', 'team', 'expert']],
    ],
    'read',
  ),
  page: choice([['send', ['access'], ['oncall', 'on', 'engineer', 'team', 'responder', 'person']]], 'read'),
  release: (clause, setting) =>
    speaksOf(clause, ...RECORDS)
      ? { effect: 'share', why: `${named(clause)} of what is kept` }
      : isOf(clause, 'money')
        ? { effect: 'pay', why: named(clause) }
        : runs(clause, setting),
  perform: runs,
  transfer: transfers,
  call: calls,
  schedule: schedules,
  connect: choice([['configure', ['access'], ['account', 'app', 'wallet', 'bank']]], 'write'),
  link: choice([['configure', ['access'], ['account', 'bank', 'card']]], 'write'),
  register: choice(
    [
      ['configure', ['access'], ['app', 'device', 'endpoint']],
      ['book', ['event', 'order'], ['course', 'class', 'conference', 'workshop', 'race', 'attendee']],
    ],
    'write',
  ),
  sign: choice(
    [
      ['configure', [], ['up']],
      ['write', [], ['in', 'on', 'out', 'off']],
      ['pay', ['money'], []],
    ],
    'book',
  ),
  subscribe: choice(
    [
      ['configure', ['access'], ['webhook', 'event', 'endpoint']],
      [
        'write',
        ['attribute'],
        ['thread', 'issue', 'repository', 'topic', 'channel', 'notification', 'feed', 'calendar'],
      ],
    ],
    'book',
  ),
  unsubscribe: choice([], 'write'),
  invite: (clause, setting) => {
    const why = named(clause);
    if (isOf(clause, 'event') || setting.speaksOf('meeting', 'calendar'))
      return { effect: 'send', why: `${why} to an event` };
    if (speaksOf(clause, 'org', 'organization', 'team', 'workspace', 'account', 'tenant', 'admin')) {
      return { effect: 'configure', why: `${why} as a member` };
    }
    return { effect: 'share', why: `${why}, which gives access` };
  },
  apply: choice(
    [
      [
        'execute',
        ['program'],
        ['manifest', 'patch', 'plan', 'infrastructure', 'resource', 'yaml', 'changes', 'change'],
      ],
      ['configure', ['access'], []],
      ['send', [], ['job', 'position', 'visa', 'grant']],
      ['write', ['attribute'], []],
    ],
    'write',
  ),
  open: choice(
    [
      ['configure', [], ['account', 'port', 'door', 'gate', 'garage', 'lock']],
      ['configure', ['device'], []],
      ['pay', [], ['trade', 'order']],
      ['read', [], OPENED],
    ],
    'write',
  ),
  close: choice(
    [
      ['configure', [], ['account']],
      ['pay', [], ['trade', 'position']],
      ['write', ['device'], []],
    ],
    'write',
  ),
  enable: choice([['write', ['device', 'program'], []]], 'configure'),
  disable: choice([['write', ['device'], []]], 'configure'),
  activate: choice([['write', ['device'], ['scene', 'workflow']]], 'configure'),
  deactivate: choice([['write', ['device'], ['workflow']]], 'configure'),
  reset: choice(
    [
      ['configure', ['access'], ['password', 'mfa', '2fa', 'factor', 'authenticator']],
      ['delete', [], ['factory', 'database', 'hard', 'data', 'branch', 'environment', 'all']],
    ],
    'write',
  ),
  rotate: choice(
    [
      ['configure', ['access'], ['key', 'credential', 'certificate', 'log']],
      ['write', [], ['image', 'photo', 'pdf', 'page', 'object', 'video']],
    ],
    'configure',
  ),
  resolve: choice(
    [
      [
        'read',
        [],
        ['id', 'library', 'name', 'host', 'hostname', 'dns', 'address', 'path', 'location', 'url'],
      ],
    ],
    'write',
  ),
  block: choice([['write', [], ['paragraph', 'text']]], 'configure'),
  lock: choice([['write', [], ['issue', 'thread', 'conversation', 'topic', 'cell']]], 'configure'),
  join: choice([['configure', ['access'], ['organization', 'team']]], 'write'),
  leave: choice([['send', ['message'], []]], 'write'),
  escalate: choice([], 'send'),
  checkin: choice([], 'book'),
  'check+out': checksOutOrSwitches,
  take: choice(
    [
      ['configure', [], ['ownership']],
      ['read', ['information'], ['screenshot', 'snapshot', 'photo', 'picture', 'image']],
    ],
    'write',
  ),
  capture: captures,
  authorize: authorizes,
  authorise: authorizes,
  convert: converts,
  retry: repeats,
  retrigger: repeats,
  resubmit: repeats,
  replay: repeats,
  redrive: repeats,
  upgrade: upgrades,
  downgrade: upgrades,
  checkout: checksOutOrSwitches,
  push: choice([['send', ['message'], []]], 'write'),
  pull: choice([['execute', ['program'], []]], 'write'),
};
