/** `assize planner show|set|remove|test`: the model that plans tasks, from the machine itself. */
import { text } from 'node:stream/consumers';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  findPlanner,
  KEY_PATTERN,
  MAX_KEY_CHARACTERS,
  MAX_MODEL_CHARACTERS,
  OUTPUT_TOKENS,
  PLANNER_APIS,
  type PlannerApi,
  plannerFields,
  removePlanner,
  setPlanner,
  TIMEOUT_MS,
} from '../../planner/index.ts';
import { MAX_URL_CHARACTERS } from '../../webhooks/endpoints/index.ts';
import type { ChainRun, ServiceCommand, View } from '../command.ts';
import { readNamed } from '../documents.ts';
import { textUpTo, wholeNumber } from '../options.ts';
import { EXIT } from '../terminal.ts';

interface SetOptions {
  api: PlannerApi;
  url: string;
  model: string;
  keyFile?: string;
  timeoutMs?: number;
  maxOutputTokens?: number;
}

export function plannerCommands(program: ServiceCommand): void {
  const planner = program
    .command('planner')
    .description('the model that plans tasks before agents begin them');
  const command = (name: string) => planner.command(name).onChain('whose planner').json();

  command('show')
    .description('show the planner, without its key')
    .runOnChain(async ({ service, chain }) => plannerFields(await findPlanner(service.db, chain)), PLANNER);

  command('set')
    .description('set the planner, or change it; without --key-file the former key stays')
    .choice('--api <api>', 'the form of its API', PLANNER_APIS, { isRequired: true })
    .requiredOption('--url <url>', 'the base of its API', textUpTo(MAX_URL_CHARACTERS))
    .requiredOption('--model <name>', 'the name of the model', textUpTo(MAX_MODEL_CHARACTERS))
    .option('--key-file <file>', 'the file with the key of its API; - for standard input')
    .option(
      '--timeout-ms <ms>',
      'for a plan with all its attempts',
      wholeNumber(TIMEOUT_MS.least, TIMEOUT_MS.most),
    )
    .option(
      '--max-output-tokens <count>',
      'how much the model may write',
      wholeNumber(OUTPUT_TOKENS.least, OUTPUT_TOKENS.most),
    )
    .runOnChain(set, PLANNER);

  command('remove')
    .description('remove the planner and its key')
    .runOnChain(
      async ({ service, chain }) => plannerFields(await removePlanner(service, { chain, actor: OPERATOR })),
      { lines: ({ model }) => `The planner ${model} and its key are removed.` },
    );

  command('test')
    .description('ask the model for a plan of a fixed task; nothing of yours is sent')
    .runOnChain(({ service, chain }: ChainRun) => service.planner.test(chain), {
      lines: ({ fault, duration_ms, input_tokens, output_tokens }) =>
        fault === null
          ? `It works: ${duration_ms} ms, ${input_tokens ?? '?'} tokens in, ${output_tokens ?? '?'} out.`
          : `It does not work. ${fault}`,
      exitCode: ({ works }) => (works ? 0 : EXIT.failed),
    });
}

async function set({ service, chain, options }: ChainRun<SetOptions>) {
  const { api, url, model, keyFile, timeoutMs, maxOutputTokens, environment } = options;
  const wanted = { api, url, model, timeout_ms: timeoutMs, max_output_tokens: maxOutputTokens };
  const key = keyFile === undefined ? undefined : await readKey(keyFile);
  const owner = { chain, environment, actor: OPERATOR };
  return plannerFields(await setPlanner(service, owner, { ...wanted, key }));
}

async function readKey(file: string): Promise<string> {
  const key = (file === '-' ? await text(process.stdin) : String(await readNamed(file))).trim();
  if (new RegExp(KEY_PATTERN).test(key) && key.length <= MAX_KEY_CHARACTERS) return key;
  throw new Error(
    `The key must have 1 to ${MAX_KEY_CHARACTERS} characters: letters, digits and signs, without spaces.`,
  );
}

const PLANNER: View<ReturnType<typeof plannerFields>, unknown> = {
  lines: ({ api, url, model, timeout_ms, max_output_tokens, set_at, set_by }) => [
    `${model} at ${url} (${api})`,
    `within ${timeout_ms} ms, at most ${max_output_tokens} tokens`,
    `set ${set_at} by ${set_by}`,
  ],
};
