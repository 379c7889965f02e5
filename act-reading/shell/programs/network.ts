/** Programs that reach other machines. */
import { CHANGES, type Does, doesTo, GRANTS, PRINTS, READS, RUNS, WRITES } from '../does.ts';
import { reachHost, remotePlaces } from '../hosts.ts';
import { onMachine, readNestedText } from '../nested.ts';
import { each, type Invocation, ignored, type Program, type Programs, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

const SSH_OPTIONS = ignored('-p -l -o -F -b -c -m -L -R -D -W -J -e -I -O -Q -S -w -B -E');

const ssh: Program = {
  options: { ...SSH_OPTIONS, '-i': { ...READS, what: 'signs in with' } },
  reads: ({ words }, reading) => {
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
  },
};

function hostPlace(words: readonly ShellWord[]): number {
  for (let place = 0; place < words.length; place += 1) {
    const { text } = words[place] as ShellWord;
    if (!text.startsWith('-')) return place;
    if (/^-[a-zA-Z0-9]*[plocFbmLRDWJeiIOQSwBE]$/.test(text)) place += 1;
  }
  return words.length;
}

/** One side or the other is `host:path`. */
const copying: Program = {
  options: {
    ...ignored('-P -o -c -F -J -l -S -D -X -b -B -R -s'),
    '-i': { ...READS, what: 'signs in with' },
  },
  reads: (run, reading) => copies(run, reading),
};

const syncing: Program = {
  options: {
    ...ignored(
      '-e --rsh --rsync-path -f --filter -T --temp-dir -M --remote-option -B --block-size --exclude --include --bwlimit --port --timeout --chmod --chown --max-size --min-size --partial-dir --compare-dest --copy-dest --link-dest --suffix --out-format --info',
    ),
    ...withPaths('--files-from --exclude-from --include-from --password-file', READS),
    ...withPaths('--log-file --backup-dir', WRITES),
  },
  flags: {
    '--delete': doesTo('delete', 'deletes what the source does not have', {
      irreversible: true,
      risk_level: 'high',
    }),
    '--remove-source-files': doesTo('delete', 'deletes its sources', { irreversible: true }),
  },
  reads: (run, reading) => copies(run, reading),
};

/** Options that name a program to connect with. Only plain ssh is one that is known. */
function copies({ name, words, given }: Invocation, reading: ShellReading): void {
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
  remotePlaces(given.operands, reading);
}

/** A plain connection: anything may pass over it, and `-e` gives it a shell. */
const socket: Program = {
  options: ignored(
    '-p -s -w -i -q -X -x -T -I -O -V -g -G -e -c --exec --sh-exec --proxy --ssl-cert --ssl-key',
  ),
  reads: ({ name, words, given }, reading) => {
    if (words.some(({ text }) => /^(?:-[a-z]*[ec]|--exec|--sh-exec|--lua-exec)$|EXEC:|SYSTEM:/i.test(text))) {
      reading.runsUnread('nc', 'gives a connection a shell', 'critical');
    }
    if (given.flags.has('-l') || given.flags.has('--listen'))
      return reading.does(doesTo('share', 'waits for connections from outside', { risk_level: 'high' }));
    const hosts = name === 'socat' ? given.operands.flatMap(peerOf) : given.operands.slice(0, 1);
    for (const host of hosts) reachHost(host, reading, 'send', 'opens a connection to', 'high');
  },
};

/** `TCP:host:port` of socat */
function peerOf({ text, isFixed }: ShellWord): ShellWord[] {
  const host = /^(?:TCP|UDP|SSL|OPENSSL|SOCKS4A?|PROXY)[46]?(?:-CONNECT|-SENDTO)?:([^:,]+)/i.exec(text)?.[1];
  return host === undefined ? [] : [{ text: host, isFixed }];
}

const asking: Program = {
  options: ignored('-c -i -w -W -t -p -q -s -m -k -b -f -I -M -n'),
  reads: ({ given: { operands } }, reading) => {
    const hosts = operands.filter(
      ({ text }) => !/^[+@]|^(?:A|AAAA|MX|TXT|NS|SOA|CNAME|PTR|ANY|SRV|IN)$/.test(text),
    );
    if (hosts.length === 0) return reading.does(PRINTS);
    // A name that is made while the command runs carries data to its name server.
    for (const host of hosts)
      reachHost(
        host,
        reading,
        host.isFixed ? 'read' : 'send',
        host.isFixed ? 'asks for' : 'sends data in a name to',
      );
    for (const { text, isFixed } of operands)
      if (text.startsWith('@'))
        reachHost({ text: text.slice(1), isFixed }, reading, 'send', 'asks the name server');
  },
};

const TELLS: Does = { effect: 'send', what: 'sends a mail to', kind: 'email', role: 'recipient' };
const mailer: Program = {
  operands: TELLS,
  options: {
    ...ignored('-s -S -F'),
    ...withPaths('-c -b', TELLS),
    ...withPaths('-a -A --attach -q', { ...READS, what: 'sends the content of' }),
    '-r': null,
    '-f': null,
  },
};
const TUNNEL: Program = {
  always: doesTo('share', 'makes a local service reachable from outside', { risk_level: 'high' }),
};

export const NETWORK: Programs = {
  ssh,
  ...each('autossh mosh', ssh),
  ...each('scp sftp', copying),
  rsync: syncing,
  ...each('ftp lftp telnet rsh rlogin', { ...socket }),
  ...each('nc ncat netcat socat', socket),
  ...each('ping ping6 traceroute tracepath mtr dig nslookup host whois nmap', asking),
  ...each('mail mailx sendmail mutt msmtp swaks', mailer),
  ...each('ngrok cloudflared localtunnel lt bore serveo', TUNNEL),
  'ssh-copy-id': {
    options: { '-i': READS, ...ignored('-p -o') },
    reads: ({ given: { operands } }, reading) => {
      for (const host of operands) reachHost(host, reading, 'configure', 'gives a key access to', 'high');
    },
  },
  'ssh-keygen': {
    options: {
      '-f': { ...CHANGES, what: 'makes or changes the key' },
      ...ignored('-t -b -C -N -P -R -F -E -m -q'),
      '-D': RUNS,
    },
    bare: { ...GRANTS, what: 'makes a key' },
  },
  ...each('ssh-add', {
    operands: { ...READS, what: 'loads the key' },
    bare: { ...READS, what: 'loads the keys' },
  }),
  'ssh-keyscan': asking,
};
