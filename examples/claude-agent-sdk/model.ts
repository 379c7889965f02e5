/**
 * Replaces Claude Code: it speaks the protocol between the SDK and that program, fires its hooks, asks for
 * permission, and calls tools, as a script says. It runs no tool that a hook or the permission denied.
 */
import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Options, SpawnedProcess } from '@anthropic-ai/claude-agent-sdk';

type Fields = Record<string, unknown>;

interface Matcher {
  hookCallbackIds: string[];
}

interface How {
  /** False for tools that the settings allow already. */
  needsPermission?: boolean;
  /** The input as changed by another hook. */
  changedTo?: Fields;
  /** In others than the default, a question of a hook may be answered by no one. */
  mode?: string;
}

/** The functions that a script can use. */
export interface Claude {
  /** @returns the text about the call for the model. */
  call(tool: string, input: Fields, how?: How): Promise<string>;
}

export type Script = (claude: Claude) => Promise<string>;

const SESSION = '8f14e45f-ceea-467f-a8c3-5b8c1e0a2d31';

/** Options of the SDK: each start plays the next script. */
export function scriptedClaude(
  ...scripts: Script[]
): Pick<Options, 'pathToClaudeCodeExecutable' | 'spawnClaudeCodeProcess'> {
  const left = [...scripts];
  return {
    // The SDK searches for the program, even if it won't start it.
    pathToClaudeCodeExecutable: 'scripted',
    spawnClaudeCodeProcess: () => {
      const script = left.shift();
      if (script === undefined) throw new Error('The script is over.');
      return new ScriptedProcess(script);
    },
  };
}

class ScriptedProcess extends EventEmitter implements SpawnedProcess {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  killed = false;
  exitCode: number | null = null;
  #hooks: Record<string, Matcher[]> = {};
  #asked = 0;
  readonly #answers = new Map<string, (answer: Fields) => void>();

  constructor(script: Script) {
    super();
    createInterface({ input: this.stdin })
      .on('line', (line) => this.#read(JSON.parse(line) as Fields, script))
      .on('close', () => this.#exit());
  }

  kill(): boolean {
    this.killed = true;
    this.#exit();
    return true;
  }

  #exit(): void {
    if (this.exitCode !== null) return;
    this.exitCode = 0;
    this.stdout.end();
    this.emit('exit', 0, null);
  }

  #read(message: Fields, script: Script): void {
    if (message.type === 'control_request') this.#serve(message);
    if (message.type === 'control_response') {
      const { request_id: id, ...answer } = message.response as Fields;
      this.#answers.get(String(id))?.(answer);
    }
    if (message.type === 'user') void this.#play(script);
  }

  #serve({ request_id, request }: Fields): void {
    const { subtype, hooks } = request as Fields;
    if (subtype === 'initialize') this.#hooks = (hooks ?? {}) as Record<string, Matcher[]>;
    const response = { commands: [], agents: [], models: [], account: {}, hook_on_failure_supported: true };
    this.#write({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  async #play(script: Script): Promise<void> {
    this.#write({ type: 'system', subtype: 'init', session_id: SESSION, tools: [], mcp_servers: [] });
    const result = await script({ call: (tool, input, how) => this.#call(tool, input, how) });
    this.#write({ type: 'result', subtype: 'success', is_error: false, result, session_id: SESSION });
  }

  async #call(
    tool: string,
    given: Fields,
    { needsPermission = true, changedTo, mode = 'default' }: How = {},
  ): Promise<string> {
    const id = this.#nextId('call');
    const call = { session_id: SESSION, tool_name: tool, tool_input: given, tool_use_id: id };
    const event = { ...call, permission_mode: mode };
    let asks = needsPermission;
    for (const answer of await this.#fire('PreToolUse', event)) {
      if (answer.permissionDecision === 'deny') return String(answer.permissionDecisionReason);
      asks ||= answer.permissionDecision === 'ask' && mode === 'default';
    }
    const input = asks ? await this.#permission(tool, changedTo ?? given, id) : given;
    if (typeof input === 'string') return input;
    const ran = { ...event, tool_input: input };
    const { text, isError } = await this.#runTool(tool, input);
    const told = await (isError
      ? this.#fire('PostToolUseFailure', { ...ran, error: text })
      : this.#fire('PostToolUse', { ...ran, tool_response: text, duration_ms: 1 }));
    const more = told.flatMap(({ additionalContext }) => (additionalContext as string | undefined) ?? []);
    return [text, ...more].join('\n');
  }

  /** @returns the specific outputs of all hooks of this event. */
  async #fire(event: string, input: Fields): Promise<Fields[]> {
    const ids = (this.#hooks[event] ?? []).flatMap(({ hookCallbackIds }) => hookCallbackIds);
    const fired = ids.map(async (callback_id) => {
      const answer = await this.#request({
        subtype: 'hook_callback',
        callback_id,
        input: { ...input, hook_event_name: event },
        tool_use_id: input.tool_use_id,
      });
      return ((answer.response as Fields).hookSpecificOutput ?? {}) as Fields;
    });
    return Promise.all(fired);
  }

  /** @returns the input to run with, or the reason to refuse. */
  async #permission(tool_name: string, input: Fields, tool_use_id: string): Promise<Fields | string> {
    const answer = await this.#request({ subtype: 'can_use_tool', tool_name, input, tool_use_id });
    const { behavior, message, updatedInput } = answer.response as Fields;
    return behavior === 'allow' ? ((updatedInput ?? input) as Fields) : String(message);
  }

  #nextId(of: string): string {
    this.#asked += 1;
    return `${of}-${this.#asked}`;
  }

  /** The SDK hosts the tools of this example, as an MCP server that it reaches through the same pipes. */
  async #runTool(tool: string, args: Fields): Promise<{ text: string; isError: boolean }> {
    const [, server_name, name] = tool.split('__');
    const message = { jsonrpc: '2.0', id: tool, method: 'tools/call', params: { name, arguments: args } };
    const answer = await this.#request({ subtype: 'mcp_message', server_name, message });
    const { mcp_response } = answer.response as { mcp_response: { result: Fields } };
    const { content, isError } = mcp_response.result;
    return {
      text: (content as { text: string }[]).map(({ text }) => text).join('\n'),
      isError: isError === true,
    };
  }

  #request(request: Fields): Promise<Fields> {
    const request_id = this.#nextId('request');
    return new Promise((resolve) => {
      this.#answers.set(request_id, resolve);
      this.#write({ type: 'control_request', request_id, request });
    });
  }

  #write(message: Fields): void {
    if (this.exitCode === null) this.stdout.write(`${JSON.stringify(message)}\n`);
  }
}
