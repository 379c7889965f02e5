/**
 * Loaded into a service and its threads before their own code (`node --import`): this process's server resolves all
 * names.
 */
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const address = process.env.ONE_NAME_SERVER ?? '';
/** Longer than any test, so that waiting for an answer shows. */
const PATIENCE = { timeout: 600_000, tries: 1 };

class OneNameServer extends dns.Resolver {
  constructor() {
    super(PATIENCE);
    this.setServers([address]);
  }
}

dns.Resolver = OneNameServer;
syncBuiltinESMExports();
