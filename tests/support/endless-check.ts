/** A check of truth verification that never ends, for tests that stop its thread in the middle. */
import type { RegistryReport } from '@assize/service/audit/registry.ts';

export function check(): Promise<RegistryReport> {
  return new Promise(() => undefined);
}
