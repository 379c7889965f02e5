/**
 * Reads the fields of an event. The fields by which a call is judged must be present and of the right type. If a
 * newer agent names them differently, the call is denied, rather than judged by only a part of it.
 */
import {
  type Ended,
  type Fields,
  type HookEvent,
  type HookedCall,
  NEUTRAL,
  UnreadableEvent,
} from './event.ts';

/** @throws {UnreadableEvent} */
export function fieldsIn(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableEvent('the agent did not send valid JSON');
  }
  if (!isFields(value)) throw new UnreadableEvent('the agent did not send a JSON object');
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws {UnreadableEvent} */
export function requiredText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new UnreadableEvent(`the event has no ${name}`);
  return value;
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function optionalNumber(fields: Fields, ...names: string[]): number | undefined {
  const name = names.find((each) => Number.isFinite(fields[each]));
  return name === undefined ? undefined : (fields[name] as number);
}

/** @throws {UnreadableEvent} */
export function requiredArguments(fields: Fields, name: string): unknown {
  const value = fields[name];
  if (value === undefined) throw new UnreadableEvent(`the event has no ${name}`);
  return value;
}

/**
 * The call of an event that has the fields of Claude Code, which other agents have taken over.
 * @param named finds the server and the name of the agent's tool. @throws {UnreadableEvent}
 */
export function callOf(
  fields: Fields,
  named: (agentTool: string) => Pick<HookedCall, 'server' | 'name'>,
): HookedCall {
  const agentTool = requiredText(fields, 'tool_name');
  return {
    session: optionalText(fields, 'session_id'),
    id: optionalText(fields, 'tool_use_id'),
    ...named(agentTool),
    agentTool,
    arguments: requiredArguments(fields, 'tool_input'),
    cwd: optionalText(fields, 'cwd'),
  };
}

/** Some agents send the arguments as a text that holds JSON. */
export function argumentsIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export function unknownEvent(name: string | undefined): UnreadableEvent {
  return new UnreadableEvent(
    name === undefined ? 'the event has no name' : `the event ${JSON.stringify(name)} is unknown here`,
  );
}

/** `mcp__github__create_issue` is the tool `create_issue` of the server `github`, as in the MCP gateway. */
export function mcpName(tool: string): Pick<HookedCall, 'server' | 'name'> | undefined {
  const [, server, name] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? [];
  return server === undefined || name === undefined ? undefined : { server, name };
}

/** @param names of the catalogue, by the agent's own */
export function ownName(
  server: string,
  tool: string,
  names: Readonly<Record<string, string>> = {},
): Pick<HookedCall, 'server' | 'name'> {
  return { server, name: Object.hasOwn(names, tool) ? (names[tool] ?? tool) : tool };
}

const MAX_ERROR_CHARACTERS = 500;

/** @param result default: the error, which the model reads too */
export function failed(error: unknown, durationMs?: number, result = error): Ended {
  const words = typeof error === 'string' ? error : error === undefined ? undefined : JSON.stringify(error);
  return { outcome: 'failure', durationMs, error: words?.slice(0, MAX_ERROR_CHARACTERS), result };
}

/**
 * A tool that ended may still say in its answer that it failed.
 * @param result the part of the answer that the model reads; default: all of it
 */
export function endedWith(answer: unknown, durationMs?: number, result = answer): Ended {
  const succeeded: Ended = { outcome: 'success', durationMs, error: undefined, result };
  if (!isFields(answer)) return succeeded;
  const { error, isError, is_error: isErrorToo } = answer;
  if (error !== undefined && error !== null && error !== false && error !== '')
    return failed(error, durationMs, result);
  if (isError === true || isErrorToo === true) return failed(undefined, durationMs, result);
  const exitCode = exitCodeIn(answer) ?? (isFields(answer.metadata) ? exitCodeIn(answer.metadata) : 0);
  if (exitCode !== undefined && exitCode !== 0) return failed(`exit code ${exitCode}`, durationMs, result);
  return succeeded;
}

/**
 * Without a session no later call could be told to belong to the prompt, so it is left alone. Reading never fails,
 * since that would take the prompt away from the user.
 */
export function promptIn(fields: Fields, session: string, answer: object = NEUTRAL): HookEvent {
  const [id, prompt] = [optionalText(fields, session), optionalText(fields, 'prompt')?.trim()];
  return id === undefined || !prompt ? { kind: 'other' } : { kind: 'prompt', session: id, prompt, answer };
}

function exitCodeIn(fields: Fields): number | undefined {
  return optionalNumber(fields, 'exit_code', 'exitCode');
}
