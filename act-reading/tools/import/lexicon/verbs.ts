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
  read: `traceroute dig nslookup plot render locate infer embed tokenize appraise debug reconcile get list search find fetch read check count
    describe show lookup retrieve inspect browse explore compare diff summarize summarise analyze
    analyse calculate compute translate validate verify detect extract parse explain examine
    identify recommend suggest predict scan filter sort aggregate whoami peek head tail cat ls grep glob
    is has can does enumerate discover obtain determine assess classify rank match geocode decode encode
    simulate listen poll wait sleep think reason download navigate visit crawl scrape goto see
    learn know choose audit watch introspect observe lint visualize visualise proofread
    transcribe measure view lesen suchen sucht abrufen anzeigen auflisten ermitteln lire chercher rechercher lister
    afficher consulter obtenir leer buscar listar consultar obtener mostrar ver`,
  write: `hide unhide calibrate tune reindex dedupe deduplicate normalize normalise transform redact anonymize
    anonymise ungroup split pivot shuffle unpair honk precondition summon unmount resize autoscale
    replicate  squash bump deprecate cordon uncordon prescribe dispense receive triage
    qualify withhold reorder collapse expand deduct login logout authenticate vacuum defragment requeue annotate save store optimize optimise
    repair fix autofix heal remember memorize memorise archive unarchive mark unmark untag unstar pin unpin assign unassign
    pause resume finish toggle turn switch adjust increase decrease organize organise sync commit rebase
    stash press hover scroll tap swipe drag react vote upvote downvote favorite favourite unfollow
    unlike snooze dim brighten rewind crop compress zip unzip unmute acknowledge ack upload warm cool
    preheat dock undock brew irrigate eintragen speichern verschieben aktualisieren setzen quittieren enregistrer
    guardar registrar`,
  send: `propose warn inform advise greet thank congratulate apologize apologise relay convey communicate
    resend consult petition lobby complain advertise refer nominate syndicate send notify publish retweet reply
    respond forward broadcast announce dial remind nudge transmit crosspost whisper disclose senden schicken
    beantworten antworten benachrichtigen durchsage envoyer répondre repondre notifier publier enviar responder
    notificar publicar`,
  share: 'expose freigeben teilen partager compartir',
  pay: `cashout airdrop compensate overpay unwrap pay buy donate remit reimburse repay prepay withdraw
    disburse lend borrow invest sell spend topup liquidate unstake redeem bezahlen überweisen ueberweisen erstatten
    payer rembourser pagar transferir reembolsar`,
  book: 'reserve buchen reservieren bestellen réserver reserver reservar rebook rsvp enroll enrol hire rent preorder',
  delete: `yank teardown takedown abolish expire decommission dissolve delete destroy erase purge wipe truncate
    flush expunge unlink terminate deprovision uninstall prune del rm rmdir unsend delist evict forget
    obliterate shred discard löschen loeschen supprimer effacer borrar eliminar decomm`,
  execute: `failover bootstrap orchestrate exec execute run eval evaluate invoke launch spawn deploy redeploy
    undeploy install compile restart reboot shutdown kill provision rerun reload respawn ausführen ausfuehren
    exécuter executer ejecutar`,
  configure: `silence bind unbind protect unprotect secure harden throttle appoint expel optin optout admit configure grant revoke
    allow deny promote demote ban unban kick unblock suspend unsuspend
    whitelist blacklist allowlist denylist impersonate elevate arm disarm freeze
    unfreeze quarantine unshare onboard offboard unlock delegate sperren entsperren erteilen berechtigen bloquer
    autoriser bloquear autorizar`,
  change: `decide substitute expedite assemble certify endorse create add make new edit write insert append modify
    alter replace rename duplicate clone complete confirm approve accept generate prepare init
    initialize initialise initiate upsert fill enter establish finalize finalise regenerate reject decline dismiss
    bulk amend rewrite overwrite compose reschedule attach extend begin submit reopen restore
    undo redo migrate put update rollback revert erstellen anlegen ändern aendern bearbeiten créer creer modifier
    crear modificar actualizar`,
  remove: `remove empty detach unset cancel clean cleanup disconnect unregister deregister entfernen stornieren kündigen kuendigen absagen annuler retirer cancelar anular quitar`,
  own: `retry retrigger resubmit replay redrive authorize authorise connect subscribe unsubscribe invite apply enable disable activate deactivate join  escalate
    checkin reset perform rotate resolve recall renew ask capture manage handle control operate maintain administer
    interact take convert upgrade downgrade`,
};

const VERBS_AND_NOUNS: Record<Sense, string> = {
  read: `load pick monitor query report review forecast track plan quote screenshot snapshot preview test export estimate ping
    status whois weather survey sample inventory trace profile`,
  write: `backup tag label flag bookmark log record draft rate star type select click merge branch fork note like follow index group
    train park pan zoom flash blink pack ship mask cast pair mount scale score grade segment hold water feed play
    heat skip mute`,
  send: `contact message text post comment chat alert mail email dm sms phone fax tweet mention toot offer brief
    appeal`,
  share: 'share',
  pay: `credit debit charge refund wire deposit trade swap stake bid bet bridge mint fund payment payout purchase tip
    donation claim burn wrap vest boost sponsor`,
  book: 'book order reservation booking rental appointment',
  delete: 'trash',
  execute: 'trigger script command dispatch boot bash shell terminal',
  configure: 'permit setup fire peer tunnel',
  change: `change request import copy issue file move patch build end place form set point exchange package
    void`,
  remove: 'drop clear',
  own: `leave page transfer call link schedule register sign block lock checkout open close push pull start stop
    process release`,
};

/** Beside a verb that can be nothing else, these are the noun: `status_update` is an update. */
const LAST_AS_NOUN = new Set(
  'update upload download audit match sort head view run install edit search scan watch upgrade'.split(' '),
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
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  // Undoing a deletion restores: `untrash`, `undelete`.
  const undone = word.startsWith('un') ? KNOWN.get(word.slice(2)) : undefined;
  return undone?.sense === 'delete' ? { word, sense: 'write', isNoun: false } : null;
}

export function mayBeNoun({ word, isNoun }: Verb): boolean {
  return isNoun || LAST_AS_NOUN.has(word);
}

/** Two words that are one verb: `check in` is not to check. */
const PHRASAL: Readonly<Record<string, string>> = {
  'go to': 'goto',
  'forward geocode': 'geocode',
  'check in': 'checkin',
  'check out': 'checkout',
  'look up': 'lookup',
  'back up': 'backup',
  'shut down': 'shutdown',
  'log in': 'login',
  'log out': 'logout',
  'roll back': 'rollback',
  'spin up': 'launch',
  'spin down': 'shutdown',
  'tear down': 'teardown',
  'take down': 'takedown',
  'pay out': 'payout',
  'cash out': 'cashout',
  'top up': 'topup',
  'pay back': 'repay',
  'pay off': 'repay',
  'follow up': 'contact',
  'reach out': 'contact',
  'opt in': 'optin',
  'opt out': 'optout',
  'set up': 'setup',
  'clean up': 'cleanup',
  'hand over': 'transfer',
  'call off': 'cancel',
  'kick off': 'launch',
  'kick out': 'kick',
  'lock out': 'block',
  'sign out': 'logout',
  'sign off': 'approve',
  'fill in': 'fill',
  'fill out': 'fill',
  'scale up': 'scale',
  'scale down': 'scale',
  'throw away': 'discard',
  'get rid': 'delete',
  'port forward': 'tunnel',
  'compose up': 'launch',
  'compose down': 'teardown',
};

export function withoutPhrasals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const both = PHRASAL[`${words[at]} ${words[at + 1]}`];
    joined.push(both ?? words[at] ?? '');
    if (both !== undefined) at += 1;
  }
  return joined;
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
