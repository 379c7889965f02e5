/** An MCP server with one tool that does nothing: on standard input and output, or by HTTP on the port that is named. */
import { createServer } from 'node:http';
import { bodyOf, webRequest, writeAnswer } from '@assize/gateway/mcp/http/answers.ts';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const MAX_BODY_BYTES = 1024 * 1024;
const INPUT = fromJsonSchema<{ id?: string }>({ type: 'object', properties: { id: { type: 'string' } } });

const RESULT = { resultType: 'complete', content: [{ type: 'text', text: 'looked' }] };

function newServer(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('look', { description: 'Looks.', inputSchema: INPUT }, async ({ id }) => ({
    content: [{ type: 'text', text: `looked at ${id}` }],
  }));
  return server;
}

const [port] = process.argv.slice(2);
if (port === undefined) await newServer().connect(new StdioServerTransport());
else {
  const handler = createMcpHandler(newServer);
  createServer(async (request, response) => {
    const text = await bodyOf(request, MAX_BODY_BYTES);
    const parsedBody = text === '' ? undefined : JSON.parse(text);
    // A call costs this server nothing: what is measured is the way to it.
    if (parsedBody?.method === 'tools/call') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: parsedBody.id, result: RESULT }));
      return;
    }
    await writeAnswer(await handler.fetch(webRequest(request), { parsedBody }), response);
  }).listen(Number(port), '127.0.0.1');
}
