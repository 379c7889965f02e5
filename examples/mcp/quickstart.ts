/**
 * `npm run example:mcp`, while the service runs: an MCP client, the gateway, and a server behind it that knows
 * nothing about Assize. Without ASSIZE_KEY it creates its own key.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Assize } from '@assize/client';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { acceptTools } from '../shared/catalogue.ts';
import { REFUND } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';

const AGENT = 'mcp-quickstart';
const ASSIZE = path.join(import.meta.dirname, '../../service/assize.js');
const SERVER = path.join(import.meta.dirname, 'server.ts');

process.env.ASSIZE_KEY ??= newKey();
const assize = new Assize();

// To govern a server, the gateway only adds the part before the `--` to its command.
const client = new Client({ name: 'quickstart', version: '1.0.0' });
const gateway = [ASSIZE, 'gateway', '--name', 'shop', '--agent', AGENT, '--wait', '0', '--'];
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [...gateway, process.execPath, SERVER],
    env: environment(),
  }),
);

const { tools } = await client.listTools();
console.log(`client: the server has ${tools.map(({ name }) => name).join(' and ')}`);
await acceptTools(assize, tools);
const [{ order_id }] = JSON.parse(await call('list_orders', {}));
const refund = { ...REFUND, order_id };
await call('pay_refund', refund);
await approveInAnotherProcess(AGENT);
await call('pay_refund', refund);
await client.close();
await verifyEvidence(assize, AGENT);

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const words = content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join(' ');
  console.log(`client: ${name} ${isError ? 'was held' : 'ran'}: ${words}`);
  return words;
}

function newKey(): string {
  const words = ['keys', 'create', AGENT, '--json'];
  return JSON.parse(execFileSync(process.execPath, [ASSIZE, ...words], { encoding: 'utf8' })).key;
}

function environment(): Record<string, string> {
  const given = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(given);
}
