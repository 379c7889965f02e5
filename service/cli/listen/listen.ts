/** `assize listen`: shows the events of a tenant in the terminal as they happen. */
import { InvalidArgumentError, Option } from 'commander';
import { httpUrl } from '../../config/values.ts';
import { EVENT_TYPES, type EventType } from '../../events/index.ts';
import type { ServiceCommand } from '../command.ts';
import { wholeNumber } from '../options.ts';
import { type ListenOptions, runListen } from './run.ts';

const KEY_VARIABLE = 'ASSIZE_API_KEY';
const MAX_SEQUENCE = 999_999_999_999_999;

export function listenCommand(program: ServiceCommand): void {
  const { environment } = program;
  const listen = program
    .command('listen')
    .description('show events as they happen, and forward them to a local URL as webhooks; Ctrl-C ends it')
    .onChain('whose events', '')
    .option('--types <types>', 'only these, separated by commas', eventTypes)
    .option(
      '--from <sequence>',
      'start from this event; 0 for the oldest that is kept (default: from now on)',
      wholeNumber(0, MAX_SEQUENCE, 'Expected a whole number, 0 or more.'),
    )
    .addOption(
      new Option('--url <url>', `ask a service with the key in ${KEY_VARIABLE}, instead of the database`)
        .argParser(serviceUrl)
        .conflicts(['tenant', 'environment']),
    )
    .option(
      '--forward-to <url>',
      'post each event there, signed as a webhook; once each, in order',
      targetUrl,
    )
    .json('print a line of JSON for each event')
    .action(async (options: ListenOptions) => {
      const key = environment[KEY_VARIABLE] ?? '';
      if (options.url !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
        listen.error(`error: --url needs an API key in the variable ${KEY_VARIABLE}.`);
      }
      await runListen(options, environment, key);
    });
}

function eventTypes(text: string): EventType[] {
  return text.split(',').map((word) => {
    const type = EVENT_TYPES.find((known) => known === word.trim());
    if (type === undefined) throw new InvalidArgumentError(`The types are ${EVENT_TYPES.join(', ')}.`);
    return type;
  });
}

function serviceUrl(text: string): string {
  const url = httpUrl(text);
  if (url === undefined || saysMore(new URL(url))) {
    throw new InvalidArgumentError(
      'Expected the http:// or https:// URL of a service, without a query or a user name.',
    );
  }
  return url;
}

function saysMore({ username, password, search, hash }: URL): boolean {
  return username + password + search + hash !== '';
}

/** Any address will do, since the machine is the developer's own. */
function targetUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) {
    throw new InvalidArgumentError('Expected an http:// or https:// URL.');
  }
  return text;
}
