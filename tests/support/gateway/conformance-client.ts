/**
 * A client for the official conformance runner, which starts it with the address of the runner's server as last
 * argument. With `gateway`, it reaches that server through the gateway, which it starts itself.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ASSIZE } from '../processes/command.ts';

const [way, url = ''] = [process.argv[2], process.argv.at(-1)];
const environment = Object.entries(process.env).filter(
  (pair): pair is [string, string] => pair[1] !== undefined,
);

const client = new Client(
  { name: 'conformance', version: '1.0.0' },
  { capabilities: { elicitation: { form: { applyDefaults: true } } } },
);
client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));

const transport =
  way === 'gateway'
    ? new StdioClientTransport({
        command: process.execPath,
        args: [ASSIZE, 'gateway', '--name', 'runner', '--new-tools', 'allow', '--url', url],
        env: Object.fromEntries(environment),
      })
    : new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
const { tools } = await client.listTools();
for (const { name, inputSchema } of tools) {
  const numbers = Object.keys(inputSchema.properties ?? {}).map((field) => [field, 5]);
  await client.callTool({ name, arguments: Object.fromEntries(numbers) });
}
await client.close();
