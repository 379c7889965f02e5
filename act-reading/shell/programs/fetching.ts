/** Programs that fetch from addresses and send to them. */
import { doesTo, READS, RUNS, reaches, WRITES } from '../does.ts';
import { fetchAddress, sendTo } from '../hosts.ts';
import { each, type Invocation, ignored, type Program, type Programs, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';

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
    ...ignored([...SENDING, ...HEADERS].join(' ')),
    ...ignored(
      '-X --request -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out --cacert --capath -E --cert --cert-type --key --key-type --resolve --connect-to -r --range -C --continue-at --limit-rate -t --telnet-option -U --proxy-user -P --ftp-port --max-redirs --max-filesize -Y --speed-limit -y --speed-time -z --time-cond --ciphers --tls-max --interface --noproxy -Q --quote --url -x --proxy --preproxy --socks4 --socks5 --socks5-hostname --doh-url --aws-sigv4 --unix-socket --abstract-unix-socket --proto --proto-default --parallel-max --keepalive-time --local-port --rate',
    ),
    ...withPaths(
      '-o --output -D --dump-header --output-dir -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts',
      WRITES,
    ),
    ...withPaths('-K --config --netrc-file --etag-compare', READS),
  },
  reads: (run, reading) => fetcher(run, reading, 'curl'),
};

const wget: Program = {
  options: {
    ...ignored(
      '-t --tries --post-file --body-file -T --timeout -U --user-agent --header --method --post-data --body-data --user --password --http-user --http-password -e --execute -R -A -D -I -X -Q -w --wait -l --level --limit-rate --certificate --private-key --referer --max-redirect --ca-certificate',
    ),
    ...withPaths(
      '-O -o -a -P --output-document --output-file --append-output --directory-prefix --save-cookies',
      WRITES,
    ),
    ...withPaths('-i --input-file --load-cookies', READS),
    '--use-askpass': RUNS,
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
  if (urls.length === 0 && given.flags.size > 0)
    reading.runsUnread(program, 'fetches an address that is not seen', 'medium');
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

export const FETCHING: Programs = {
  curl,
  wget,
  ...each('http https xh xhs', httpie),
};
