/** A shop whose agent runs in the OpenAI Agents SDK, for the tests of the adapter. */
import type { Assize } from '@assize/client';
import { type GovernOptions, govern } from '@assize/client/openai-agents';
import type { AgentOutputItem } from '@openai/agents';
import { BLOCKED, ESCALATED } from '../../tests/support/http/clients.ts';

export const REFUND = { order: 'SO-31', usd: 40 };

/** Loaded here, since a checkout may lack the frameworks. */
export async function shop(assize: Assize, options: GovernOptions = {}) {
  const { Agent, run, RunState, setTracingDisabled, tool: sdkTool } = await import('@openai/agents');
  const { z } = await import('zod');
  const { calls, says, ScriptedModel } = await import('./model.ts');
  setTracingDisabled(true);
  const did: string[] = [];
  const context = (name: string) => (name === 'pay' ? ESCALATED : name === 'drop' ? BLOCKED : {});
  const tool = govern(assize, sdkTool, { context, ...options });
  const tools = [
    tool({
      name: 'look',
      description: '',
      parameters: z.object({ page: z.number().default(1) }),
      execute: ({ page }) => void did.push(`look ${page}`),
    }),
    tool({
      name: 'pay',
      description: '',
      parameters: z.object({ order: z.string(), usd: z.number() }),
      execute: ({ order, usd }) => {
        did.push(`pay ${usd} for ${order}`);
        return 'paid';
      },
    }),
    tool({ name: 'drop', description: '', parameters: z.object({}), execute: () => void did.push('drop') }),
    tool({
      name: 'fail',
      description: '',
      parameters: z.object({}),
      execute: () => {
        throw new TypeError('no such shop');
      },
    }),
    tool({
      name: 'own',
      description: '',
      parameters: z.object({}),
      needsApproval: true,
      execute: () => void did.push('own'),
    }),
    tool({
      name: 'guarded',
      description: '',
      parameters: z.object({}),
      inputGuardrails: [
        { name: 'own', run: async () => ({ behavior: { type: 'rejectContent', message: 'not here' } }) },
      ],
      execute: () => void did.push('guarded'),
    }),
  ];
  const agentOf = (...script: AgentOutputItem[][]) => {
    const model = new ScriptedModel([...script, [says('done')]]);
    return { model, agent: new Agent({ name: 'shop', model, tools }) };
  };
  return { agentOf, calls, did, run, RunState };
}

/** The answers of the tools, as the model read them. */
export function answersIn(input: unknown): Record<string, string> {
  const items = input as { type?: string; name: string; output: { text: string } }[];
  return Object.fromEntries(
    items
      .filter(({ type }) => type === 'function_call_result')
      .map(({ name, output }) => [name, output.text]),
  );
}
