/** A check of truth verification that ends at once. */
import { type RegistryReport, Tally } from '@assize/service/audit/registry.ts';

export async function check(): Promise<RegistryReport> {
  return new Tally().report();
}
