/** A check of truth verification that never comes to its end, for a thread that is to be stopped in the middle of one. */
import type { RegistryReport } from '@assize/service/audit/registry.ts';

export function check(): Promise<RegistryReport> {
  return new Promise(() => undefined);
}
