/** Agents that work at the desk through each way into the service: guard, adapters, MCP gateway and hooks. */
import type { TestContext } from 'node:test';
import { ApprovalRequired, Assize } from '@assize/client';
import { govern as aiSdk } from '@assize/client/ai-sdk';
import { govern as langGraph } from '@assize/client/langgraph';
import { planWith } from '@assize/client/planning';
import { configurationFor, lineClient, wrappedServer } from '../gateway/world.ts';
import { configure, fixtureOf, runHook, temporaryHome } from '../hooks.ts';
import { PLANNERS } from '../http/frameworks.ts';
import { PRODUCTION_KEY } from '../http/in-process.ts';
import { until } from '../until.ts';
import { DESK_AGENT, DESK_STEPS, type DeskTool, RETURNED } from './desk.ts';

export interface Used {
  /** Whether the tool itself was called. */
  ran: boolean;
  /** Each text about a held call, for the model and for a human. */
  words: string[];
}

export type DeskAgent = (tool: DeskTool, args?: object) => Promise<Used>;

/** @param task opens a mandate by a plan, where it is given. */
type Starting = (t: TestContext, url: string, task?: string) => DeskAgent | Promise<DeskAgent>;

export const DESK_AGENTS: Record<string, Starting> = {
  guard: async (_, url, task) => {
    const assize = clientOf(url);
    const complete = () => JSON.stringify({ steps: DESK_STEPS });
    const planned = task === undefined ? undefined : await planWith(assize, { task, tools: [], complete });
    const options = { server: 'desk', mandateId: planned?.mandate_id };
    return inProgram((tool, run) => assize.guard(tool, run, options));
  },
  'ai-sdk': (_, url, task) => {
    let calls = 0;
    const names = Object.keys(RETURNED) as DeskTool[];
    const running = new Map<string, () => unknown>();
    const execute = (name: DeskTool) => async () => running.get(name)?.();
    const given = Object.fromEntries(names.map((name) => [name, { execute: execute(name) }]));
    const { tools } = aiSdk(clientOf(url), given, { server: 'desk', ...plannedBy('ai-sdk', task) });
    return inProgram((tool, run) => {
      running.set(tool, run);
      const governed = tools[tool] as { execute: (args: object, how: object) => Promise<unknown> };
      return (args) => governed.execute(args, { toolCallId: String(++calls), messages: [] });
    });
  },
  langgraph: (_, url, task) => {
    let calls = 0;
    const running = new Map<string, () => unknown>();
    const given = Object.keys(RETURNED).map((name) => ({
      name,
      invoke: async ({ id }: { id: string }) => ({ tool_call_id: id, content: running.get(name)?.() }),
    }));
    const tools = langGraph(clientOf(url), given, { server: 'desk', ...plannedBy('langgraph', task) });
    return inProgram((tool, run) => {
      running.set(tool, run);
      const governed = tools.find(({ name }) => name === tool);
      return async (args) => governed?.invoke({ type: 'tool_call', id: String(++calls), args } as never);
    });
  },
  'mcp gateway': async (t, url, task) => {
    const { server, calls } = wrappedServer(t, 'desk', { RETURNED: JSON.stringify(RETURNED) });
    const agent = { name: DESK_AGENT, key: PRODUCTION_KEY, ...(task !== undefined && { task, plan: true }) };
    const client = lineClient(t, configurationFor(url, { servers: [server], agents: [agent] }));
    return async (tool, args = {}) => {
      const before = calls().length;
      const { result } = await client.call(tool, args);
      const ran = calls().length > before;
      // The gateway answers first, and reports then; its next call waits for that for half a second at most.
      if (ran && tool !== 'pay') await until(() => isLastResultKnown(url));
      return { ran, words: ran ? [] : result.content.map(({ text }: { text: string }) => text) };
    };
  },
  hook: async (t, url, task) => {
    const home = temporaryHome(t);
    configure(home, { url, key: PRODUCTION_KEY, agent: DESK_AGENT, escalate: 'deny', plan: true });
    const told = async (name: string, more: object) => {
      const { answer, stderr } = await runHook(
        ['claude-code'],
        { ...fixtureOf('claude-code', name).input, ...more },
        { home },
      );
      if (stderr !== '') throw new Error(stderr);
      return answer;
    };
    if (task !== undefined) await told('UserPromptSubmit', { prompt: task });
    let calls = 0;
    return async (tool, args = {}) => {
      const call = { tool_name: `mcp__desk__${tool}`, tool_input: args, tool_use_id: `toolu_${++calls}` };
      const { hookSpecificOutput: held, systemMessage } = await told('PreToolUse', call);
      if (held !== undefined) return { ran: false, words: [held.permissionDecisionReason, systemMessage] };
      await told('PostToolUse', { ...call, tool_response: [{ type: 'text', text: RETURNED[tool] }] });
      return { ran: true, words: [] };
    };
  },
};

async function isLastResultKnown(url: string): Promise<boolean> {
  const { sessions } = clientOf(url);
  const ofAgent = { agent_id: DESK_AGENT };
  const [session] = (await sessions.list(ofAgent)).items;
  if (session === undefined) return false;
  const { calls } = await sessions.find(String(session.session_id), ofAgent);
  return calls.at(-1)?.result !== null;
}

const clientOf = (url: string) => new Assize({ url, key: PRODUCTION_KEY, agentId: DESK_AGENT });

/** The framework's own model plans. */
function plannedBy(framework: keyof typeof PLANNERS, task: string | undefined): object {
  if (task === undefined) return {};
  return { task, plan: PLANNERS[framework](() => JSON.stringify({ steps: DESK_STEPS })) };
}

function inProgram(
  governed: (tool: DeskTool, run: () => unknown) => (args: object) => Promise<unknown>,
): DeskAgent {
  return async (tool, args = {}) => {
    let ran = false;
    const run = () => {
      ran = true;
      return RETURNED[tool];
    };
    try {
      await governed(tool, run)(args);
      return { ran, words: [] };
    } catch (error) {
      if (!(error instanceof ApprovalRequired)) throw error;
      return { ran, words: [error.message] };
    }
  };
}
