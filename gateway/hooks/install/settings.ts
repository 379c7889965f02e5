/**
 * Where each agent keeps its hooks, and what `assize hook install` adds there: one entry before each tool call, which
 * denies the call in every way that the agent offers if the hook fails, entries after it, which never delay the
 * agent, and one for each prompt of the user, where prompts are planned.
 */
import path from 'node:path';
import type { Environment } from '../configuration.ts';
import type { Fields } from '../event.ts';
import { isFields } from '../reading.ts';

export type Place = 'user' | 'project';

export interface Folders {
  environment: Environment;
  home: string;
  project: string;
}

/** A command line for one event. */
export type CommandFor = (event: string, when: 'before' | 'after') => string;

export interface AgentSettings {
  file: (place: Place, folders: Folders) => string;
  /** Fields beside the hooks that the agent needs. */
  beside?: Fields;
  /** By the name of the event. */
  entries: (command: CommandFor, timeoutSeconds: number, isWindows: boolean) => Record<string, Fields>;
  /** The event that has the user's prompt. */
  prompts: string;
  /** The remaining steps for the human. */
  next?: string;
}

const inFolder =
  (folder: string, name: string, variable?: string): AgentSettings['file'] =>
  (place, { environment, home, project }) => {
    const own = variable === undefined ? undefined : environment[variable];
    const base = place === 'project' ? path.join(project, folder) : own || path.join(home, folder);
    return path.join(base, name);
  };

export const SETTINGS: Readonly<Record<string, AgentSettings>> = {
  'claude-code': {
    // The command contains paths of this machine, so in a project it goes into the file that is not shared.
    file: (place, folders) =>
      inFolder(
        '.claude',
        place === 'project' ? 'settings.local.json' : 'settings.json',
        'CLAUDE_CONFIG_DIR',
      )(place, folders),
    entries: (command, timeout, isWindows) => {
      const shell = isWindows ? { shell: 'powershell' } : {};
      const hooks = (event: string, when: 'before' | 'after', more: Fields = {}) => [
        { type: 'command', command: command(event, when), timeout, ...shell, ...more },
      ];
      return {
        PreToolUse: { matcher: '*', hooks: hooks('PreToolUse', 'before', { onFailure: 'block' }) },
        PostToolUse: { matcher: '*', hooks: hooks('PostToolUse', 'after') },
        PostToolUseFailure: { matcher: '*', hooks: hooks('PostToolUseFailure', 'after') },
        UserPromptSubmit: { hooks: hooks('UserPromptSubmit', 'after') },
      };
    },
    prompts: 'UserPromptSubmit',
  },
  codex: {
    file: inFolder('.codex', 'hooks.json', 'CODEX_HOME'),
    entries: (command, timeout) => ({
      PreToolUse: { hooks: [{ type: 'command', command: command('PreToolUse', 'before'), timeout }] },
      PostToolUse: { hooks: [{ type: 'command', command: command('PostToolUse', 'after'), timeout }] },
      UserPromptSubmit: {
        hooks: [{ type: 'command', command: command('UserPromptSubmit', 'after'), timeout }],
      },
    }),
    prompts: 'UserPromptSubmit',
    next: 'Codex runs a new hook once you have trusted it: open /hooks in Codex, look at it, and trust it.',
  },
  'gemini-cli': {
    file: inFolder('.gemini', 'settings.json'),
    entries: (command, timeoutSeconds) => {
      const group = (event: string, when: 'before' | 'after', more: Fields = { matcher: '.*' }) => ({
        ...more,
        hooks: [
          {
            type: 'command',
            name: 'assize',
            command: command(event, when),
            timeout: 1000 * timeoutSeconds,
          },
        ],
      });
      return {
        BeforeTool: group('BeforeTool', 'before'),
        AfterTool: group('AfterTool', 'after'),
        BeforeAgent: group('BeforeAgent', 'after', {}),
      };
    },
    prompts: 'BeforeAgent',
  },
  cursor: {
    file: inFolder('.cursor', 'hooks.json'),
    beside: { version: 1 },
    entries: (command, timeout) => ({
      preToolUse: { command: command('preToolUse', 'before'), timeout, failClosed: true },
      postToolUse: { command: command('postToolUse', 'after'), timeout },
      postToolUseFailure: { command: command('postToolUseFailure', 'after'), timeout },
      beforeSubmitPrompt: { command: command('beforeSubmitPrompt', 'after'), timeout },
    }),
    prompts: 'beforeSubmitPrompt',
  },
  copilot: {
    file: (place, { environment, home, project }) =>
      place === 'project'
        ? path.join(project, '.github/hooks/assize.json')
        : path.join(environment.COPILOT_HOME || path.join(home, '.copilot'), 'hooks/assize.json'),
    beside: { version: 1 },
    entries: (command, timeoutSec, isWindows) => {
      const entry = (event: string, when: 'before' | 'after') => ({
        type: 'command',
        [isWindows ? 'powershell' : 'bash']: command(event, when),
        timeoutSec,
      });
      return {
        preToolUse: entry('preToolUse', 'before'),
        postToolUse: entry('postToolUse', 'after'),
        postToolUseFailure: entry('postToolUseFailure', 'after'),
        userPromptSubmitted: entry('userPromptSubmitted', 'after'),
      };
    },
    prompts: 'userPromptSubmitted',
  },
};

/** Tells our entries from others. The hook itself does not read it. */
export const MARK = '--installed-by=assize';

/** @returns the settings with these entries, once; the same object if they are there already. */
export function withEntries(
  settings: Fields,
  beside: Fields,
  entries: Readonly<Record<string, Fields>>,
): Fields {
  if (JSON.stringify(ownEntries(settings)) === JSON.stringify(Object.entries(entries))) return settings;
  const others = withoutEntries(settings);
  const hooks = isFields(others.hooks) ? others.hooks : {};
  const added = Object.entries(entries).map(([event, entry]) => {
    const present = hooks[event];
    return [event, [...(Array.isArray(present) ? present : []), entry]] as const;
  });
  return { ...beside, ...others, hooks: { ...hooks, ...Object.fromEntries(added) } };
}

/** @returns the settings without our entries and the containers that only held them. */
export function withoutEntries(settings: Fields): Fields {
  if (!isFields(settings.hooks)) return settings;
  const kept = Object.entries(settings.hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups) || !groups.some(holdsOurs)) return [[event, groups] as const];
    const rest = groups.flatMap(withoutOurs);
    return rest.length === 0 ? [] : [[event, rest] as const];
  });
  const { hooks, ...others } = settings;
  const isEmptied = kept.length === 0 && Object.keys(hooks as Fields).length > 0;
  return isEmptied ? others : { ...settings, hooks: Object.fromEntries(kept) };
}

function ownEntries(settings: Fields): [event: string, entry: unknown][] {
  if (!isFields(settings.hooks)) return [];
  return Object.entries(settings.hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).filter(holdsOurs).map((group): [string, unknown] => [event, group]),
  );
}

function holdsOurs(group: unknown): boolean {
  if (!isFields(group)) return false;
  return isOurs(group) || (Array.isArray(group.hooks) && group.hooks.some(isOurs));
}

function isOurs(handler: unknown): boolean {
  if (!isFields(handler)) return false;
  return [handler.command, handler.bash, handler.powershell].some(
    (command) => typeof command === 'string' && command.includes(MARK),
  );
}

/** A human may have put their own hook into the same group. */
function withoutOurs(group: unknown): unknown[] {
  if (!isFields(group) || !holdsOurs(group)) return [group];
  if (isOurs(group) || !Array.isArray(group.hooks)) return [];
  const rest = group.hooks.filter((handler) => !isOurs(handler));
  return rest.length === 0 ? [] : [{ ...group, hooks: rest }];
}
