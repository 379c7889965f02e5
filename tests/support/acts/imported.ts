/** Imports strangers' tools as an administrator does, and calls them as an agent does. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { verdictUnder } from '../governance/mandates.ts';
import { ask } from '../http/in-process.ts';
import { TOOLS } from './tools.ts';

/** Imports tools by name, description and fields, and accepts them as proposed. */
export async function imported(app: FastifyInstance, tools: readonly (readonly [string, string, object])[]) {
  const source = {
    tools: tools.map(([name, description, properties]) => ({
      name,
      description,
      inputSchema: { type: 'object', properties },
    })),
  };
  const { body } = await ask(app, 'a', `${TOOLS}/import`, { body: { source } });
  assert.equal(body.counts?.proposed, tools.length, JSON.stringify(body));
  const accept = body.tools.map(({ tool_id }: { tool_id: string }) => ({ tool_id }));
  assert.equal((await ask(app, 'a', `${TOOLS}/review`, { body: { accept } })).status, 200);
}

export const askedUnder = (app: FastifyInstance, mandate: string, action: string, given: object) =>
  verdictUnder(app, mandate, { action, context: { arguments: given } });
