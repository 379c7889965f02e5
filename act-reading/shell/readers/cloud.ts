/** Command lines of clouds: hundreds of services, each with operations whose first words say what they do. */
import { readSql } from '../carried-sql.ts';
import { type Does, doesOf, doesTo, LOOKS, READS, RUNS, type WrittenDoes } from '../does.ts';
import { remotePlaces } from '../hosts.ts';
import { onMachine, readNestedText } from '../nested.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

/** A rule for operations: the first whose words fit says what an operation does. */
interface Operations extends WrittenDoes {
  /** Patterns of whole words; one of them stands in the operation. */
  words?: readonly string[];
  /** The same for verbs, which may go on: `delete-user`. */
  verbs?: readonly string[];
  unless?: readonly string[];
  /** A pattern of its beginning. */
  begins?: string;
}

type DoesOf = (operation: string) => Does;

const GOES_ON = '(?:-\\S*)?';
const CHANGES_CLOUD = doesTo('write', 'changes the cloud with');

function anyOf(patterns: readonly string[] | undefined, end = ''): RegExp[] {
  if (patterns === undefined) return [];
  return [new RegExp(`(?:^|\\s)(?:${patterns.join('|')})${end}(?:\\s|$)`)];
}

function effectsOf(operations: readonly Operations[]): DoesOf {
  const rules = operations.map(({ words, verbs, unless, begins, ...does }) => ({
    all: [
      ...anyOf(words),
      ...anyOf(verbs, GOES_ON),
      ...(begins === undefined ? [] : [new RegExp(`^${begins}`)]),
    ],
    none: anyOf(unless, GOES_ON),
    does: doesOf(does),
  }));
  return (operation) => {
    const fits = (pattern: RegExp) => pattern.test(operation);
    return rules.find(({ all, none }) => all.every(fits) && !none.some(fits))?.does ?? CHANGES_CLOUD;
  };
}

export const cloud = (operations: readonly Operations[]): Reader => {
  const effectOf = effectsOf(operations);
  return (run, reading) => callsCloud(run, effectOf, reading);
};

/** The words before the first option name the operation. */
function callsCloud({ name, words }: Invocation, effectOf: DoesOf, reading: ShellReading) {
  const start = words.findIndex(({ text }) => !text.startsWith('-'));
  const rest = start < 0 ? [] : words.slice(start);
  const end = rest.findIndex(({ text }) => text.startsWith('-'));
  const named = rest.slice(0, end < 0 ? undefined : end);
  if (named.length === 0) return reading.does(LOOKS);
  const operation = named.map(({ text }) => text).join(' ');
  if (!named.every(({ isFixed }) => isFixed))
    return reading.runsUnknown({ text: `${name} ${operation}`, isFixed: false });
  if (name === 'aws' && named[0]?.text === 's3' && named[1] !== undefined)
    return buckets(named[1].text, rest.slice(2), reading);
  if (name === 'gsutil' && named[0] !== undefined) return buckets(named[0].text, rest.slice(1), reading);
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
    if (path !== undefined) reading.does(READS, [{ text: path, isFixed }]);
  }
}

interface GoogleCloud {
  operations: readonly Operations[];
  /** The first of them ends the name of an operation; what stands behind it are its objects. */
  verbs: readonly string[];
}

export const gcloud = ({ operations, verbs }: GoogleCloud): Reader => {
  const effectOf = effectsOf(operations);
  const verb = new RegExp(`^(?:${verbs.join('|')})(?:-.*)?$`);
  return (run, reading) => callsGoogle(run, effectOf, verb, reading);
};

/** The words, the values of options, and what stands behind `--`. */
function googleWords({ words, program }: Invocation) {
  const plain: ShellWord[] = [];
  const values = new Map<string, ShellWord>();
  const end = words.findIndex(({ text }) => text === '--');
  const before = end < 0 ? words : words.slice(0, end);
  const takesValue = (option: string) =>
    program.options.has(option) || NAMING.test(option) || /^--trigger-\S+$/.test(option);
  for (let place = 0; place < before.length; place += 1) {
    const word = before[place] as ShellWord;
    const [, option = '', value] = /^(--[^=]+)=(.*)$/s.exec(word.text) ?? [];
    const next = words[place + 1];
    if (value !== undefined) values.set(option, { text: value, isFixed: word.isFixed });
    else if (!word.text.startsWith('-')) plain.push(word);
    else if (next !== undefined && takesValue(word.text)) {
      values.set(word.text, next);
      place += 1;
    }
  }
  return { plain, values, behind: end < 0 ? [] : words.slice(end + 1) };
}

function callsGoogle(run: Invocation, effectOf: DoesOf, verbs: RegExp, reading: ShellReading) {
  const { name, words } = run;
  const { plain, values, behind } = googleWords(run);
  if (plain.length === 0 || /^(?:info|version|help|topic|cheat-sheet)$/.test(plain[0]?.text ?? ''))
    return reading.does(LOOKS);
  const end = plain.findIndex(({ text }, place) => place > 0 && verbs.test(text));
  const named = end < 0 ? plain : plain.slice(0, end + 1);
  const operation = named.map(({ text }) => text).join(' ');
  if (!named.every(({ isFixed }) => isFixed) || values.has('--flags-file'))
    return reading.runsUnknown({ text: `${name} ${operation}`, isFixed: false });
  const objects = plain.slice(named.length);
  const [, verb] = /^(?:alpha |beta )?storage (cp|mv|rm|rsync|ls|cat|du)$/.exec(operation) ?? [];
  const options = words.filter(({ text }) => text.startsWith('-'));
  if (verb !== undefined) return buckets(verb, [...objects, ...options], reading);
  if (operation.endsWith(' scp')) return remotePlaces(objects, reading);
  // A command for a machine is read as a shell command, and one for a database as SQL.
  const command = values.get('--command');
  const commands = command === undefined ? behind : [command];
  if (operation.endsWith(' ssh') && commands.length > 0)
    onMachine(objects[0]?.text ?? operation, reading, () => readNestedText(commands, reading, 'ssh'));
  const sql = values.get('--sql');
  if (sql !== undefined) readSql(sql, 'bigquery', operation, reading);
  const naming = [...values].filter(([option]) => NAMING.test(option)).map(([, value]) => value);
  const does = effectOf(operation);
  reading.does({ ...does, what: `${does.what} ${name} ${operation}` }, [...objects, ...naming]);
}

const NAMING =
  /^--(?:[a-z-]*-)?(?:name|names|id|ids|arn|identifier|bucket|key|instance-ids|member|principal|user-name|role-name|group-name|topic-arn|queue-url|resource-group|email|phone-number|to)$/;

/** Values that let the whole world in. */
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
  if (isPublic)
    reading.does(
      doesTo('share', 'makes files public in the cloud', { risk_level: 'high' }),
      places.slice(-1),
    );
  if (/^(?:ls|presign|stat|du|cat)$/.test(verb)) {
    reading.does(
      verb === 'presign'
        ? doesTo('share', 'makes a link for others to', { risk_level: 'high' })
        : doesTo('read', 'looks at'),
      places,
    );
  } else if (/^(?:rm|rb)$/.test(verb)) {
    reading.does(
      doesTo('delete', 'deletes in the cloud', { irreversible: true, risk_level: 'high' }),
      places,
    );
  } else if (/^(?:mb|website|setmeta|iam|acl)$/.test(verb)) {
    reading.does(doesTo(verb === 'mb' ? 'write' : 'configure', 'changes the bucket'), places);
  } else {
    remotePlaces(places, reading);
    if (words.some(({ text }) => text === '--delete' || text === '-d'))
      reading.does(
        doesTo('delete', 'deletes what the source does not have', { irreversible: true, risk_level: 'high' }),
      );
    if (verb === 'mv')
      reading.does(
        { ...RUNS, effect: 'delete', what: 'moves away', role: 'place' },
        places.slice(0, 1).filter(({ text }) => !/^\w+:/.test(text)),
      );
  }
}
