/**
 * The command `assize health`: asks the service of this machine whether it is well, and exits with 0 or 1. A container
 * has no other program for that. It is a bundle of its own, so that it starts quickly, and reads no secrets.
 */
import { get } from 'node:http';
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { printErrorLines, printJsonText, printLines } from '@assize/evidence-format/terminal';

const EXIT = { well: 0, unwell: 1, usage: 2 } as const;
/** As long as a load balancer should wait, ms. */
const TIMEOUT_MS = 3000;
const OPTIONS = {
  ready: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
const HELP = [
  'Usage: assize health [options]',
  '',
  'Asks the service at ASSIZE_HOST and ASSIZE_PORT whether its process answers.',
  '',
  'Options:',
  '  --ready     ask whether an evaluation would be answered',
  '  --json      print what the service answered',
  '  -h, --help  display help for command',
  '',
  'Examples:',
  '  npx assize health --ready',
];

interface Answer {
  status: number;
  body: string;
}

/** @param words the arguments after `assize health`. @returns the exit code. */
async function runHealth(words: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  let asked: { ready?: boolean; json?: boolean; help?: boolean };
  try {
    asked = parseArgs({ args: words, options: OPTIONS }).values;
  } catch (error) {
    printErrorLines([`assize health: ${(error as Error).message}`]);
    return EXIT.usage;
  }
  if (asked.help) {
    printLines(HELP);
    return EXIT.well;
  }
  const url = `${addressOf(environment)}${asked.ready ? '/readyz' : '/healthz'}`;
  try {
    const { status, body } = await answerOf(url);
    const isWell = status === 200;
    if (asked.json) printJsonText(body);
    else (isWell ? printLines : printErrorLines)([`${url} answers ${status}: ${body}`]);
    return isWell ? EXIT.well : EXIT.unwell;
  } catch (error) {
    printErrorLines([`${url} does not answer: ${reasonOf(error)}`]);
    return EXIT.unwell;
  }
}

/** Asks a service that listens on every address on the loopback address. */
function addressOf({ ASSIZE_HOST, ASSIZE_PORT }: NodeJS.ProcessEnv): string {
  const own: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = own[ASSIZE_HOST ?? ''] ?? (ASSIZE_HOST || '127.0.0.1');
  return `http://${isIPv6(host) ? `[${host}]` : host}:${ASSIZE_PORT || '8080'}`;
}

function answerOf(url: string): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = get(url, { signal, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  return name === 'AbortError' ? `nothing within ${TIMEOUT_MS / 1000} seconds` : (code ?? message);
}

// They follow Node, this program and `health`.
process.exitCode = await runHealth(process.argv.slice(3), process.env);
