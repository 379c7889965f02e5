/** Replaces the thread of truth verification: a check asked with `endless` never ends, any other ends at once. */
import { type CheckQuestion, type RegistryReport, Tally } from '@assize/service/audit/registry.ts';
import { serveThread } from '@assize/service/foundation/thread.ts';

await serveThread(() => ({
  answer({ extra }: CheckQuestion): RegistryReport | Promise<RegistryReport> {
    return extra === 'endless' ? new Promise(() => undefined) : new Tally().report();
  },
}));
