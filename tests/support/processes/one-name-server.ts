/** Loaded into a service and its threads before their own code (`node --import`): all names are resolved here. */
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const address = process.env.ONE_NAME_SERVER ?? '';
/** Longer than any test: what waits for an answer is seen to wait. */
const PATIENCE = { timeout: 600_000, tries: 1 };

class OneNameServer extends dns.Resolver {
  constructor() {
    super(PATIENCE);
    this.setServers([address]);
  }
}

dns.Resolver = OneNameServer;
syncBuiltinESMExports();
