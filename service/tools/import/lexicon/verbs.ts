/**
 * Verbs that tools are named by, and what each does. Many English verbs are nouns as well (`message`, `order`, `list`):
 * those stand apart, because in `message_delete` the message is not what is done.
 */
import type { Effect } from '../../../targets/index.ts';

/**
 * `change` makes or alters its object, and `remove` takes it away: what that does, the object says (a payment, a
 * message, a user). A verb of sense `own` has a rule of its own.
 */
export type Sense = Effect | 'change' | 'remove' | 'own';

export interface Verb {
  word: string;
  sense: Sense;
  /** Also a noun, so that it is a verb only where it stands as one. */
  isNoun: boolean;
}

const VERBS: Record<Sense, string> = {
  read: `get list search find fetch read check count describe show lookup retrieve inspect browse explore compare diff
    summarize summarise analyze analyse calculate compute convert translate validate verify detect extract parse
    explain examine identify recommend suggest predict scan filter sort aggregate whoami peek head tail cat ls grep glob
    is has can does enumerate discover obtain determine assess classify rank match geocode decode encode simulate listen
    poll wait sleep think reason ask download load navigate visit crawl scrape goto see learn know choose pick audit
    watch monitor introspect observe lint visualize visualise proofread transcribe measure view`,
  write: `annotate save store remember memorize memorise archive unarchive mark unmark untag unstar pin unpin assign
    unassign pause resume finish toggle turn switch adjust increase decrease organize organise sync commit rebase
    stash press hover scroll tap swipe drag resize react vote upvote downvote favorite favourite unfollow unlike
    snooze dim brighten skip rewind crop compress zip unzip mute unmute acknowledge ack upload play water feed warm
    cool preheat dock undock vacuum brew irrigate`,
  send: `send notify publish retweet reply respond forward broadcast announce dial remind nudge contact transmit
    crosspost whisper disclose`,
  share: 'expose',
  pay: `pay buy donate remit reimburse repay prepay withdraw disburse lend borrow invest sell spend topup liquidate
    unstake redeem`,
  book: 'reserve rebook rsvp enroll enrol hire rent preorder',
  delete: `delete destroy erase purge wipe truncate flush expunge unlink terminate deprovision uninstall prune del rm
    rmdir unsend delist evict forget obliterate shred discard`,
  execute: `exec execute run eval evaluate invoke launch spawn deploy redeploy undeploy install compile restart reboot
    shutdown kill provision rerun reload respawn`,
  configure: `configure grant revoke authorize authorise permit allow deny promote demote ban unban kick unblock suspend
    unsuspend whitelist blacklist allowlist denylist impersonate login authenticate elevate arm disarm freeze unfreeze
    quarantine unshare onboard offboard unlock delegate`,
  change: `create add make new edit write insert append modify alter replace rename duplicate clone complete confirm
    approve accept generate prepare init initialize initialise initiate upsert fill enter establish finalize finalise
    reject decline dismiss bulk amend rewrite overwrite compose reschedule attach extend renew capture void
    begin submit reopen restore undo redo migrate put update rollback revert`,
  remove: 'remove empty detach unset cancel clean cleanup disconnect unregister deregister',
  own: `connect subscribe unsubscribe invite apply enable disable activate deactivate join leave escalate checkin
    reset perform rotate resolve`,
};

const VERBS_AND_NOUNS: Record<Sense, string> = {
  read: `query report review forecast track plan quote screenshot snapshot preview test export estimate ping status
    whois weather`,
  write:
    'tag label flag bookmark log record draft rate star type select click merge branch fork note like follow',
  send: 'message text post comment chat alert mail email dm sms phone fax tweet mention toot',
  share: 'share',
  pay: 'charge refund wire deposit trade swap stake bid bet bridge mint fund payment payout purchase tip donation',
  book: 'book order reservation booking rental appointment',
  delete: 'trash',
  execute: 'trigger script command dispatch boot bash shell terminal',
  configure: 'setup',
  change: 'change request import copy issue file move patch build end place form set',
  remove: 'drop clear',
  own: 'transfer call link schedule register sign block lock checkout open close push pull start stop process release',
};

/** Beside a verb that can be nothing else, these are the noun: `status_update` is an update. */
const LAST_AS_NOUN = new Set(
  'update upload download audit match sort head view run install edit search scan'.split(' '),
);

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

function collected(lists: Record<Sense, string>, isNoun: boolean): [string, Verb][] {
  return (Object.entries(lists) as [Sense, string][]).flatMap(([sense, text]) =>
    wordsOf(text).map((word): [string, Verb] => [word, { word, sense, isNoun }]),
  );
}

const KNOWN: ReadonlyMap<string, Verb> = new Map([
  ...collected(VERBS_AND_NOUNS, true),
  ...collected(VERBS, false),
]);

export function verbOf(word: string): Verb | null {
  return KNOWN.get(word) ?? null;
}

export function mayBeNoun({ word, isNoun }: Verb): boolean {
  return isNoun || LAST_AS_NOUN.has(word);
}

/** `PUT` and the like, where a name begins as a line of HTTP does. */
export const METHOD_VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  head: 'get',
  options: 'get',
  query: 'get',
  trace: 'get',
  post: 'create',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};
