/** An MCP server on standard input and output, with one tool that does nothing. */
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const inputSchema = fromJsonSchema<{ id?: string }>({
  type: 'object',
  properties: { id: { type: 'string' } },
});
const server = new McpServer({ name: 'bench', version: '1.0.0' });
server.registerTool('look', { description: 'Looks.', inputSchema }, async ({ id }) => ({
  content: [{ type: 'text', text: `looked at ${id}` }],
}));
await server.connect(new StdioServerTransport());
