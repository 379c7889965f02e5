/** Command lines of clouds: hundreds of services, each with operations whose first words say what they do. */
import { type Does, doesTo, LOOKS, RUNS } from '../does.ts';
import { remotePlaces } from '../hosts.ts';
import { onMachine, readNestedText } from '../nested.ts';
import { each, type Invocation, type Program, type Programs } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';
import { readSql } from './databases.ts';

const HIGH = { risk_level: 'high' } as const;

/** Services that hold secrets, and services that say who may do what. */
const SECRETS =
  /(?:^|\s)(?:secretsmanager|secrets?|kms|keyvault|sts|print-access-token|print-identity-token|get-access-token|get-login-password|get-session-token|assume-role|versions access)(?:\s|$)/;
const ACCESS =
  /(?:^|\s)(?:iam|organizations|sso|sso-admin|identitystore|cognito-idp|role|ad|add-iam-policy-binding|remove-iam-policy-binding|set-iam-policy|service-accounts|keys|firewall-rules|authorize-security-group\S*|put-bucket-policy|put-bucket-acl|put-public-access-block|modify-\S*attribute|add-permission|attach-\S+|network-acl\S*|nsg|org-policies|policy)(?:\s|$)/;
const RUNS_CODE =
  /(?:^|\s)(?:invoke|send-command|start-session|execute-command|run-command|ssh|run-instances|execute-statement|start-execution|start-build|functions call|deploy|submit|vm run-command)(?:\s|$)/;
const TELLS = /(?:^|\s)(?:send-\S+|publish\S*|sns publish|pubsub topics publish|messages send)(?:\s|$)/;
const LOOKS_AT =
  /(?:^|\s)(?:describe|list|get|show|ls|head|lookup|search|filter|scan|query|view|help|batch-get|check|estimate|validate|wait|tail|read|configurations)(?:-\S*)?(?:\s|$)/;
const DELETES =
  /(?:^|\s)(?:delete|terminate|remove|rm|rb|purge|destroy|deregister|disable|empty|reset|abort|cancel|release|detach|revoke|schedule-key-deletion)(?:-\S*)?(?:\s|$)/;

const CHANGES_SECRETS =
  /(?:^|\s)(?:create|put|update|set|add|import|rotate|restore|enable|activate)(?:-\S*)?(?:\s|$)/;

function effectOf(operation: string): Does {
  if (SECRETS.test(operation) && CHANGES_SECRETS.test(operation))
    return doesTo('configure', 'changes secrets of the cloud with', HIGH);
  if (SECRETS.test(operation) && !DELETES.test(operation))
    return doesTo('read', 'reads or uses secrets of the cloud with', HIGH);
  if (DELETES.test(operation))
    return doesTo('delete', 'deletes in the cloud with', { irreversible: true, ...HIGH });
  if (RUNS_CODE.test(operation)) return doesTo('execute', 'runs code in the cloud with', HIGH);
  if (LOOKS_AT.test(operation)) return doesTo('read', 'looks at the cloud with');
  if (ACCESS.test(operation)) return doesTo('configure', 'changes access in the cloud with', HIGH);
  if (TELLS.test(operation)) return doesTo('send', 'sends a message with');
  if (/^configure|^config |^auth |^login|^account /.test(operation))
    return doesTo('configure', 'changes the access to the cloud with');
  return doesTo('write', 'changes the cloud with');
}

/** The words before the first option name the operation. */
function cloud({ name, words }: Invocation, reading: ShellReading) {
  const start = words.findIndex(({ text }) => !text.startsWith('-'));
  const rest = start < 0 ? [] : words.slice(start);
  const end = rest.findIndex(({ text }) => text.startsWith('-'));
  const named = rest.slice(0, end < 0 ? undefined : end);
  if (named.length === 0) return reading.does(LOOKS);
  if (!named.every(({ isFixed }) => isFixed))
    return reading.runsUnknown({
      text: `${name} ${named.map(({ text }) => text).join(' ')}`,
      isFixed: false,
    });
  if (name === 'aws' && named[0]?.text === 's3' && named[1] !== undefined)
    return buckets(named[1].text, rest.slice(2), reading);
  if (/^(?:gsutil)$/.test(name) && named[0] !== undefined)
    return buckets(named[0].text, rest.slice(1), reading);
  const operation = named.map(({ text }) => text).join(' ');
  const does = effectOf(operation);
  const objects = objectsOf(rest.slice(named.length));
  const isOpen =
    objects.length === 0 &&
    does.effect !== 'read' &&
    named.length > 2 &&
    /^(?:oci|doctl|flyctl|fly|heroku|supabase)$/.test(name);
  const what = `${does.what} ${name} ${operation}`;
  reading.does(isOpen ? { ...does, what: does.what } : { ...does, what }, isOpen ? named.slice(-1) : objects);
  for (const { text, isFixed } of rest) {
    const path = /^(?:[\w-]+=)?(?:file|fileb):\/\/(.+)$/s.exec(text)?.[1];
    if (path !== undefined)
      reading.does({ ...LOOKS, what: 'reads', kind: 'path', role: 'place' }, [{ text: path, isFixed }]);
  }
}

/** The first word that says what is done ends the name of the operation; what stands behind it are its objects. */
const VERB =
  /^(?:add|apply|approve|attach|call|cancel|clone|connect|copy|cp|create|delete|deploy|describe|detach|disable|enable|execute|export|failover|get|import|init|install|invoke|list|login|ls|migrate|move|mv|patch|print|promote|publish|pull|purge|read|remove|replace|reset|resize|restart|restore|resume|rm|rollback|rotate|rsync|run|scp|search|set|sign|ssh|start|stop|submit|suspend|tail|test-\S+|troubleshoot|undelete|unset|update|upgrade|upload|wait|write|revoke|activate|cat)(?:-.*)?$/;
/** Of options with a value that names no object. Others may have none, so the word behind them counts. */
const PLAIN_VALUES =
  /^--(?:project|account|configuration|format|filter|limit|page-size|sort-by|verbosity|zone|zones|region|location|cluster|namespace|machine-type|image(?:-family|-project)?|network|subnet|tags|labels|scopes|role|roles|size|disk-size|type|runtime|memory|timeout|tier|database-version|description|display-name|billing-project|quota|port|direction|rules|priority|action|schedule|time-zone|source|entry-point|trigger-\S+|set-env-vars|env-vars-file|update-env-vars|impersonate-service-account|message|sql|command|ssh-flag|ssh-key-file|data|args|container|access-token-file|flags-file|metadata|metadata-from-file)$/;

function google({ name, words }: Invocation, reading: ShellReading) {
  const plain: ShellWord[] = [];
  const values = new Map<string, ShellWord>();
  const end = words.findIndex(({ text }) => text === '--');
  const behind = end < 0 ? [] : words.slice(end + 1);
  for (let place = 0; place < words.length - (end < 0 ? 0 : behind.length + 1); place += 1) {
    const word = words[place] as ShellWord;
    const [, option = '', value] = /^(--[^=]+)=(.*)$/s.exec(word.text) ?? [];
    const next = words[place + 1];
    if (value !== undefined) values.set(option, { text: value, isFixed: word.isFixed });
    else if (!word.text.startsWith('-')) plain.push(word);
    else if (next !== undefined && (PLAIN_VALUES.test(word.text) || NAMING.test(word.text))) {
      values.set(word.text, next);
      place += 1;
    }
  }
  if (plain.length === 0 || /^(?:info|version|help|topic|cheat-sheet)$/.test(plain[0]?.text ?? ''))
    return reading.does(LOOKS);
  const verb = plain.findIndex(({ text }, place) => place > 0 && VERB.test(text));
  const named = verb < 0 ? plain : plain.slice(0, verb + 1);
  const operation = named.map(({ text }) => text).join(' ');
  if (!named.every(({ isFixed }) => isFixed) || values.has('--flags-file'))
    return reading.runsUnknown({ text: `${name} ${operation}`, isFixed: false });
  const objects = plain.slice(named.length);
  if (/^(?:alpha |beta )?storage (?:cp|mv|rm|rsync|ls|cat|du)$/.test(operation))
    return buckets(named.at(-1)?.text ?? '', [...objects, ...withoutNames(words)], reading);
  if (operation.endsWith(' scp')) return remotePlaces(objects, reading);
  readInside(operation, { values, objects, behind }, reading);
  const naming = [...values].filter(([option]) => NAMING.test(option)).map(([, value]) => value);
  const does = effectOf(operation);
  reading.does({ ...does, what: `${does.what} ${name} ${operation}` }, [...objects, ...naming]);
}

function withoutNames(words: readonly ShellWord[]): ShellWord[] {
  return words.filter(({ text }) => text.startsWith('-'));
}

interface GoogleWords {
  values: ReadonlyMap<string, ShellWord>;
  objects: readonly ShellWord[];
  /** Behind `--`. */
  behind: readonly ShellWord[];
}

/** What a command carries for a machine or a database is read as what it is. */
function readInside(
  operation: string,
  { values, objects, behind }: GoogleWords,
  reading: ShellReading,
): void {
  const command = values.get('--command');
  const commands = command === undefined ? behind : [command];
  const host = objects[0]?.text ?? operation;
  if (operation.endsWith(' ssh') && commands.length > 0)
    onMachine(host, reading, () => readNestedText(commands, reading, 'ssh'));
  const sql = values.get('--sql');
  if (sql !== undefined) readSql(sql, 'bigquery', operation, reading);
}

const NAMING =
  /^--(?:[a-z-]*-)?(?:name|names|id|ids|arn|identifier|bucket|key|instance-ids|member|principal|user-name|role-name|group-name|topic-arn|queue-url|resource-group|email|phone-number|to)$/;

/** Who may come in, and it is the world. */
const OPEN_TO_ALL =
  /^(?:0\.0\.0\.0\/0|::\/0|public-read(?:-write)?|allUsers|allAuthenticatedUsers|AllUsers)$/;

function objectsOf(options: readonly ShellWord[]): ShellWord[] {
  return options.flatMap((word, place) => {
    if (OPEN_TO_ALL.test(word.text)) return [word];
    const [, option = '', value] = /^(--[^=]+)=(.*)$/s.exec(word.text) ?? [];
    if (value !== undefined && NAMING.test(option)) return [{ text: value, isFixed: word.isFixed }];
    const before = options[place - 1];
    return before !== undefined && NAMING.test(before.text) && !word.text.startsWith('--') ? [word] : [];
  });
}

/** `s3 cp` and its like: between here and a bucket. */
function buckets(verb: string, words: readonly ShellWord[], reading: ShellReading): void {
  const places = words.filter(
    ({ text }, at) =>
      !text.startsWith('-') &&
      !/^--(?:exclude|include|acl|storage-class|profile|region)$/.test(words[at - 1]?.text ?? ''),
  );
  const isPublic = words.some(({ text }) => /public-read/.test(text));
  if (isPublic) reading.does(doesTo('share', 'makes files public in the cloud', HIGH), places.slice(-1));
  if (/^(?:ls|presign|stat|du|cat)$/.test(verb)) {
    reading.does(
      verb === 'presign' ? doesTo('share', 'makes a link for others to', HIGH) : doesTo('read', 'looks at'),
      places,
    );
  } else if (/^(?:rm|rb)$/.test(verb)) {
    reading.does(doesTo('delete', 'deletes in the cloud', { irreversible: true, ...HIGH }), places);
  } else if (/^(?:mb|website|setmeta|iam|acl)$/.test(verb)) {
    reading.does(doesTo(verb === 'mb' ? 'write' : 'configure', 'changes the bucket'), places);
  } else {
    remotePlaces(places, reading);
    if (words.some(({ text }) => text === '--delete' || text === '-d'))
      reading.does(
        doesTo('delete', 'deletes what the source does not have', { irreversible: true, ...HIGH }),
      );
    if (verb === 'mv')
      reading.does(
        { ...RUNS, effect: 'delete', what: 'moves away', role: 'place' },
        places.slice(0, 1).filter(({ text }) => !/^\w+:/.test(text)),
      );
  }
}

const CLOUD_PROGRAM: Program = { reads: cloud };

export const CLOUD: Programs = {
  gcloud: { reads: google },
  ...each(
    'aws az gsutil doctl heroku flyctl fly vercel netlify wrangler oci ibmcloud linode-cli hcloud scw supabase firebase railway eksctl',
    CLOUD_PROGRAM,
  ),
};
