/** `assize listen`: shows the events of a tenant in the terminal as they happen. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { httpUrl } from '../../config/values.ts';
import { EVENT_TYPES, type EventType } from '../../events/index.ts';
import { ENVIRONMENTS } from '../../tenants/index.ts';
import { type ListenOptions, runListen } from './run.ts';

const KEY_VARIABLE = 'ASSIZE_API_KEY';

export function listenCommand(program: Command, environment: NodeJS.ProcessEnv): void {
  const listen = program
    .command('listen')
    .description('show events as they happen, and forward them to a local URL as webhooks; Ctrl-C ends it')
    .option('--tenant <name>', 'whose events', 'default')
    .addOption(new Option('--environment <environment>').choices(ENVIRONMENTS).default('production'))
    .option('--types <types>', 'only these, separated by commas', eventTypes)
    .option(
      '--from <sequence>',
      'start from this event; 0 for the oldest that is kept (default: from now on)',
      sequence,
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
    .option('--json', 'print a line of JSON for each event')
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

function sequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 0 or more.');
  return Number(text);
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
