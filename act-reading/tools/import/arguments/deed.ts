/** Facts about an act that decide how its fields are read. */
import { setOf } from '../../../lists.ts';
import type { Effect } from '../../../targets/index.ts';
import { clausesOfParts } from '../effect/act.ts';
import type { Subject } from '../effect/subject.ts';
import { singular, wordsOfName, wordsOfText } from '../words.ts';

export interface Deed {
  subject: Subject;
  effects: ReadonlySet<Effect>;
  onlyReads: boolean;
  /** The tool brings what it reads to another place. */
  exports: boolean;
  /** Nouns of the name, in the singular. */
  nouns: ReadonlySet<string>;
  /** The last noun of each object in the name. */
  made: ReadonlySet<string>;
  isEvent: boolean;
  /** Nothing goes out now: its recipients are told when it is sent. */
  staysDraft: boolean;
  /** The tool changes how an account holder is reached: a new address gets what is sent there. */
  changesPerson: boolean;
  /** Its `from` and `to` are the ends of a range, such as a time. */
  isRange: boolean;
  /** How a bare recipient is reached. */
  means: 'email' | 'phone' | null;
}

export function deedOf(subject: Subject, effects: ReadonlySet<Effect>): Deed {
  const clauses = clausesOfParts(subject.words, subject.before);
  // The `run` of `run_job` is not a thing.
  const verbs = new Set(clauses.filter(({ verb }) => !verb.isNoun).map(({ verb }) => verb.word));
  const nouns = new Set(subject.words.filter((word) => !verbs.has(word)).map(singular));
  const isEvent = ['event', 'meeting', 'calendar', 'appointment', 'invite', 'interview'].some((word) =>
    nouns.has(word),
  );
  return {
    subject,
    effects,
    onlyReads: [...effects].every((effect) => effect === 'read'),
    nouns,
    exports: subject.words.some((word) =>
      ['export', 'download', 'backup', 'dump', 'report', 'generate'].includes(word),
    ),
    made: new Set(clauses.map(({ object }) => object.head)),
    isEvent: isEvent && !effects.has('send'),
    staysDraft: nouns.has('draft') && !effects.has('send'),
    changesPerson:
      subject.words.some((word) => CHANGING.has(word)) && [...nouns].some((noun) => HOLDERS.has(noun)),
    isRange:
      subject.setting.hasField('from') &&
      !subject.setting.hasField('amount', 'text', 'body', 'message', 'subject', 'content'),
    means: meansOf(subject),
  };
}

const CHANGING = setOf('update change set edit modify patch');
const HOLDERS = setOf('profile customer user account member employee traveller traveler patient client');

const MAIL = setOf(
  'email mail gmail outlook inbox smtp newsletter sendgrid resend mailgun postmark imap mailbox',
);
const PHONE = setOf('sms phone whatsapp mms dial call voicemail twilio telephone fax imessage signal');
const CHAT = setOf(
  'slack chat dm discord telegram teams channel direct tweet mattermost user username linkedin',
);

/** The name decides, and then the description; two means in one of them decide nothing. */
function meansOf({ words, definition, server }: Subject): Deed['means'] {
  const named = [...words, ...wordsOfName(server)].map(singular);
  for (const spoken of [named, wordsOfText(definition.description)]) {
    const means = [MAIL, PHONE, CHAT].map((set) => spoken.some((word) => set.has(word)));
    const [isMail, isPhone, isChat] = means;
    if (means.filter(Boolean).length > 1) return null;
    if (isMail === true) return 'email';
    if (isPhone === true) return 'phone';
    if (isChat === true) return null;
  }
  return null;
}
