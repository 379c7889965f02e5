/**
 * The address of the service and the key to ask it with: from ~/.assize/hook.json, which `assize hook install`
 * writes, otherwise from the environment. A repository can set variables for an agent that works in it. So variables
 * neither send a stored key elsewhere nor replace your service or your agent. A key that other users of the machine
 * can read is not used.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isFields, optionalText } from './reading.ts';

export interface HookConfiguration {
  url: string;
  key: string;
  evidenceKey: string;
  agentId: string | undefined;
  mandateId: string | undefined;
  /** How long an escalated call waits for its approval before it is answered. */
  waitMs: number;
  /**
   * The person who decides on an escalation: the human in front of the agent, or the approvers in Assize. If it is
   * not set, the human in front, provided that they are certain to be asked.
   */
  escalate: 'ask' | 'deny' | undefined;
  /** Whether each prompt of the user opens a mandate: by a plan, by its words, or not at all. */
  plan: Planning;
  /** Whether results go along with outcomes. */
  reportResults: boolean;
  /** The folders that agents were installed to work in. */
  workspaces: readonly string[];
}

export type Planning = boolean | 'words';

/** The content of `hook.json`. */
export interface StoredConfiguration {
  url?: string;
  key?: string;
  evidenceKey?: string;
  agent?: string;
  mandate?: string;
  waitSeconds?: number;
  escalate?: 'ask' | 'deny';
  plan?: Planning;
  reportResults?: boolean;
  workspaces?: string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The hook's setup does not allow it to ask. */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}

/** Stops the client from reading it from the environment. */
export const DEFAULT_URL = 'http://127.0.0.1:8080';
export const MAX_WAIT_SECONDS = 600;

export const folderIn = (home: string) => path.join(home, '.assize');
export const configurationFileIn = (home: string) => path.join(folderIn(home), 'hook.json');

/** @param file that an installed hook names: then nothing else says which service to ask. @throws {SetupProblem} */
export function configurationOf(
  environment: Environment,
  home: string,
  file: string | undefined,
): HookConfiguration {
  const stored = storedIn(file ?? configurationFileIn(home));
  const isKept = file !== undefined || stored.key !== undefined;
  const { url, key, evidenceKey, agent } = isKept
    ? stored
    : {
        url: environment.ASSIZE_URL || stored.url,
        key: environment.ASSIZE_KEY,
        evidenceKey: environment.ASSIZE_EVIDENCE_KEY,
        agent: stored.agent ?? (environment.ASSIZE_AGENT || undefined),
      };
  if (!key) throw new SetupProblem('no key is set: run `assize hook install`, or set ASSIZE_KEY');
  return {
    url: url ?? DEFAULT_URL,
    key,
    evidenceKey: evidenceKey || key,
    agentId: agent,
    mandateId: stored.mandate ?? (environment.ASSIZE_MANDATE || undefined),
    waitMs: 1000 * (stored.waitSeconds ?? 0),
    escalate: stored.escalate,
    plan: stored.plan ?? false,
    reportResults: stored.reportResults ?? true,
    workspaces: stored.workspaces ?? [],
  };
}

/** @returns undefined where the file does not exist. @throws {SetupProblem} */
export function storedIn(file: string): StoredConfiguration {
  const text = textOf(file);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would repeat a part of the file, which holds a key.
    throw new SetupProblem(`${file} is not valid JSON`);
  }
  if (!isFields(value)) throw new SetupProblem(`${file} is not a JSON object`);
  const { waitSeconds, escalate, plan, reportResults, workspaces } = value;
  if (waitSeconds !== undefined && !isWait(waitSeconds)) {
    throw new SetupProblem(`waitSeconds in ${file} should be a number up to ${MAX_WAIT_SECONDS}`);
  }
  if (escalate !== undefined && escalate !== 'ask' && escalate !== 'deny') {
    throw new SetupProblem(`escalate in ${file} should be "ask" or "deny"`);
  }
  if (plan !== undefined && typeof plan !== 'boolean' && plan !== 'words') {
    throw new SetupProblem(`plan in ${file} should be true, false or "words"`);
  }
  if (reportResults !== undefined && typeof reportResults !== 'boolean') {
    throw new SetupProblem(`reportResults in ${file} should be true or false`);
  }
  if (workspaces !== undefined && !areTexts(workspaces)) {
    throw new SetupProblem(`workspaces in ${file} should be a list of folders`);
  }
  const names = ['url', 'key', 'evidenceKey', 'agent', 'mandate'] as const;
  const texts = names.flatMap((name) => {
    const text = optionalText(value, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(escalate === undefined ? {} : { escalate }),
    ...(plan === undefined ? {} : { plan }),
    ...(reportResults === undefined ? {} : { reportResults }),
    ...(workspaces === undefined ? {} : { workspaces }),
  };
}

export function isWait(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_WAIT_SECONDS;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
}

const OF_OTHERS = 0o077;

/** @throws {SetupProblem} */
function textOf(file: string): string | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (process.platform !== 'win32' && (status.mode & OF_OTHERS) !== 0) {
    throw new SetupProblem(`${file} is open to other users: run chmod 600 on it`);
  }
  return readFileSync(file, 'utf8');
}
