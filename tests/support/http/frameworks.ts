/** Calls of a tool as each framework makes them, and models in each framework's form, without the frameworks. */
import assert from 'node:assert/strict';
import type { Assize } from '@assize/client';
import { govern as aiSdk } from '@assize/client/ai-sdk';
import { govern as claude } from '@assize/client/claude-agent-sdk';
import { govern as googleAdk } from '@assize/client/google-adk';
import { govern as langGraph } from '@assize/client/langgraph';
import { govern as mastra } from '@assize/client/mastra';
import { type GovernOptions, govern as openAi } from '@assize/client/openai-agents';

type Framework = 'ai-sdk' | 'claude-agent-sdk' | 'google-adk' | 'langgraph' | 'mastra' | 'openai-agents';

/** A framework's own form of a plan fits only its own adapter. */
type AnyOptions = GovernOptions<never>;

export type Tool = (args: object) => Promise<unknown>;
export type Call = (args: object, id: string) => Promise<unknown>;

/** Each wraps a tool in its framework's form, and calls it as its framework does. */
export const FRAMEWORKS: Record<Framework, (assize: Assize, tool: Tool, options: AnyOptions) => Call> = {
  'ai-sdk': (assize, tool, options) => {
    const { tools } = aiSdk(assize, { send: { execute: tool } }, options);
    const { execute } = tools.send as unknown as {
      execute: (args: object, options: object) => Promise<unknown>;
    };
    return (args, id) => execute(args, { toolCallId: id, messages: [] });
  },
  'claude-agent-sdk': (assize, tool, options) => {
    const { hooks, canUseTool } = claude(assize, {}, options);
    const asked = { signal: new AbortController().signal };
    const fire = (event: keyof typeof hooks, input: object) =>
      hooks[event][0]?.hooks[0]?.(input, undefined, asked);
    return async (args, id) => {
      const event = { permission_mode: 'default', tool_name: 'send', tool_input: args, tool_use_id: id };
      const before = (await fire('PreToolUse', event))?.hookSpecificOutput;
      if (before?.hookEventName === 'PreToolUse' && before.permissionDecision === 'deny')
        throw new Error(before.permissionDecisionReason);
      const permission = await canUseTool('send', { ...args }, { ...asked, toolUseID: id });
      assert.equal(permission?.behavior, 'allow');
      const given = permission.behavior === 'allow' ? (permission.updatedInput ?? args) : args;
      const result = await tool(given);
      const after = await fire('PostToolUse', { ...event, tool_input: given, tool_response: result });
      const told = after?.hookSpecificOutput;
      return told === undefined ? result : [result, told];
    };
  },
  'google-adk': (assize, tool, options) => {
    const send = {
      name: 'send',
      description: 'Sends.',
      runAsync: ({ args }: { args: object }) => tool(args),
    };
    const [governed] = googleAdk(assize, [send], options);
    return async (args, id) => {
      const result = await governed?.runAsync({ args, toolContext: { functionCallId: id } } as never);
      const { error } = (result ?? {}) as { error?: string };
      if (error !== undefined) throw new Error(error);
      return result;
    };
  },
  langgraph: (assize, tool, options) => {
    const [governed] = langGraph(
      assize,
      [{ name: 'send', invoke: ({ args }: { args: object }) => tool(args) }],
      options,
    );
    return async (args, id) => governed?.invoke({ type: 'tool_call', id, args } as never);
  },
  'openai-agents': (assize, tool, options) => {
    const make = (given: { execute: (args: object, run: object, details: object) => unknown }) => ({
      name: 'send',
      ...given,
    });
    const { execute } = openAi(assize, make, options)({ execute: tool });
    return async (args, id) => {
      const result = await execute(args, { context: {} }, { toolCall: { callId: id } });
      // The model reads the reason instead of a result.
      if (/Safety|has to approve|rejected/.test(String(result))) throw new Error(String(result));
      return result;
    };
  },
  mastra: (assize, tool, options) => {
    const { send } = mastra(assize, { send: { id: 'send', execute: tool } }, options);
    return (args) => send.execute(args);
  },
};

type Prompted = (system: string, user: string) => string;

/** The plan option of each framework, with a model that answers as a test wants. */
export const PLANNERS: Record<Framework, (answer: Prompted) => object> = {
  'ai-sdk': (answer) => ({
    model: {
      modelId: 'scripted',
      async doGenerate({ prompt: [{ content: system }, { content: user }] }: ReturnType<typeof JSON.parse>) {
        return { content: [{ type: 'text', text: answer(system, user[0].text) }] };
      },
    },
  }),
  'claude-agent-sdk': (answer) => ({
    model: 'scripted',
    tools: [{ name: 'send' }],
    async *query({
      prompt,
      options,
    }: {
      prompt: string;
      options: { systemPrompt: string; tools: unknown[] };
    }) {
      assert.deepEqual(options.tools, []);
      yield { type: 'assistant' };
      yield { type: 'result', structured_output: JSON.parse(answer(options.systemPrompt, prompt)) };
    },
  }),
  'google-adk': (answer) => ({
    model: {
      model: 'scripted',
      async *generateContentAsync({ contents, config }: ReturnType<typeof JSON.parse>) {
        const parts = [{ text: answer(config.systemInstruction, contents[0].parts[0].text) }];
        yield { content: { parts: [{ text: 'Hm.', thought: true }, ...parts] } };
      },
    },
  }),
  langgraph: (answer) => ({
    model: {
      model: 'scripted',
      withStructuredOutput: () => ({
        invoke: async ([{ content: system }, { content: user }]: ReturnType<typeof JSON.parse>) =>
          JSON.parse(answer(system, user)),
      }),
    },
  }),
  'openai-agents': (answer) => ({
    model: {
      async getResponse({ systemInstructions, input }: { systemInstructions: string; input: string }) {
        const content = [{ type: 'output_text', text: answer(systemInstructions, input) }];
        return { output: [{ type: 'reasoning' }, { type: 'message', content }] };
      },
    },
  }),
  mastra: (answer) => ({
    agent: {
      async generate(
        user: string,
        { instructions, toolChoice }: { instructions: string; toolChoice: string },
      ) {
        assert.equal(toolChoice, 'none');
        return { object: undefined, text: answer(instructions, user) };
      },
    },
  }),
};
