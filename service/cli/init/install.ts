/** Puts Assize into the agent's path: a program for a framework, a client's file, or the hooks of a coding agent. */
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fieldsIn, keptIn } from './agent-key.ts';
import { type Agent, type Answers, isCodingAgent, isFramework } from './answers.ts';
import { read, type WantedFile } from './files.ts';
import { programFor } from './programs.ts';

const run = promisify(execFile);

export interface Place {
  environment: NodeJS.ProcessEnv;
  /** For the program of a framework. */
  folder: string;
  /** The MCP client's own file. */
  clientFile: string | undefined;
  agentId: string;
}

/** @returns the files without keys, and what was there before is not looked at. */
export async function filesFor(
  { agent }: Answers,
  { environment, folder, clientFile, agentId }: Place,
): Promise<WantedFile[]> {
  if (isFramework(agent)) {
    const { name, text } = programFor(agent, agentId);
    return [{ file: path.join(folder, name), text }, ignoring(path.join(folder, '.gitignore'))];
  }
  if (isCodingAgent(agent) || clientFile === undefined) return [];
  const { stdout } = await assize(['gateway', 'import', clientFile], environment);
  return [{ file: clientFile, text: stdout, keepsFormer: true }];
}

/** The key should not get into a repository. */
function ignoring(file: string): WantedFile {
  const text = read(file) ?? 'node_modules\n';
  return { file, text: /^\.env\r?$/m.test(text) ? text : `${text.replace(/\n?$/, '\n')}.env\n` };
}

/** The file with the key, unless the installation of the hook writes it. */
export function keyFileOf(agent: Agent, file: string, url: string, key: string): WantedFile | undefined {
  if (isCodingAgent(agent)) return undefined;
  const text = read(file);
  if (isFramework(agent)) return { file, text: withVariables(text ?? '', url, key), isPrivate: true };
  const settings = text === undefined ? {} : fieldsIn(file, text);
  const kept = keptIn(agent, file);
  if (kept.key === key && kept.url === url) return undefined;
  const changed = { ...settings, assize: { ...Object(settings.assize), url, key } };
  return { file, text: `${JSON.stringify(changed, null, 2)}\n`, isPrivate: true };
}

/** Keeps the other lines of the file. */
function withVariables(text: string, url: string, key: string): string {
  const others = text.split('\n').filter((line) => line !== '' && !/^ASSIZE_(?:URL|KEY)=/.test(line));
  return [...others, `ASSIZE_URL=${url}`, `ASSIZE_KEY=${key}`, ''].join('\n');
}

export interface Hook {
  /** For people. */
  lines: readonly string[];
  /** The targets of the workspace; none outside of a repository. */
  recordsFile: string | undefined;
}

/** Adds the hooks to the settings of the coding agent, by the command that does so. */
export async function installHook(
  agent: Agent,
  { url, key, isNew, name }: { url: string; key: string; isNew: boolean; name: string | undefined },
  environment: NodeJS.ProcessEnv,
): Promise<Hook> {
  const words = ['hook', 'install', agent, '--url', url, ...(name === undefined ? [] : ['--agent-id', name])];
  const { stdout } = await assize(words, {
    ...environment,
    ASSIZE_KEY: key,
    // Otherwise what is kept stays.
    ASSIZE_EVIDENCE_KEY: isNew ? key : '',
  });
  const lines = stdout.trimEnd().split('\n');
  const hasWorkspace = lines.some((line) => line.startsWith('The workspace is '));
  return {
    // This command does what the others ask for.
    lines: lines.filter((line) => !/^The workspace is |^ {2}npx assize /.test(line)),
    recordsFile: hasWorkspace ? path.join(homedir(), '.assize', `workspace-${agent}.csv`) : undefined,
  };
}

/** The key travels in the environment, since others can see command lines. */
async function assize(words: readonly string[], env: NodeJS.ProcessEnv) {
  const program = path.resolve(process.argv[1] ?? '');
  return run(process.execPath, [program, ...words], { env }).catch(
    (error: { stderr?: string; message: string }) => {
      throw new Error((error.stderr ?? '').trim() || error.message);
    },
  );
}
