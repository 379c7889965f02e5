/** Programs that fetch from addresses and send to them. */
import { doesTo, READS, reaches, WRITES } from '../does.ts';
import { fetchAddress, sendTo } from '../hosts.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

/** The options whose values are sent: texts, files, and what stands in headers. */
interface Sending {
  texts: readonly string[];
  files: readonly string[];
  headers: readonly string[];
}

const PLAIN_METHOD = /^(?:GET|HEAD|OPTIONS)$/i;

export const fetches =
  (sending: Sending): Reader =>
  (run, reading) => {
    const { given } = run;
    const valuesOf = (...names: string[]) =>
      given.values.filter(({ option }) => names.includes(option)).map(({ value }) => value);
    const isCarrying = sendsContents(run, sending, reading);
    const [method] = valuesOf('-X', '--request', '--method');
    const isChanging = method !== undefined && !(method.isFixed && PLAIN_METHOD.test(method.text));
    // A header that is made while the command runs carries what no reader sees.
    const isHeaderOpen = valuesOf(...sending.headers).some(
      ({ text, isFixed }) => !isFixed || /^@/.test(text),
    );
    for (const { option, value } of given.values)
      if (/^(?:-x|--proxy|--preproxy|--socks5\S*|--doh-url|--connect-to|--resolve)$/.test(option))
        reading.does(reaches('send', 'sends its traffic through'), [value]);
    const urls = [...given.operands, ...valuesOf('--url')];
    if (urls.length === 0) fetchesUnseen(run, reading);
    const isDeleting = method?.isFixed === true && /^DELETE$/i.test(method.text);
    for (const url of urls) {
      if (!isCarrying && !isChanging && !isHeaderOpen) fetchAddress(url, reading);
      else
        sendTo(url, reading, isDeleting ? 'asks to delete' : 'sends data to', isDeleting ? 'delete' : 'send');
    }
    saves(run, reading);
  };

/** @returns whether anything is sent. */
function sendsContents({ given }: Invocation, { texts, files }: Sending, reading: ShellReading): boolean {
  const sent = given.values.filter(({ option }) => texts.includes(option) || files.includes(option));
  for (const { option, value } of sent) {
    const path = files.includes(option) ? value.text : /^(?:[^=]*=)?[@<]([^;]+)/s.exec(value.text)?.[1];
    if (path !== undefined && path !== '-' && option !== '--data-raw' && option !== '--form-string')
      sendsFile({ text: path, isFixed: value.isFixed }, reading);
  }
  return sent.length > 0;
}

function sendsFile(file: ShellWord, reading: ShellReading): void {
  reading.does({ ...READS, what: 'sends the content of' }, [file]);
}

function fetchesUnseen({ name, given }: Invocation, reading: ShellReading): void {
  if (given.values.some(({ option }) => ['-K', '--config', '-i', '--input-file'].includes(option)))
    reading.runsUnread(name, 'fetches addresses that stand in a file', 'medium');
  if (given.flags.size > 0) reading.runsUnread(name, 'fetches an address that is not seen', 'medium');
}

function saves({ name, given: { flags } }: Invocation, reading: ShellReading): void {
  const isWget = name === 'wget';
  const isSaved = isWget || flags.has('-O') || flags.has('--remote-name');
  const isNamed =
    ['-o', '--output', '--output-document'].some((option) => flags.has(option)) ||
    (isWget && flags.has('-O'));
  if (isSaved && !isNamed) reading.does({ ...WRITES, what: 'saves what it fetches' });
  if (['-k', '--insecure', '--no-check-certificate'].some((option) => flags.has(option)))
    reading.does(doesTo('configure', 'trusts any certificate', { risk_level: 'medium' }));
}

/** httpie: `name=value` and `name@file` are sent. */
export function httpie({ given: { operands } }: Invocation, reading: ShellReading): void {
  const [first, ...others] = operands;
  const isMethod = first !== undefined && /^[A-Z]+$/.test(first.text);
  const [url, ...items] = isMethod ? others : operands;
  for (const { text, isFixed } of items) {
    const path = /^[^=:@]*@(.+)$/s.exec(text)?.[1];
    if (path !== undefined) sendsFile({ text: path, isFixed }, reading);
  }
  if (url === undefined) return;
  if (items.length > 0 || (isMethod && !/^(?:GET|HEAD|OPTIONS)$/.test(first.text))) sendTo(url, reading);
  else fetchAddress(url, reading);
}
