/** Programs that reach other machines. */
import { CHANGES, type Does, doesTo, GRANTS, PRINTS, READS, RUNS, reaches, WRITES } from '../does.ts';
import { fetchAddress, reachHost, remotePlaces, sendTo } from '../hosts.ts';
import { onMachine, readNestedText } from '../nested.ts';
import { each, type Invocation, ignored, type Program, type Programs, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

const SENDING = new Set([
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--data-urlencode',
  '--json',
  '-F',
  '--form',
  '--form-string',
  '-T',
  '--upload-file',
  '--url-query',
  '--post-data',
  '--post-file',
  '--body-data',
  '--body-file',
]);
const FILES_SENT = new Set(['-T', '--upload-file', '--post-file', '--body-file']);
const HEADERS = new Set([
  '-H',
  '--header',
  '-b',
  '--cookie',
  '-u',
  '--user',
  '-A',
  '--user-agent',
  '-e',
  '--referer',
  '--proxy-header',
  '--oauth2-bearer',
  '-U',
  '--http-user',
  '--http-password',
  '--password',
]);

const curl: Program = {
  options: {
    ...ignored(
      `${[...SENDING, ...HEADERS].join(' ')} -X --request --method -m --max-time --connect-timeout --retry -w --write-out --cacert -E --cert --key --resolve --range -r -C --limit-rate -t --tries -U --user-agent --timeout -P -e --retry-delay --max-redirs -Y -y -z --ciphers --interface --noproxy --http-user --http-password -Q --quote --url -x --proxy --preproxy --socks5 --socks5-hostname --doh-url --connect-to -i --input-file -a -l -Q`,
    ),
    ...withPaths(
      '-o --output -D --dump-header --output-dir -c --cookie-jar --trace --trace-ascii --stderr -P --directory-prefix --output-document --output-file --save-cookies --libcurl --etag-save --hsts',
      WRITES,
    ),
    ...withPaths('-K --config --load-cookies --netrc-file --input-file', READS),
  },
  reads: (run, reading) => fetcher(run, reading, 'curl'),
};

const wget: Program = {
  options: {
    ...ignored(
      '-t --tries -T --timeout -U --user-agent --header --method --post-data --body-data --user --password --http-user --http-password -e --execute -R -A -D -I -X -Q -w --wait -l --level --limit-rate --certificate --private-key --referer --max-redirect --ca-certificate',
    ),
    ...withPaths(
      '-O -o -a -P --output-document --output-file --append-output --directory-prefix --save-cookies',
      WRITES,
    ),
    ...withPaths('-i --input-file --load-cookies --post-file --body-file', READS),
  },
  reads: (run, reading) => fetcher(run, reading, 'wget'),
};

function fetcher({ given }: Invocation, reading: ShellReading, program: string): void {
  const sent = given.values.filter(
    ({ option }) => SENDING.has(option) && !(program === 'wget' && option === '-T'),
  );
  for (const { option, value } of sent) {
    const path = FILES_SENT.has(option)
      ? value.text
      : (/^(?:[^=]*=)?[@<]([^;]+)/s.exec(value.text)?.[1] ?? null);
    if (path !== null && path !== '-' && option !== '--data-raw' && option !== '--form-string') {
      reading.does({ ...READS, what: 'sends the content of' }, [{ text: path, isFixed: value.isFixed }]);
    }
  }
  const method = given.values.find(({ option }) => ['-X', '--request', '--method'].includes(option))?.value;
  const isChanging = method !== undefined && !(method.isFixed && /^(?:GET|HEAD|OPTIONS)$/i.test(method.text));
  // A header that is made while the command runs carries what no reader sees.
  const isHeaderOpen = given.values.some(
    ({ option, value }) => HEADERS.has(option) && (!value.isFixed || /^@/.test(value.text)),
  );
  const aside = given.values.filter(({ option }) =>
    /^(?:-x|--proxy|--preproxy|--socks5\S*|--doh-url|--connect-to|--resolve)$/.test(option),
  );
  for (const { value } of aside) reading.does(reaches('send', 'sends its traffic through'), [value]);
  const urls = [
    ...given.operands,
    ...given.values.filter(({ option }) => option === '--url').map(({ value }) => value),
  ];
  if (
    given.values.some(
      ({ option }) =>
        option === '-K' || option === '--config' || option === '-i' || option === '--input-file',
    ) &&
    urls.length === 0
  ) {
    reading.runsUnread(program, 'fetches addresses that stand in a file', 'medium');
  }
  const isDeleting = method?.isFixed === true && /^DELETE$/i.test(method.text);
  for (const url of urls) {
    if (sent.length > 0 || isChanging || isHeaderOpen) {
      sendTo(url, reading, isDeleting ? 'asks to delete' : 'sends data to', isDeleting ? 'delete' : 'send');
    } else fetchAddress(url, reading);
  }
  const isSaved = program === 'wget' || given.flags.has('-O') || given.flags.has('--remote-name');
  const isNamed =
    ['-o', '--output', '--output-document'].some((option) => given.flags.has(option)) ||
    (program === 'wget' && given.flags.has('-O'));
  if (isSaved && !isNamed) reading.does({ ...WRITES, what: 'saves what it fetches' });
  if (given.flags.has('-k') || given.flags.has('--insecure') || given.flags.has('--no-check-certificate')) {
    reading.does(doesTo('configure', 'trusts any certificate', { risk_level: 'medium' }));
  }
}

/** httpie: `name=value` and `name@file` are sent. */
const httpie: Program = {
  options: {
    ...ignored('-a --auth -A --auth-type --verify --session --timeout --proxy'),
    ...withPaths('-o --output', WRITES),
  },
  reads: ({ given: { operands } }, reading) => {
    const [first, ...others] = operands;
    const isMethod = first !== undefined && /^[A-Z]+$/.test(first.text);
    const [url, ...items] = isMethod ? others : operands;
    for (const { text, isFixed } of items) {
      const path = /^[^=:@]*@(.+)$/s.exec(text)?.[1];
      if (path !== undefined)
        reading.does({ ...READS, what: 'sends the content of' }, [{ text: path, isFixed }]);
    }
    if (url === undefined) return;
    if (items.length > 0 || (isMethod && !/^(?:GET|HEAD|OPTIONS)$/.test(first.text))) sendTo(url, reading);
    else fetchAddress(url, reading);
  },
};

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
    ...ignored(
      '-P -o -c -F -J -l -S --exclude --include --filter --bwlimit --port --timeout --chmod --max-size -f -T --partial-dir --compare-dest',
    ),
    '-i': { ...READS, what: 'signs in with' },
    ...withPaths('--files-from --exclude-from --password-file', READS),
    '--log-file': WRITES,
    '--backup-dir': WRITES,
  },
  flags: {
    '--delete': doesTo('delete', 'deletes what the source does not have', {
      irreversible: true,
      risk_level: 'high',
    }),
    '--remove-source-files': doesTo('delete', 'deletes its sources', { irreversible: true }),
  },
  reads: (run, reading) => {
    const shell = run.words.find(({ text }) => /^(?:-e$|--rsh|--rsync-path|-S$|-oProxyCommand)/i.test(text));
    if (
      shell !== undefined &&
      !/^ssh(?: -[\w ./~-]+)?$/.test(run.words[run.words.indexOf(shell) + 1]?.text ?? '')
    ) {
      reading.runsUnread(run.name, `runs a program through ${shell.text.replace(/=.*/s, '')} of ${run.name}`);
    }
    remotePlaces(
      run.given.operands.filter((word) => run.words[run.words.indexOf(word) - 1]?.text !== '-e'),
      reading,
    );
  },
};

/** A plain connection: anything may pass over it, and `-e` gives it a shell. */
const socket: Program = {
  options: ignored('-p -s -w -i -q -X -x -T -I -O -V -g -G --proxy --ssl-cert --ssl-key'),
  reads: ({ words, given }, reading) => {
    if (words.some(({ text }) => /^(?:-[a-z]*[ec]|--exec|--sh-exec|--lua-exec)$|EXEC:|SYSTEM:/i.test(text))) {
      reading.runsUnread('nc', 'gives a connection a shell', 'critical');
    }
    if (given.flags.has('-l') || given.flags.has('--listen'))
      return reading.does(doesTo('share', 'waits for connections from outside', { risk_level: 'high' }));
    const [host] = given.operands;
    if (host !== undefined)
      reachHost(
        { ...host, text: host.text.replace(/^[A-Z0-9]+:|,.*$/gi, (part) => (part.endsWith(':') ? '' : '')) },
        reading,
        'send',
        'opens a connection to',
        'high',
      );
  },
};

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
  curl,
  wget,
  ...each('aria2c axel', wget),
  ...each('http https xh xhs', httpie),
  ssh,
  ...each('autossh mosh', ssh),
  ...each('scp rsync sftp', copying),
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
