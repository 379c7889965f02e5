/** Helpers for the tests of the tool catalogue. */
import assert from 'node:assert/strict';
import type { ToolEntry, WrittenEntry } from '@assize/act-reading/tools';
import { ask, askOk, type TestService } from '../http/in-process.ts';

export const TOOLS = '/api/v1/tools';

export const PAY: WrittenEntry = {
  tool: 'bank.pay',
  effect: 'pay',
  targets: [{ path: 'recipient', kind: 'account', role: 'payee' }],
  amount: { path: 'amount' },
  risk_level: 'high',
  is_irreversible: true,
};

/** A tool of an MCP server, as `tools/list` returns it. */
export function mcpTool(name: string, description = `Does ${name}.`, more: object = {}) {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { to: { type: 'string', format: 'email' }, ...more } },
  };
}

/** Makes an entry in every state, one of them in several. */
export async function toolsHistory(app: TestService['app']): Promise<void> {
  const put = async (entry: WrittenEntry): Promise<{ tool_id: string; entry: ToolEntry }> => {
    return askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  };
  const offer = async (...tools: object[]): Promise<{ tool_id: string }[]> => {
    const body = await askOk(app, 'a', `${TOOLS}/import`, {
      body: { source: { tools }, server: 'bank' },
    });
    return body.tools;
  };
  await offer(mcpTool('read'), mcpTool('write'), mcpTool('close'));
  const [, write, close] = await offer(mcpTool('read'), mcpTool('write'), mcpTool('close'));
  const reviewed = await ask(app, 'a', `${TOOLS}/review`, {
    body: { accept: [{ tool_id: write?.tool_id }], reject: [close?.tool_id] },
  });
  assert.equal(reviewed.status, 200, JSON.stringify(reviewed.body));
  await offer(mcpTool('write', 'Does something else.'));
  const { tool_id: gone } = await put({ tool: 'bank.gone', effect: 'delete' });
  assert.equal((await ask(app, 'a', `${TOOLS}/${gone}`, { method: 'DELETE' })).status, 200);
  await offer(mcpTool('read', 'Reads.'));
  await put({ ...PAY, risk_level: 'low' });
  await put(PAY);
}
