/** Carries out the answers of `assize init`, in the order in which a failure leaves least behind. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { readNamed } from '../documents.ts';
import { isGood, keptIn, keyFileFor, makeKey } from './agent-key.ts';
import { type Answers, askFor, type Given, isCodingAgent, isFramework, requireAll } from './answers.ts';
import { Connection, examined, type Me } from './connection.ts';
import { othersAmong, type WantedFile, write } from './files.ts';
import { type FirstCall, firstCall } from './first-call.ts';
import { importKnowledge, setApprover, setMode } from './governing.ts';
import { filesFor, type Hook, installHook, keyFileOf, type Place } from './install.ts';
import { personAtTerminal } from './person.ts';
import { programFor } from './programs.ts';

export interface InitOptions extends Partial<Answers> {
  keyFile?: string;
  name?: string;
  folder: string;
  file?: string;
  force?: true;
  json?: boolean;
}

export interface Made {
  lines: string[];
  made: object;
}

type AtTerminal = ReturnType<typeof personAtTerminal>;

export async function make(options: InitOptions, environment: NodeJS.ProcessEnv): Promise<Made> {
  const given = await givenIn(options, environment);
  // A program that reads JSON is not asked.
  const person = options.json === true ? undefined : personAtTerminal();
  try {
    const answers = person === undefined ? requireAll(given) : await askFor(given, person);
    return await makeFrom(answers, options, { environment, person });
  } finally {
    person?.leave();
  }
}

async function givenIn(options: InitOptions, environment: NodeJS.ProcessEnv): Promise<Given> {
  const { agent, url, environment: of, approver, mode, keyFile } = options;
  const key = keyFile === undefined ? environment.ASSIZE_API_KEY : String(await readNamed(keyFile));
  return {
    ...(agent !== undefined && { agent }),
    ...(url !== undefined && { url }),
    ...(of !== undefined && { environment: of }),
    ...(approver !== undefined && { approver }),
    ...(mode !== undefined && { mode }),
    ...(key?.trim() && { key: key.trim() }),
  };
}

async function makeFrom(
  { key: ownKey, ...answers }: Answers & { key: string },
  options: InitOptions,
  { environment, person }: { environment: NodeJS.ProcessEnv; person: AtTerminal },
): Promise<Made> {
  const { agent, url } = answers;
  const service = new Connection(url, ownKey);
  const me = await examined(service, answers);
  const agentId = options.name ?? (isCodingAgent(agent) ? agent : 'first-agent');
  const folder = path.resolve(options.folder);
  const place: Place = { environment, folder, clientFile: options.file, agentId };
  const files = await filesFor(answers, place);
  const keyFile = keyFileFor(agent, folder);
  const kept = keptIn(agent, keyFile);
  const keeps = await isGood(answers, agentId, kept);
  await requireConsent(files, options, person);
  if (!keeps && kept.key !== undefined) await requireNewKey(keyFile, options, person);
  const key = (keeps ? kept.key : undefined) ?? (await makeKey(service, answers, agentId));
  const secret = keyFileOf(agent, keyFile, url, key);
  const written = [...files, ...(secret === undefined ? [] : [secret])].map((file) => ({
    file: file.file,
    change: write(file),
  }));
  const hook = isCodingAgent(agent)
    ? await installHook(agent, { url, key, isNew: !keeps, name: options.name }, environment)
    : undefined;
  const governed = [
    await setMode(service, answers),
    ...(await importKnowledge(service, answers, hook?.recordsFile)),
    await setApprover(service, answers),
  ];
  const call = await firstCall(answers, agentId, key);
  const done = { answers, me, agentId, keyFile, isNew: !keeps, written, hook, governed, call };
  return { lines: linesOf(done, place), made: fieldsOf(done) };
}

/** @throws where a file would be replaced that the person wants to keep. */
async function requireConsent(
  files: readonly WantedFile[],
  { force, file: clientFile }: InitOptions,
  person: AtTerminal,
): Promise<void> {
  if (force) return;
  for (const file of othersAmong(files)) {
    const isClient = file === clientFile;
    const question = isClient
      ? `Change ${file}, so that its servers go through the gateway?`
      : `Replace ${file}?`;
    const isWanted = person === undefined ? false : await person.confirm(question);
    if (isWanted) continue;
    throw new Error(`${file} exists and says something else, so nothing was written. --force replaces it.`);
  }
}

/** Other agents may use the key that would be replaced. @throws where the person wants to keep it. */
async function requireNewKey(file: string, { force }: InitOptions, person: AtTerminal): Promise<void> {
  const found = `${file} has a key that is not of this service, environment and agent`;
  if (force || (await person?.confirm(`${found}. Replace it?`))) return;
  throw new Error(`${found}, so nothing was written. --force replaces it.`);
}

interface Done {
  answers: Answers;
  me: Me;
  agentId: string;
  keyFile: string;
  isNew: boolean;
  written: readonly { file: string; change: string }[];
  hook: Hook | undefined;
  governed: readonly string[];
  call: FirstCall;
}

function linesOf(done: Done, place: Place): string[] {
  const { answers, me, agentId, keyFile, isNew, written, hook, governed, call } = done;
  const { url, environment } = answers;
  return [
    `${url} answers, as tenant "${me.tenant.name}", ${environment}.`,
    isNew
      ? `The agent ${agentId} has a key of its own, kept in ${keyFile}.`
      : `The key in ${keyFile} works, and stays.`,
    ...written.map(({ file, change }) => (change === 'written' ? `Written: ${file}` : `As it was: ${file}`)),
    ...(hook?.lines ?? []),
    ...governed,
    '',
    `First call: ${call.action}: ${call.verdict}`,
    `  ${call.explanation}`,
    `  Its record: ${call.page}`,
    ...(call.approval_id === null ? [] : [`  Decide on it: ${url}/approvals/${call.approval_id}`]),
    '',
    ...nextSteps(answers, place),
  ];
}

function nextSteps({ agent, url }: Answers, { agentId, folder, clientFile }: Place): string[] {
  if (isFramework(agent)) {
    const { install, next, page } = programFor(agent, agentId, clone());
    return [
      'Next:',
      `  cd ${path.relative('', folder) || '.'} && ${install}`,
      `  ${next}`,
      `How it works: ${url}/guide/${page}`,
    ];
  }
  if (isCodingAgent(agent)) return [`Next: start ${agent}, and work. How it works: ${url}/guide/hooks`];
  const next =
    clientFile !== undefined
      ? 'restart your MCP client'
      : 'npx assize init --agent mcp --file YOUR-CLIENTS-FILE';
  return [`Next: ${next}. How it works: ${url}/guide/gateway`];
}

/** @returns the folder of the repository, where this runs from one: by npx, through a link. */
function clone(): string | undefined {
  const root = path.resolve(realpathSync(process.argv[1] ?? '.'), '../..');
  return existsSync(path.join(root, 'client/package.json')) ? root : undefined;
}

/** The same for programs, without a key. */
function fieldsOf({ answers, me, agentId, keyFile, isNew, written, call }: Done): object {
  return {
    ...answers,
    tenant: me.tenant.name,
    agent_id: agentId,
    key_file: keyFile,
    key_is_new: isNew,
    files: written,
    first_call: call,
  };
}
