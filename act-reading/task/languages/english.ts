/** English. */
import { englishForms } from './forms.ts';
import type { Language } from './language.ts';

/** `anyone`, `whichever` and their kin. */
const BODIES = (...words: string[]) => words.map((word) => `${word}body ${word}one`).join(' ');
const EVERS = (...words: string[]) => words.map((word) => `${word}ever`).join(' ');

export const ENGLISH: Language = {
  name: 'en',
  common: `the a an and of to for from with that this these those is are was were be been my our your me i we you he she it
    they them his her their please pls can could would should will not don't dont what which who how when where why if at by
    all any some each every new old have has had do does did get give just about before after than then there here also only
    let's what's it's i'm i'll we're up out off into onto as so no`,
  forms: englishForms,
  verbs: {
    look: `leave+out print read check look search find show list explain describe analyse analyze investigate inspect examine browse
      compute calculate count identify determine see watch understand learn tail fetch retrieve verify
      validate evaluate assess recommend suggest decide pick choose go navigate visit wait think figure work
      prep screen monitor query review research rank classify recap know want need like use scan
      trace diagnose reproduce proofread predict prepare+for confirm+whether check+out look+up figure+out find+out go+through
      dig+into catch+up walk+through`,
    compile: `compile summarise summarize translate extract collect gather transcribe combine list convert recap compare
      write+up put+together sum+up`,
    write: `redact incorporate integrate stick bring+line reflect score grade sign vote play arrange+files double halve free+up bring+date take+minutes write save update modify rename replace insert append correct edit fill archive unarchive assign unassign
      reassign annotate store remember memorise memorize prefill complete tidy sort organise organize categorise categorize
      reorganise reorganize reorder dedupe deduplicate merge split attach adjust increase decrease lower raise reduce restore
      undo bookmark turn+into download resolve reconcile log+time clock convert resize crop compress unzip format
      restructure rewrite rework backfill amend populate enter clone duplicate untag unflag pause resume dim brighten
      unmute heat cool unpublish snooze star pin unpin unstar prioritise prioritize triage reclassify renumber
      back+up write+down jot+down note+down fill+in fill+out type+in sign+off put+down mark+as check+off move+over keep+track pencil+in
      import log record enrich standardise standardize normalise normalize pre-fill stash`,
    send: `break+news let+down beg+off object transmit relay send email e-mail notify announce tweet retweet broadcast remind ping dm thank apologise apologize
      congratulate inform alert brief chase escalate fax crosspost post sms whatsapp slack cc bcc nudge warn
      reach+out get+touch follow+up get+back let+know pass+on pass+along write+to write+back loop+in point+out wish respond+to pass+to confirm acknowledge
      mail+to hand+over talk+to give+heads-up offer leave+review leave+comment leave+feedback leave+message leave+note introduce negotiate discuss return republish talk+with speak+to speak+with meet circulate disseminate disclose report+to sent`,
    share: 'share co-author make+public',
    publish: 'publish release+publicly',
    pay: 'cough+up chip+in release+payment pay refund reimburse donate remit transfer+money wire repay prepay disburse tip invest withdraw settle compensate top+up pay+out pay+off pay+back cash+out payout send+money',
    buy: 'finish+checkout complete+checkout complete+purchase finish+purchase proceed+checkout place+order buy purchase reorder restock preorder pre-order',
    book: 'snag hold block+out block+off reserve book rebook reschedule rsvp enrol enroll hire rent postpone check+in check-in sign+up push+back pull+forward',
    delete: `scrap chuck toss axe ditch nix dump cull zap discontinue do+away flush delete erase purge wipe destroy trash discard uninstall prune unsend shred nuke empty get+rid throw+away throw+out
      clean+up clean+out clear+out declutter bin unlink deprovision terminate`,
    tear: 'tear+down decommission undeploy take+down spin+down shut+down',
    execute: `bounce train retrain backfill replay kick+off get+going fire+off run execute install deploy redeploy compile restart reboot rerun re-run launch migrate scale rollback spin+up
      roll+out roll+back bring+up start+up fire+up provision bootstrap seed benchmark lint kill simulate
      recompile rebuild typecheck drain cordon trigger invoke dockerise dockerize containerise containerize failover`,
    code: `fix implement refactor debug upgrade bump rebase improve optimise optimize develop parametrize extend+code port
      scaffold vendor simplify polish wire+up cherry-pick squash revert downgrade patch commit stage unit-test prototype
      automate rewire profile hotfix`,
    push: 'push force-push',
    configure: `mute cap point throttle hand+ownership connect configure grant revoke authorise authorize permit promote demote ban unban suspend unsuspend whitelist blacklist
      allowlist blocklist rotate unshare onboard offboard unlock authenticate impersonate arm disarm freeze unfreeze
      quarantine delegate deny allow whitelist unblock harden restrict encrypt decrypt lock log+out sign+out
      opt+in opt+out`,
    place: 'put+in pop+in stick+in',
    change: `create make prepare-new generate alter do put build+new produce finalise finalize upsert initiate initialise
      initialize process handle manage set+up carry+out define+new establish submit file+claim apply+for
      perform kickstart compose paste`,
    add: 'add include attach+to',
    remove:
      'remove cancel unset detach unassign+from disconnect deregister unregister call+off take+off take+out take+away opt+out dissolve kick end terminate+subscription strip void',
    give: 'give provide hand grant+access lend',
    invite: 'invite',
    answer: 'answer reply respond',
    tell: 'tell message text call phone contact ask',
    urge: 'tell ask remind instruct invite encourage urge warn beg request+that inform notify email message text ping nudge advise persuade convince want+them allow get+them help+them teach',
    open: 'open reopen',
    close: 'close',
    toggle:
      'enable disable activate deactivate turn+on turn+off switch+on switch+off toggle expose turn+down turn+up silence',
    reset: 'reset re-set',
    get: 'get grab obtain',
    move: 'move relocate put+back bring+forward',
    subscribe: 'subscribe register sign+up join apply',
    unsubscribe: 'unsubscribe leave+list',
    renew: 'upgrade renew extend prolong',
    respond: 'accept decline reject approve dispute',
    upload: 'upload export sync synchronise synchronize backup+to',
    draft: 'prepare',
    any: 'change touch alter anything act proceed',
  },
  verbsAndNouns: {
    look: 'report plan forecast preview audit search review research query check track measure estimate benchmark quote monitor look compare',
    write:
      'update note label flag tag mark copy edit bookmark archive rate fill record log file credit+note set change block+time',
    send: 'email mail message text post comment tweet dm ping page forward reply fax notice',
    pay: 'pay refund transfer charge wire deposit fund tip trade sell stake swap',
    buy: 'order purchase shop',
    book: 'book schedule reserve rebook',
    execute: 'run build test deploy install release ship start stop apply script trigger boot',
    code: 'fix branch patch fork commit debug release',
    configure: 'block setup lock limit',
    change:
      'set change issue place form build design name produce start credit file request log raise create-new',
    remove: 'drop clear clean end cancel clean+from',
    draft: 'draft sketch outline',
    share: 'share',
    tell: 'call',
    transfer: 'transfer',
    schedule: 'schedule plan arrange organise organize coordinate pencil',
    toggle: 'switch',
    unsubscribe: 'leave+channel leave+group leave+newsletter',
    answer: 'answer',
  },
  irregular: `sent=send=p paid=pay=p bought=buy=p written=write=p made=make=p built=build=p run=run=p set=set=p put=put=p
    given=give=p told=tell=p reset=reset=p sold=sell=p withdrawn=withdraw=p redone=do=p done=do=p shut=shut=p cut=cut=p
    taken=take=p torn=tear=p repaid=repay=p rebuilt=rebuild=p rewritten=rewrite=p undone=undo=p frozen=freeze=p`,
  nouns: {
    message: `mail email e-mail message reply answer comment post tweet announcement newsletter invitation letter text sms dm
      reminder notification notice note-to response heads-up ping feedback thank-you apology memo whatsapp fax voicemail
      shout-out recall warning follow-up offer testmail mailing review-reply rsvp rundown condolences congratulations greeting
      word postcard story reel`,
    money: `payment transfer payout donation refund deposit remittance reimbursement withdrawal bonus salary wage payroll tip
      invoice-payment debt rent bill fee fine money cash expense sepa wire purchase instalment installment difference remainder overpayment
      standing-order tuition down-payment prepayment contribution cheque check-payment dollars euros bucks usd eur gbp $ € £`,
    credit:
      'credit voucher discount ad ads advert advertisement promo promo-code compensation goodwill coupon cashback month-free',
    order: `flight flights hotel hotels room rooms table train trains ticket-booking booking reservation appointment seat seats ride taxi cab
      rental stay accommodation apartment airbnb car-rental trip rental-car court slot class haircut dentist doctor
      viewing pickup delivery-slot tickets restaurant dinner lunch courier suite cruise ferry bus car driver venue spa
      massage lesson order orders physio vet checkup check-up`,
    event: `meeting event call interview standup stand-up sync 1:1 one-on-one workshop webinar calendar-entry invite session
      get-together kickoff kick-off retro retrospective demo briefing conference catch-up series offsite party slot-for hour
      training hearing rehearsal debrief`,
    access: `access permission permissions role roles password passcode passphrase pin secret credential credentials key keys token tokens
      2fa mfa otp sso login logins user users member members admin admins administrator owner ownership collaborator account
      accounts firewall port security policy policies filter rule forwarding delegate auto-forward autoresponder
      out-of-office signature setting settings preference preferences config configuration webhook webhooks dns
      domain certificate cert vpn acl iam privilege privileges rights reset offboarding onboarding integration integrations connector payee payees
      beneficiary beneficiaries limit limits whitelist blacklist allowlist blocklist a-record cname mx branch-protection visibility recovery
      group-policy scope scopes guest guests author contractor device-code working-hours opening-hours vacation-responder responder oauth api-key env-var
      retention quota subscription-rule alarm nameserver`,
    program: `script scripts test tests command container server service services instance vm pod job jobs pipeline workflow deployment function lambda
      migration migrations build suite program cron cluster node daemon automation routine playbook notebook macro
      linter process binary terraform ansible helm image simulation benchmark code app application cli endpoint component module parser
      library class method dockerfile ci action stack environment env backend frontend`,
    public: 'link gist share-link',
    device: `light lights lamp lamps thermostat heating heater blinds curtains tv speaker music volume scene vacuum fan
      oven dishwasher sprinkler temperature ac brightness kettle`,
    mark: `label labels tag tags flag star reaction emoji pin bookmark category assignee milestone status priority due-date highlight formatting
      like duplicates-flag sticker checkmark typo column-width item items line lines whitespace`,
    container: 'cart basket wishlist playlist queue watchlist shortlist',
    group: `team group channel workspace org organisation organization repo repository project board space server-group room-chat list
      mailing-list crew committee tenant`,
    bin: 'trash bin spam',
    file: `file doc document sheet spreadsheet page notes csv table wiki notion folder deck slide slides presentation pdf
      report-file database tracker markdown crm readme markdown-file confluence drive excel template json
      form questionnaire survey details report overview statement summary record entry field copy history catalogue catalog invoice inventory log
      proposal agenda paper essay thesis article chapter draft drafts translation changelog onenote obsidian evernote`,
    package: 'package dependency dependencies deps library axios react framework plugin firmware',
    question: 'question questions quickly',
  },
  polite: `if you could|be so kind as to|do have|i should be grateful if|would be grateful if|have a look and|take a look and|have a look, and|have a look|take a look|can you|could you|would you|will you|can you please|could you please|would you please|could you maybe|can u|could u|pls can you|
    would you mind|please go ahead and|go ahead and|i want you to|i'd like you to|i would like you to|i need you to|we need you to|
    we want you to|i'd love you to|i'd like to|i would like to|i want to|we want to|we'd like to|you should|you need to|you must|
    you can|you may|you have to|you'll need to|you are to|your task is to|your job is to|your goal is to|the goal is to|the task is to|
    let's|lets|let us|wondering if you can|wondering if you could|if you could help me|if you can help me|make sure to|make sure you|make sure that you|be sure to|remember to|don't forget to|do not forget to|dont forget to|never forget to|
    feel free to|try to|help me|help us|help me to|please help me|time to|we need to|i need to|we have to|i have to|
    we should|we must|need to|can we please|could we please|if possible|if yes|when you're done|when done|once done|after that|and then|if so|if yes|if not|
    as well|on my behalf|for me|why don't you|how about you|it would be great if you could|would be great if you could|
    i'd appreciate it if you could|do me a favour and|do me a favor and|do the following|asap|while you're at it|in return|
    your mission is to|you are asked to|you're asked to|all you need to do is|want to|like to|love you to|please do|mind`,
  fillers: `please pls plz kindly force just also then next now first firstly second secondly third finally lastly afterwards afterward maybe
    perhaps quickly ok okay hey hi hello so again carefully simply additionally later immediately today tonight tomorrow quietly
    thanks well alright right actually instead either both only still automatically manually directly already always task todo tldr
    step subject goal request assistant agent claude gpt team there everyone otherwise morning urgent important really go sure to`,
  conjunctions: 'and then & + plus but n afterwards',
  alternatives: 'or nor',
  markers: 'to please pls',
  negators: "don't dont not never without avoid cannot can't cant mustn't shouldn't won't refrain",
  negatingArticles: 'no zero',
  anything: `anything ${BODIES('any')} nothing it them yet either any this that everything`,
  nothing: `nothing none no-one ${BODIES('no')}`,
  exceptions: 'else other others until unless more except before beyond additional longer again without',
  determiners: `the a an my our your his her its their this that these those all any every each some both another one
    two three four five six ten several many most more new last latest next up no what which following everything ${EVERS('what', 'which')} ${BODIES('every')}`,
  prepositions: `to for from in on at of with by into onto as via using through about under over after before during
    per against within so that if which who until till by`,
  pronouns: `it them him her this that us me you these those people ${BODIES('every', 'any')} ${EVERS('who')}`,
  me: 'me us myself',
  passives: 'be get gets got being',
  questions: `what what's whats which who who's whose whom how how's when where where's why why's is isn't are aren't was were does
    did do has have had am should shall may any anything`,
  subordinators: `who which that whose where whether if when because since while how what why whom unless once until
    whenever although though as than wherever what's who's`,
  please: 'please pls plz',
};
