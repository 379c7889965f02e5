// The gateway on stdio as a process that tests can kill: its configuration is the JSON in GATEWAY.

import { gatewayFor } from '../mcp/gateway.ts';
import { serveStdio } from '../mcp/serve-stdio.ts';

const configuration = JSON.parse(process.env.GATEWAY ?? '');
const gateway = gatewayFor(configuration, (text) => void process.stderr.write(text));
await serveStdio(gateway, configuration.servers[0], { input: process.stdin, output: process.stdout });
process.exit();
