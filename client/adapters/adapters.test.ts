/** Promises that hold for the tools of every framework. Each is run with its library in `examples/`. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Assize } from '@assize/client';
import { govern as aiSdk } from '@assize/client/ai-sdk';
import { govern as claude } from '@assize/client/claude-agent-sdk';
import { govern as googleAdk } from '@assize/client/google-adk';
import { govern as langGraph } from '@assize/client/langgraph';
import { govern as mastra } from '@assize/client/mastra';
import { govern as openAi } from '@assize/client/openai-agents';
import { BLOCKED, ESCALATED, scriptedService, testWithClient } from '../../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';
import type { GovernOptions } from '../tool-calls.ts';

type Tool = (args: object) => Promise<unknown>;
type Call = (args: object, id: string) => Promise<unknown>;

/** Each wraps a tool in its framework's form, and calls it as its framework does. */
const FRAMEWORKS: Record<string, (assize: Assize, tool: Tool, options: GovernOptions) => Call> = {
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
      const event = { tool_name: 'send', tool_input: args, tool_use_id: id };
      const denied = (await fire('PreToolUse', event))?.hookSpecificOutput;
      if (denied !== undefined) throw new Error(denied.permissionDecisionReason);
      const permission = await canUseTool('send', { ...args }, { ...asked, toolUseID: id });
      assert.equal(permission?.behavior, 'allow');
      const result = await tool(args);
      await fire('PostToolUse', { ...event, tool_response: result });
      return result;
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
      if (String(result).includes('Safety') || String(result).includes('human'))
        throw new Error(String(result));
      return result;
    };
  },
  mastra: (assize, tool, options) => {
    const { send } = mastra(assize, { send: { id: 'send', execute: tool } }, options);
    return (args) => send.execute(args);
  },
};

for (const [name, wrap] of Object.entries(FRAMEWORKS)) {
  const governed = (assize: Assize, context: object) => {
    const ran: object[] = [];
    const tool: Tool = async (args) => {
      ran.push(args);
      return 'sent';
    };
    return { ran, call: wrap(assize, tool, { context: () => ({ ...context }) }) };
  };

  testWithClient(`what-may-proceed-runs-and-is-reported (${name})`, async (_, { assize }) => {
    const { ran, call } = governed(assize, {});
    assert.equal(await call({ to: 'ann' }, '1'), 'sent');
    assert.deepEqual(ran, [{ to: 'ann' }]);
    assert.equal((await assize.evidence.search({ artifact_type: 'action_executed' })).total, 1);
  });

  testWithClient(`a-model-is-told-why-it-may-not (${name})`, async (_, { assize }) => {
    const blocked = governed(assize, BLOCKED);
    await assert.rejects(
      blocked.call({ to: 'ann' }, '1'),
      /Safety Dominance forbids it.*What would make it pass/,
    );
    const escalated = governed(assize, ESCALATED);
    await assert.rejects(
      escalated.call({ to: 'ann' }, '1'),
      /A human has to approve it first \(approval apr_/,
    );
    assert.deepEqual([...blocked.ran, ...escalated.ran], []);
  });

  testWithClient(`an-approval-is-used-once-and-a-rejection-never (${name})`, async (_, { assize }) => {
    const { ran, call } = governed(assize, ESCALATED);
    await assert.rejects(call({ to: 'ann' }, '1'));
    await assert.rejects(call({ to: 'eve' }, '2'));
    for (const { approval_id, context } of (await assize.approvals.list()).items) {
      const isForAnn = JSON.stringify(context).includes('ann');
      await (isForAnn ? assize.approvals.approve(approval_id) : assize.approvals.reject(approval_id));
    }
    await call({ to: 'ann' }, '3');
    await assert.rejects(call({ to: 'eve' }, '4'));
    await assert.rejects(call({ to: 'ann' }, '5'));
    assert.deepEqual(ran, [{ to: 'ann' }]);
  });

  testWithClient(`calls-at-the-same-time-are-judged-apart (${name})`, async (_, { assize }) => {
    const ran: object[] = [];
    const tool: Tool = async (args) => ran.push(args);
    const context = (_name: string, args: unknown) =>
      JSON.stringify(args).includes('eve') ? { ...BLOCKED } : {};
    const call = wrap(assize, tool, { context });
    const people = ['ann', 'eve', 'ben', 'eve', 'dan'];
    const results = await Promise.allSettled(people.map((to, id) => call({ to }, String(id))));
    assert.deepEqual(
      results.map(({ status }) => status === 'fulfilled'),
      people.map((to) => to !== 'eve'),
    );
    assert.equal(ran.length, 3);
  });

  test(`nothing-runs-while-the-service-is-away (${name})`, async (t) => {
    const { url } = await scriptedService(t, 'cut');
    const { ran, call } = governed(new Assize({ url, key: PRODUCTION_KEY, maxRetries: 0 }), {});
    await assert.rejects(call({ to: 'ann' }, '1'), /No answer from the service/);
    assert.deepEqual(ran, []);
  });
}
