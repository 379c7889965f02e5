/** The gateway on stdio in a process that tests can kill. Its configuration is the JSON in GATEWAY. */
import { gatewayFor } from '@assize/gateway/mcp/gateway.ts';
import { serveStdio } from '@assize/gateway/mcp/serve-stdio.ts';
import { nodePlatform } from '@assize/gateway/platform.ts';

const configuration = JSON.parse(process.env.GATEWAY ?? '');
const gateway = gatewayFor(
  configuration,
  nodePlatform((text) => void process.stderr.write(text)),
);
await serveStdio(gateway, configuration.servers[0], { input: process.stdin, output: process.stdout });
process.exit();
