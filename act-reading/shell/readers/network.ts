/** Programs that reach other machines, or change how this one reaches them. */
import { doesTo, LOOKS, PRINTS } from '../does.ts';
import { reachHost, remotePlaces } from '../hosts.ts';
import { onMachine, readNestedText } from '../nested.ts';
import type { Invocation } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

export function ssh({ words }: Invocation, reading: ShellReading) {
  const place = hostPlace(words);
  const host = words[place];
  const options = words
    .slice(0, place)
    .map(({ text }) => text)
    .join(' ');
  if (/(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*=?/i.test(options))
    reading.runsUnread('ssh', 'runs a command through an option of ssh');
  if (host === undefined) return reading.does(PRINTS);
  if (/(?:^|\s)-[a-zA-Z]*[RDLW]/.test(options))
    reading.does(doesTo('share', 'opens a tunnel for others through ssh', { risk_level: 'high' }));
  const name = reachHost(host, reading, 'execute', 'runs commands on');
  const command = words.slice(place + 1);
  if (command.length > 0) onMachine(name, reading, () => readNestedText(command, reading, 'ssh'));
}

function hostPlace(words: readonly ShellWord[]): number {
  for (let place = 0; place < words.length; place += 1) {
    const { text } = words[place] as ShellWord;
    if (!text.startsWith('-')) return place;
    if (/^-[a-zA-Z0-9]*[plocFbmLRDWJeiIOQSwBE]$/.test(text)) place += 1;
  }
  return words.length;
}

/** `host:path` is elsewhere. Options may name a program to connect with; only plain ssh is one that is known. */
export function copies(run: Invocation, reading: ShellReading): void {
  const { name, words, given } = run;
  const runner = words.find(
    ({ text }) => /^(?:-e|--rsh|--rsync-path|-S$)/.test(text) || /ProxyCommand|LocalCommand/i.test(text),
  );
  const shell = given.values.find(({ option }) => option === '-e' || option === '--rsh')?.value;
  const isPlain =
    shell?.isFixed === true &&
    /^ssh(?: -[pil] [\w./~-]+| -[46ACqTv]+)*$/.test(shell.text) &&
    !/^--rsync-path/.test(runner?.text ?? '');
  if (runner !== undefined && !isPlain)
    reading.runsUnread(name, `runs a program through an option of ${name}`);
  copiesPlainly(run, reading);
}

export function copiesPlainly({ given }: Invocation, reading: ShellReading): void {
  remotePlaces(given.operands, reading);
}

/** A plain connection: anything may pass over it, and `-e` gives it a shell. */
export function connects({ name, words, given }: Invocation, reading: ShellReading) {
  if (words.some(({ text }) => /^(?:-[a-z]*[ec]|--exec|--sh-exec|--lua-exec)$|EXEC:|SYSTEM:/i.test(text)))
    reading.runsUnread('nc', 'gives a connection a shell', 'critical');
  if (given.flags.has('-l') || given.flags.has('--listen'))
    return reading.does(doesTo('share', 'waits for connections from outside', { risk_level: 'high' }));
  const hosts = name === 'socat' ? given.operands.flatMap(peerOf) : given.operands.slice(0, 1);
  for (const host of hosts) reachHost(host, reading, 'send', 'opens a connection to', 'high');
}

/** `TCP:host:port` of socat */
function peerOf({ text, isFixed }: ShellWord): ShellWord[] {
  const host = /^(?:TCP|UDP|SSL|OPENSSL|SOCKS4A?|PROXY)[46]?(?:-CONNECT|-SENDTO)?:([^:,]+)/i.exec(text)?.[1];
  return host === undefined ? [] : [{ text: host, isFixed }];
}

const KIND_OF_RECORD = /^[+@]|^(?:A|AAAA|MX|TXT|NS|SOA|CNAME|PTR|ANY|SRV|IN)$/;

export function asks({ given: { operands } }: Invocation, reading: ShellReading) {
  const hosts = operands.filter(({ text }) => !KIND_OF_RECORD.test(text));
  if (hosts.length === 0) return reading.does(PRINTS);
  for (const host of hosts) {
    if (host.isFixed) reachHost(host, reading, 'read', 'asks for');
    // A name that is made while the command runs carries data to its name server.
    else reachHost(host, reading, 'send', 'sends data in a name to');
  }
  for (const { text, isFixed } of operands)
    if (text.startsWith('@'))
      reachHost({ text: text.slice(1), isFixed }, reading, 'send', 'asks the name server');
}

export function givesKey({ given: { operands } }: Invocation, reading: ShellReading): void {
  for (const host of operands) reachHost(host, reading, 'configure', 'gives a key access to', 'high');
}

const CHANGING = /^(?:add|del|delete|set|change|replace|flush|up|down|append)$/;

export function changesNetwork({ name, words }: Invocation, reading: ShellReading): void {
  const isChanging =
    (name === 'ifconfig' && words.length > 1) ||
    words.some(({ text, isFixed }) => !isFixed || CHANGING.test(text));
  reading.does(isChanging ? doesTo('configure', 'changes the network', { risk_level: 'high' }) : LOOKS);
}
