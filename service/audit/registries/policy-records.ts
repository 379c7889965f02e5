/** The evidence of a chain's policies: who wrote which version, and what was in force after each change. */
import type { JsonObject } from '@assize/evidence-format';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { type Member, SWITCHED } from '../../governance/policies/compiled/index.ts';
import type { CheckContext, Tally } from '../registry.ts';

const WRITTEN: readonly unknown[] = ['policy.create', 'policy.version'];

export type RecordedVersion = LeafAndPayload & { change: JsonObject };

/** A change of the versions in force; `change` is null if its payload is gone. */
export type RecordedSwitch = LeafAndPayload & { change: JsonObject | null };

export interface PolicyRecords {
  /** By {@link nameOf} of the version. */
  written: Map<string, RecordedVersion>;
  /** Records of which only the time is left. */
  writtenUnnamed: LeafAndPayload[];
  /** In the order of the chain. */
  switched: RecordedSwitch[];
}

export async function readPolicyRecords(tally: Tally, { db, chain }: CheckContext): Promise<PolicyRecords> {
  const records: PolicyRecords = { written: new Map(), writtenUnnamed: [], switched: [] };
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const leaf of page) {
      if (WRITTEN.includes(leaf.action)) take(tally, records, leaf, false);
      else if (SWITCHED.includes(leaf.action ?? '')) take(tally, records, leaf, true);
    }
  }
  return records;
}

function take(tally: Tally, records: PolicyRecords, leaf: LeafAndPayload, isSwitch: boolean): void {
  if (leaf.payload === null) {
    if (isSwitch) records.switched.push({ ...leaf, change: null });
    else records.writtenUnnamed.push(leaf);
    return;
  }
  const change = changeIn(leaf.payload);
  if (change === null) tally.compared('This record of a policy names none.', leaf.position, leaf.id);
  else if (isSwitch) records.switched.push({ ...leaf, payload: null, change });
  else records.written.set(nameOf(change), { ...leaf, payload: null, change });
}

/** How a gap names a version. */
export function nameOf({ name, version }: Partial<Record<keyof Member, unknown>>): string {
  return `Version ${version} of policy ${name}`;
}
