/**
 * Classes of nouns, by what it means to make or change such a thing. The class of a phrase is that of its last noun: a
 * `payment reminder` is a reminder.
 */
import type { Effect } from '../../../targets/index.ts';

export const NOUN_CLASSES = [
  'message',
  'money',
  'order',
  'access',
  'program',
  'public',
  'attribute',
  'event',
  'container',
  'information',
  'device',
] as const;
export type NounClass = (typeof NOUN_CLASSES)[number];

const NOUNS: Record<NounClass, string> = {
  // Told to others as soon as it is there.
  message: `message mail email sms mms dm reply comment post tweet announcement notification broadcast newsletter
    invitation fax voicemail mention toot letter retweet feedback complaint review envelope notice postcard press_release`,
  money: `payroll payroll_item point nft payment payout transfer transaction charge refund donation wire remittance deposit withdrawal purchase
    disbursement reimbursement bet wager stake trade swap money fund cash bitcoin crypto eth btc usdc loan payroll
    reversal chargeback payment_intent tip settlement debit ach sepa salary coin gift_card dividend cheque invoice_payment bill_payment
    standing_order direct_debit`,
  order: `order booking reservation appointment ride taxi cab rental subscription seat stay accommodation delivery pickup
    shipment consultation visit viewing preorder ticket_booking table_booking enrollment airfare flight hotel meal`,
  access: `protection vacation responder autoreply cookie rolebinding lock door alarm gate garage camera limit threshold team usergroup tenant organization contact_detail user member role permission privilege password passcode passphrase pin_code credential secret api_key
    ssh_key access_key private_key public_key deploy_key signing_key encryption_key token certificate webhook
    policy acl mfa 2fa otp sso login account collaborator admin administrator owner ownership identity service_account
    dns domain firewall security security_group proxy forwarding setting config configuration preference feature_flag
    integration connector hook branch_protection visibility vpn oauth quota nameserver mx allowlist whitelist blacklist
    blocklist denylist allow_list deny_list block_list ip_list hmac env_var environment_variable delegate delegation iam access key_pair
    keypair group_member membership_role waf ruleset ip_rule ssl tls cors auth authentication authorization grant scope
    invite_link forwarder login_link magic_link mailbox_rule mail_filter email_filter inbox_rule forwarding_rule forwarding_address filter rule
    a_record cname txt_record dns_record beneficiary payee payment_method bank_account card_pin trusted_device
    spender allowance teammate commenter contributor guest moderator coworker maintainer operator trustee
    access_request restriction membership identity_provider network_zone recovery_email recovery_phone username backup_code webhook_subscription alarm_code access_code door_code
    seat_assignment license_assignment`,
  program: `computer stdin console tty server instance container service process vm machine pod deployment job pipeline workflow build function
    lambda script command code program notebook cell sql playbook stack node cluster agent bot automation
    routine macro flow dag app application kernel shell terminal task test suite daemon cron image plugin extension
    package procedure query module droplet sandbox binary manifest migration terraform helm python
    javascript bash actor scraper scenario zap tool action daemonset unit chart run rollout execution dispatch
    invocation`,
  // Open to readers that the agent does not know.
  public: `gist paste share shared_link share_link sharing public_link shareable_link collaborator_link public_url
    presigned_url signed_url access_link download_link share_permission`,
  // Put on something, and taken off again.
  attribute: `label tag reaction star flag pin favorite favourite bookmark category highlight assignee emoji like
    vote watcher milestone due_date priority reviewer checklist mark color colour follower watch`,
  event: 'event meeting calendar_event calendar_entry invite interview webinar conference standup sync_up',
  // A thing is put into it or taken out of it without being made or lost.
  container: 'cart basket playlist wishlist favorites queue list watchlist album shelf bag shortlist',
  information: `reading measurement humidity moisture output log tree size usage context result structure unread capability  weather forecast temperature price quote info information version news stat statistic balance
    history definition wikipedia wiki direction distance time date timezone rate score count summary overview detail
    status metadata schema help doc documentation lookup search calculator calc math translation dictionary sentiment
    analysis metric report profile_info location geocode elevation stock ticker fact quotation headline standing
    trend keyword similarity embedding thought sequentialthinking thinking clock joke horoscope recipe map route
    datetime timestamp traffic air_quality calorie nutrition ocr exchange whoami availability slot timetable timeline eta occupancy rota roster
    menu agenda level dashboard diagnostic check health proof progress leaderboard ranking`,
  device: `light lamp thermostat     valve    speaker tv blind curtain fan heater
    ac vacuum sprinkler plug outlet switch appliance scene volume brightness  gas_valve oven kettle washer
    dishwasher dryer car_door window sensor doorbell`,
};

/** What making or changing a thing of this class does. */
export const EFFECT_OF_CLASS: Readonly<Record<NounClass, Effect>> = {
  message: 'send',
  money: 'pay',
  order: 'book',
  access: 'configure',
  program: 'write',
  public: 'share',
  attribute: 'write',
  event: 'write',
  container: 'write',
  information: 'write',
  device: 'write',
};

/** As a clause of a reason: "a payment moves value". */
export const WORDS_OF_CLASS: Readonly<Record<NounClass, string>> = {
  message: 'a message to others',
  money: 'a movement of value',
  order: 'an order or a booking',
  access: 'a matter of access, credentials or security',
  program: 'something that runs',
  public: 'something that others can open',
  attribute: 'a mark on something',
  event: 'an event',
  container: 'a collection',
  information: 'information',
  device: 'a device',
};

const KNOWN: ReadonlyMap<string, NounClass> = new Map(
  (Object.entries(NOUNS) as [NounClass, string][]).reverse().flatMap(([kind, text]) =>
    text
      .trim()
      .split(/\s+/)
      .map((noun): [string, NounClass] => [noun, kind]),
  ),
);

/** After these, a phrase speaks of something else: `label to message`. */
const PREPOSITIONS = new Set(
  'to for from in on at of with by into onto as via using through per within against about under over after before between during without like'.split(
    ' ',
  ),
);
/** They say nothing of what a thing is: `user info` is about a user. */
const EMPTY = new Set(
  'info information detail data record entry item object resource profile status list batch bulk all new v1 v2 v3 api tool set content body value state schedule run'.split(
    ' ',
  ),
);

/** Of these, even a thing that is called after them is a matter of access: a `secret variable`. */
const RIGHTS = new Set(
  'secret password credential permission iam firewall dns mfa acl oauth sso access auth authenticator membership role privilege protection identity otp trust allowed trusted authorized authorised'.split(
    ' ',
  ),
);

export function isRight(word: string): boolean {
  return RIGHTS.has(word);
}

export interface Phrase {
  head: string;
  words: readonly string[];
  kind: NounClass | null;
  /** The noun that decided. */
  by: string;
}

export function saysNothing(word: string): boolean {
  return EMPTY.has(word);
}

export function isPreposition(word: string): boolean {
  return PREPOSITIONS.has(word);
}

export function isKnownNoun(word: string): boolean {
  return KNOWN.has(word);
}

/** The classes of single nouns and of pairs, such as `api key`, from the last word to the first. */
export function phraseOf(words: readonly string[]): Phrase {
  const head = words.at(-1) ?? '';
  for (let end = words.length; end > 0; end -= 1) {
    const word = words[end - 1] ?? '';
    const pair = end > 1 ? `${words[end - 2]}_${word}` : word;
    const triple = end > 2 ? `${words[end - 3]}_${pair}` : pair;
    for (const by of [triple, pair, word]) {
      const kind = KNOWN.get(by);
      // Behind an empty word, the noun before it says more: the status of a payment is no information here.
      if (kind !== undefined && !(EMPTY.has(by) && end > 1))
        return { head, words, kind, by: by.replaceAll('_', ' ') };
    }
    if (!EMPTY.has(word) && word !== '') break;
  }
  const right = words.find((word) => RIGHTS.has(word));
  if (right !== undefined) return { head, words, kind: 'access', by: right };
  return { head, words, kind: KNOWN.get(head) ?? null, by: head };
}
