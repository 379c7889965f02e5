/** Clients of databases: the SQL that a command carries is read as SQL. */
import { shown } from '../../content.ts';
import type { RiskLevel } from '../../risk.ts';
import { readSql } from '../carried-sql.ts';
import { doesTo, LOOKS, READS, reaches } from '../does.ts';
import { reachHost } from '../hosts.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type Input, type ShellWord } from '../words.ts';

function readInput(input: Input, dialect: string, name: string, reading: ShellReading, risk: RiskLevel) {
  if (input?.text != null) readSql(fixed(input.text), dialect, name, reading);
  else reading.runsUnread(name, `runs statements with ${name} that are not seen`, risk);
}

const connectsTo = (host: ShellWord, reading: ShellReading) =>
  reachHost(host, reading, 'read', 'connects to the database at');

interface SqlClient {
  dialect: string;
  /** The options whose values are SQL, hosts, and files of SQL. */
  statements: readonly string[];
  hosts: readonly string[];
  files: readonly string[];
}

export const sqlClient =
  ({ dialect, statements, hosts, files }: SqlClient): Reader =>
  ({ name, given, input }, reading) => {
    for (const { option, value } of given.values) {
      if (statements.includes(option)) readSql(value, dialect, name, reading);
      if (hosts.includes(option)) connectsTo(value, reading);
    }
    const address = given.operands.find(({ text }) => /^\w+:\/\//.test(text));
    if (address !== undefined) connectsTo(address, reading);
    if (given.values.some(({ option }) => statements.includes(option) || files.includes(option))) return;
    if (given.flags.has('-l') || given.flags.has('--list')) return reading.does(LOOKS);
    readInput(input, dialect, name, reading, input === null ? 'medium' : 'high');
  };

export function databaseHost({ given }: Invocation, reading: ShellReading): void {
  for (const { option, value } of given.values)
    if (option === '-h' || option === '--host') connectsTo(value, reading);
}

/** `sqlite3 file sql` */
export function sqlite({ name, given, input }: Invocation, reading: ShellReading): void {
  const [file, ...others] = given.operands;
  if (file !== undefined) reading.does({ ...READS, what: 'opens the database' }, [file]);
  const commands = given.values.filter(({ option }) => option === '-cmd').map(({ value }) => value);
  const statements = [...commands, ...others];
  for (const word of statements) readSql(word, 'sqlite', name, reading);
  if (statements.length === 0) readInput(input, 'sqlite', name, reading, 'medium');
}

export function bigQuery({ name, given: { operands }, input }: Invocation, reading: ShellReading) {
  if (operands.length === 0) return readInput(input, 'bigquery', name, reading, 'medium');
  const text = operands.map((word) => word.text).join(' ');
  readSql({ text, isFixed: operands.every(({ isFixed }) => isFixed) }, 'bigquery', name, reading);
}

/** From buckets, or a file that is here. */
export function loadsTable({ given }: Invocation, reading: ShellReading): void {
  for (const word of given.operands.slice(1, 2).flatMap(partsOf))
    reading.does(/^\w+:\/\//.test(word.text) ? reaches('read', 'reads') : READS, [word]);
}

export function extractsTable({ given }: Invocation, reading: ShellReading): void {
  for (const word of given.operands.slice(1).flatMap(partsOf))
    reading.does(reaches('send', 'copies data to'), [word]);
}

function partsOf({ text, isFixed }: ShellWord): ShellWord[] {
  return text.split(',').map((part) => ({ text: part, isFixed }));
}

const REDIS_LOOKS =
  /^(?:get|mget|keys|scan|ttl|type|exists|hget|hgetall|hkeys|lrange|smembers|zrange|llen|scard|info|ping|dbsize|monitor|strlen)$/i;
const REDIS_DELETES = /^(?:del|unlink|hdel|lrem|srem|zrem|expire)$/i;
const REDIS_POWERS =
  /^(?:config|acl|eval|evalsha|script|module|debug|slaveof|replicaof|shutdown|save|migrate|function)$/i;

const DELETES_ALL = doesTo('delete', 'deletes all of the database', {
  irreversible: true,
  risk_level: 'critical',
});

export function redis({ given: { operands, values, flags } }: Invocation, reading: ShellReading) {
  for (const { option, value } of values) if (option === '-h' || option === '-u') connectsTo(value, reading);
  const [command, ...keys] = operands;
  if (command === undefined || flags.has('--eval'))
    return reading.runsUnread('redis-cli', 'runs commands that are not seen', 'medium');
  const name = command.text;
  if (!command.isFixed || REDIS_POWERS.test(name))
    return reading.does(doesTo('configure', `runs ${shown(name)} at the database`, { risk_level: 'high' }));
  if (/^flush(?:all|db)$/i.test(name)) return reading.does(DELETES_ALL);
  if (REDIS_DELETES.test(name))
    return reading.does(doesTo('delete', 'deletes', { irreversible: true }), keys);
  const does = REDIS_LOOKS.test(name) ? doesTo('read', 'reads') : doesTo('write', 'writes');
  reading.does(does, keys.slice(0, 1));
}
