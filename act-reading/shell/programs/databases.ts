/** Clients of databases: the SQL that a command carries is read as SQL. */
import { shown } from '../../content.ts';
import { type Does, doesTo, LOOKS, READS, RUNS, reaches, WRITES } from '../does.ts';
import { reachHost } from '../hosts.ts';
import { each, type Invocation, ignored, type Program, type Programs, under, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

/** The SQL that a command carries. */
export function readSql(word: ShellWord, dialect: string, name: string, reading: ShellReading) {
  if (!word.isFixed)
    return reading.runsUnread(name, `runs statements with ${name} that are made when the command runs`);
  // What the client itself runs: `\! command`, `.shell command`, `\copy … program`.
  if (
    /\\(?:!|o\s*\||g\s*\||copy)|^\s*\.(?:shell|system|output|once|import|read|load|open)\b|^\s*system\s/im.test(
      word.text,
    )
  ) {
    return reading.runsUnread(name, `runs a command of ${name} that reaches out of the database`);
  }
  if (/^\s*[\\.]\w/.test(word.text)) return reading.does(doesTo('read', 'looks at the database'));
  const content = reading.inside.sql(word.text, dialect);
  if (content.unreadable !== null) {
    return reading.runsUnread(
      name,
      `runs statements with ${name} that can't be read: ${shown(content.unreadable)}`,
    );
  }
  for (const act of content.acts) reading.add(act);
}

function client(
  dialect: string,
  sqlOptions: string,
  hostOptions: string,
  fileOptions: string,
  more: string,
): Program {
  return {
    options: {
      ...ignored(`${sqlOptions} ${hostOptions} ${more}`),
      ...withPaths(fileOptions, RUNS),
      ...withPaths('-o --output -L', WRITES),
    },
    reads: ({ name, given, input }, reading) => {
      for (const { option, value } of given.values) {
        if (sqlOptions.split(' ').includes(option)) readSql(value, dialect, name, reading);
        if (hostOptions.split(' ').includes(option))
          reachHost(value, reading, 'read', 'connects to the database at');
      }
      const hasText = given.values.some(
        ({ option }) => sqlOptions.split(' ').includes(option) || fileOptions.split(' ').includes(option),
      );
      const address = given.operands.find(({ text }) => /^\w+:\/\//.test(text));
      if (address !== undefined) reachHost(address, reading, 'read', 'connects to the database at');
      if (hasText) return;
      if (given.flags.has('-l') || given.flags.has('--list')) return reading.does(LOOKS);
      if (input?.text != null) readSql({ text: input.text, isFixed: true }, dialect, name, reading);
      else
        reading.runsUnread(
          name,
          `runs statements with ${name} that are not seen`,
          input === null ? 'medium' : 'high',
        );
    },
  };
}

/** `sqlite3 file sql` */
const sqlite: Program = {
  oneDash: true,
  options: { '-cmd': null, '-init': RUNS, '-separator': null },
  reads: ({ name, given, input }, reading) => {
    const [file, ...statements] = given.operands;
    if (file !== undefined) reading.does({ ...READS, what: 'opens the database' }, [file]);
    const commands = given.values.filter(({ option }) => option === '-cmd').map(({ value }) => value);
    for (const word of [...commands, ...statements]) readSql(word, 'sqlite', name, reading);
    if (statements.length > 0 || commands.length > 0) return;
    if (input?.text != null) readSql({ text: input.text, isFixed: true }, 'sqlite', name, reading);
    else reading.runsUnread(name, `runs statements with ${name} that are not seen`, 'medium');
  },
};

const REDIS_LOOKS =
  /^(?:get|mget|keys|scan|ttl|type|exists|hget|hgetall|hkeys|lrange|smembers|zrange|llen|scard|info|ping|dbsize|monitor|strlen)$/i;
const REDIS_DELETES = /^(?:del|unlink|flushall|flushdb|hdel|lrem|srem|zrem|expire)$/i;
const REDIS_POWERS =
  /^(?:config|acl|eval|evalsha|script|module|debug|slaveof|replicaof|shutdown|save|migrate|function)$/i;

function redis({ given: { operands, values, flags } }: Invocation, reading: ShellReading) {
  for (const { option, value } of values)
    if (option === '-h' || option === '-u') reachHost(value, reading, 'read', 'connects to the database at');
  const [command, ...keys] = operands;
  if (command === undefined || flags.has('--eval'))
    return reading.runsUnread('redis-cli', 'runs commands that are not seen', 'medium');
  const name = command.text;
  const isAll = /^flush/i.test(name);
  if (!command.isFixed || REDIS_POWERS.test(name))
    reading.does(doesTo('configure', `runs ${shown(name)} at the database`, { risk_level: 'high' }));
  else if (REDIS_DELETES.test(name))
    reading.does(
      doesTo('delete', isAll ? 'deletes all of the database' : 'deletes', {
        irreversible: true,
        ...(isAll && { risk_level: 'critical' }),
      }),
      isAll ? [] : keys,
    );
  else
    reading.does(
      REDIS_LOOKS.test(name) ? doesTo('read', 'reads') : doesTo('write', 'writes'),
      keys.slice(0, 1),
    );
}

const TABLES: Does = doesTo('read', 'copies the database');

const BQ_OPTIONS = ignored(
  '-n --max_rows --project_id --dataset_id --location --format --job_id --api --credential_file --parameter --maximum_bytes_billed --time_partitioning_field --time_partitioning_type --clustering_fields --label --schema --view --source_format --field_delimiter --description --expiration --display_name --schedule --start_row --skip_leading_rows --filter --role',
);
const GRANTEE = { role: 'grantee', risk_level: 'high' } as const;
const TABLE_READS = doesTo('read', 'reads');
const TABLE_WRITES = doesTo('write', 'writes');

/** BigQuery: `bq query sql`, and commands on tables. Some operands are tables, some places that data comes from or goes to. */
const bigquery: Program = {
  options: BQ_OPTIONS,
  bare: LOOKS,
  subcommands: {
    query: {
      options: { ...BQ_OPTIONS, '--destination_table': TABLE_WRITES },
      flags: {
        '--schedule': doesTo('configure', 'makes statements run again and again', { risk_level: 'high' }),
      },
      reads: ({ name, given: { operands }, input }, reading) => {
        const text = operands.map((word) => word.text).join(' ');
        const isFixed = operands.every((word) => word.isFixed);
        if (operands.length > 0) readSql({ text, isFixed }, 'bigquery', name, reading);
        else if (input?.text != null) readSql({ text: input.text, isFixed: true }, 'bigquery', name, reading);
        else reading.runsUnread(name, `runs statements with ${name} that are not seen`, 'medium');
      },
    },
    ...under('ls show head get-iam-policy wait version info help', { operands: TABLE_READS, bare: LOOKS }),
    ...under('rm truncate', {
      operands: doesTo('delete', 'deletes', { irreversible: true, risk_level: 'high' }),
    }),
    cancel: { operands: doesTo('delete', 'stops') },
    ...under('mk update insert undelete init mkdef partition', { operands: TABLE_WRITES }),
    cp: { last: TABLE_WRITES, operands: TABLE_READS },
    load: {
      first: TABLE_WRITES,
      reads: ({ given }, reading) => takesFrom(given.operands.slice(1, 2), reading),
    },
    extract: { first: TABLE_READS, reads: ({ given }, reading) => sendsTo(given.operands.slice(1), reading) },
    ...under('set-iam-policy add-iam-policy-binding remove-iam-policy-binding', {
      operands: doesTo('configure', 'changes the access to', { risk_level: 'high' }),
      options: { ...BQ_OPTIONS, '--member': doesTo('configure', 'changes the access of', GRANTEE) },
    }),
  },
};

/** From buckets, or a file that is here. */
function takesFrom(words: readonly ShellWord[], reading: ShellReading): void {
  for (const word of words.flatMap(partsOf))
    reading.does(/^\w+:\/\//.test(word.text) ? reaches('read', 'reads') : READS, [word]);
}

function sendsTo(words: readonly ShellWord[], reading: ShellReading): void {
  for (const word of words.flatMap(partsOf)) reading.does(reaches('send', 'copies data to'), [word]);
}

function partsOf({ text, isFixed }: ShellWord): ShellWord[] {
  return text.split(',').map((part) => ({ text: part, isFixed }));
}

export const DATABASES: Programs = {
  bq: bigquery,
  ...each(
    'psql pgcli',
    client(
      'postgres',
      '-c --command',
      '-h --host',
      '-f --file',
      '-U -d -p -v --username --dbname --port --set -F -P -R -T',
    ),
  ),
  ...each(
    'mysql mariadb mycli',
    client(
      'mysql',
      '-e --execute',
      '-h --host',
      '--init-command --defaults-file',
      '-u -D -P -S --user --database --port --socket',
    ),
  ),
  ...each('sqlcmd', client('mssql', '-Q -q', '-S', '-i', '-U -P -d')),
  ...each('sqlite3 sqlite', sqlite),
  ...each('pg_dump pg_dumpall mysqldump mariadb-dump mongodump', {
    always: TABLES,
    options: {
      ...ignored('-U -p -d -t -n -T -N -u -P --username --dbname --table --port --user'),
      ...withPaths('-f --file -r --result-file -o --out', WRITES),
      '-h': null,
      '--host': null,
    },
    reads: ({ given }, reading) => {
      for (const { option, value } of given.values)
        if (option === '-h' || option === '--host')
          reachHost(value, reading, 'read', 'connects to the database at');
    },
  }),
  ...each('pg_restore mongorestore mongoimport', {
    operands: { ...READS, effect: 'write', what: 'puts into the database what stands in' },
    options: ignored('-U -d -h -p -t --host --db'),
  }),
  ...each('dropdb', {
    operands: doesTo('delete', 'deletes the database', { irreversible: true, risk_level: 'critical' }),
    options: ignored('-U -h -p'),
  }),
  ...each('createdb', { operands: doesTo('write', 'creates the database'), options: ignored('-U -h -p -O') }),
  ...each('createuser dropuser', {
    operands: doesTo('configure', 'changes the database account', { risk_level: 'high' }),
    options: ignored('-U -h -p'),
  }),
  'redis-cli': { options: ignored('-h -p -a -n -u --user --pass'), reads: redis },
  ...each('mongosh mongo', {
    reads: (_run, reading) => reading.runsUnread('mongosh', 'runs code at a database', 'high'),
  }),
};
