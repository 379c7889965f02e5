/** What a verb does to its object, where the verb alone does not say it. */
import type { Effect } from '../../targets/index.ts';
import type { Clause } from './act.ts';
import { EFFECT_OF_CLASS, type NounClass, WORDS_OF_CLASS } from './lexicon/nouns.ts';

/** What else is known of the tool, besides the words of its name. */
export interface Setting {
  /** Whether a word stands in the name, the server's name or the description. */
  speaksOf(...words: readonly string[]): boolean;
  /** Whether there is a field whose name holds one of these words. */
  hasField(...words: readonly string[]): boolean;
}

export interface Judged {
  effect: Effect;
  why: string;
}

export function judge(clause: Clause, setting: Setting): Judged {
  const { verb } = clause;
  switch (verb.sense) {
    case 'change':
      return changes(clause, setting);
    case 'remove':
      return removes(clause);
    case 'own':
      return (OWN[verb.word] ?? changes)(clause, setting);
    default:
      return simply(clause, verb.sense, setting);
  }
}

const named = ({ verb }: Clause) => `the name says "${verb.word}"`;

const isOf = ({ object, rest }: Clause, ...kinds: NounClass[]) =>
  [object.kind, rest.kind].some((kind) => kind !== null && kinds.includes(kind));

const speaksOf = ({ object, rest }: Clause, ...words: string[]) =>
  words.some((word) => object.words.includes(word) || rest.words.includes(word));

function simply(clause: Clause, effect: Effect, setting: Setting): Judged {
  const { object } = clause;
  const why = named(clause);
  const as = (other: Effect, what: string): Judged => ({ effect: other, why: `${why}, and ${what}` });
  if (effect === 'send') {
    if (object.kind === 'money') return as('pay', `its object is ${WORDS_OF_CLASS.money}`);
    if (object.kind === 'program' || speaksOf(clause, 'key', 'keystroke', 'input', 'signal')) {
      return as('execute', `its object is ${WORDS_OF_CLASS.program}`);
    }
    if (speaksOf(clause, 'trash', 'bin')) return as('delete', 'it is thrown away');
    if (speaksOf(clause, 'draft') && clause.verb.word !== 'send') return as('write', 'it stays a draft');
  }
  if (effect === 'execute' && ['run', 'perform', 'eval', 'evaluate'].includes(clause.verb.word)) {
    if (object.kind === 'information' && !setting.hasField('code', 'script', 'command', 'sql')) {
      return as('read', `its object is ${WORDS_OF_CLASS.information}`);
    }
  }
  if (effect === 'read' && clause.verb.isNoun && object.kind === 'access' && !clause.isSure)
    return changes(clause, setting);
  if (effect === 'configure' && speaksOf(clause, 'issue', 'thread', 'conversation', 'topic')) {
    return as('write', 'its object is a discussion');
  }
  if (
    effect === 'write' &&
    object.kind === 'access' &&
    !['log', 'note', 'like', 'tag', 'mark', 'upload'].includes(clause.verb.word)
  ) {
    return as('configure', `its object is ${WORDS_OF_CLASS.access}`);
  }
  if (
    effect === 'write' &&
    clause.verb.word === 'upload' &&
    setting.speaksOf('browser', 'website', 'pastebin')
  ) {
    return as('send', 'a file leaves for a site');
  }
  return { effect, why };
}

function changes(clause: Clause, setting: Setting): Judged {
  const { object, rest } = clause;
  const why = named(clause);
  if (object.words.includes('draft')) return { effect: 'write', why: `${why}, and it stays a draft` };
  if (object.kind === 'access' && isSharing(clause, setting)) {
    return { effect: 'share', why: `${why}, and it gives access to what is there` };
  }
  if (object.kind === 'event' && clause.verb.word === 'book') return { effect: 'book', why };
  if (object.kind !== null) {
    const effect = EFFECT_OF_CLASS[object.kind];
    return { effect, why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS[object.kind]}` };
  }
  if (rest.kind === 'money' && object.words.length === 0) return { effect: 'pay', why };
  return { effect: 'write', why };
}

const SHARED_THINGS = [
  'file',
  'document',
  'doc',
  'folder',
  'drive',
  'calendar',
  'album',
  'board',
  'page',
  'note',
  'sheet',
  'spreadsheet',
  'channel',
  'conversation',
  'chat',
  'room',
  'photo',
];

/** Access to a thing is shared; access to an installation is configured. */
function isSharing(clause: Clause, setting: Setting): boolean {
  if (
    !speaksOf(
      clause,
      'permission',
      'collaborator',
      'access',
      'viewer',
      'editor',
      'grant',
      'user',
      'member',
      'person',
      'guest',
    )
  )
    return false;
  if (speaksOf(clause, 'password', 'role', 'group', 'team', 'organization', 'org', 'account')) return false;
  return (
    speaksOf(clause, 'collaborator', ...SHARED_THINGS) ||
    setting.hasField('file', 'document', 'folder', 'channel', 'drive')
  );
}

function removes(clause: Clause): Judged {
  const { object, rest } = clause;
  const why = named(clause);
  if (object.kind === 'access')
    return { effect: 'configure', why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS.access}` };
  if (object.kind === 'attribute')
    return { effect: 'write', why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS.attribute}` };
  if (clause.verb.word === 'remove' && rest.kind === 'container') {
    return { effect: 'write', why: `${why}, and "${rest.by}" is ${WORDS_OF_CLASS.container}` };
  }
  if (
    clause.verb.word === 'cancel' &&
    (object.kind === 'program' || speaksOf(clause, 'request', 'upload', 'operation'))
  ) {
    return { effect: 'write', why: `${why}, and "${object.head}" is work that ends` };
  }
  return { effect: 'delete', why };
}

type Rule = (clause: Clause, setting: Setting) => Judged;

/** By the class of the object: the first that fits; else the last word. */
function choice(
  cases: readonly [Effect, readonly NounClass[], readonly string[]][],
  otherwise: Effect,
): Rule {
  return (clause) => {
    for (const [effect, kinds, words] of cases) {
      if (isOf(clause, ...kinds) || speaksOf(clause, ...words)) {
        return {
          effect,
          why: `${named(clause)} of ${[clause.object.by, clause.rest.by].filter(Boolean).join(', ')}`,
        };
      }
    }
    return { effect: otherwise, why: named(clause) };
  };
}

const runs: Rule = (clause, setting) => {
  if (clause.object.kind === 'program')
    return {
      effect: 'execute',
      why: `${named(clause)}, and "${clause.object.by}" is ${WORDS_OF_CLASS.program}`,
    };
  return changes(clause, setting);
};

const transfers: Rule = (clause, setting) => {
  if (isOf(clause, 'access')) return { effect: 'configure', why: `${named(clause)} of ${clause.object.by}` };
  if (setting.hasField('amount', 'iban', 'currency') || isOf(clause, 'money'))
    return { effect: 'pay', why: `${named(clause)} of value` };
  if (
    speaksOf(
      clause,
      'file',
      'call',
      'ticket',
      'issue',
      'chat',
      'conversation',
      'data',
      'item',
      'stock',
      'inventory',
      'repo',
      'repository',
    )
  ) {
    return { effect: speaksOf(clause, 'repo', 'repository') ? 'share' : 'write', why: named(clause) };
  }
  return { effect: 'pay', why: named(clause) };
};

const calls: Rule = (clause, setting) => {
  if (setting.hasField('phone', 'number', 'to', 'contact', 'callee') && !isOf(clause, 'program'))
    return { effect: 'send', why: `${named(clause)} by phone` };
  return { effect: 'execute', why: named(clause) };
};

const VISITS = [
  'pickup',
  'visit',
  'viewing',
  'tour',
  'class',
  'repair',
  'consultation',
  'showing',
  'test_drive',
  'service',
];

const schedules: Rule = choice(
  [
    ['send', ['message'], ['post', 'email', 'campaign']],
    ['pay', ['money'], ['bill']],
    ['book', ['order'], VISITS],
    ['execute', [], ['command', 'script', 'query', 'function', 'lambda', 'code', 'cron']],
  ],
  'write',
);

const OWN: Readonly<Record<string, Rule>> = {
  start: runs,
  stop: runs,
  process: runs,
  release: (clause, setting) =>
    isOf(clause, 'money') ? { effect: 'pay', why: named(clause) } : runs(clause, setting),
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
      ['configure', [], ['up', 'in', 'on']],
      ['write', [], ['out', 'off']],
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
      ['configure', [], ['account', 'port']],
      ['configure', ['device'], []],
      ['pay', [], ['trade', 'order']],
      ['write', [], ['issue', 'ticket', 'case', 'pull', 'pr', 'incident', 'dispute']],
    ],
    'read',
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
      ['configure', ['access'], ['password', 'mfa', '2fa']],
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
  checkout: choice(
    [
      ['write', [], ['branch', 'git', 'commit', 'file', 'ref']],
      ['book', ['order'], ['room', 'guest']],
    ],
    'pay',
  ),
  push: choice([['send', ['message'], []]], 'write'),
  pull: choice([['execute', ['program'], []]], 'write'),
};
