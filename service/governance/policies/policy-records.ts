/** What the evidence says of a chain's policies: who wrote which version, and what was in force after each change. */
import type { JsonObject } from '@assize/evidence-format';
import {
  type CheckContext,
  type LeafAndPayload,
  leavesOfType,
  readPayload,
  type Tally,
} from '../../audit/index.ts';
import type { Member } from './set.ts';

const WRITTEN: readonly unknown[] = ['policy.create', 'policy.version'];
export const SWITCHED: readonly string[] = ['policy.activate', 'policy.deactivate', 'policy.roll_back'];

export type Told = LeafAndPayload & { change: JsonObject };

/** A change of what is in force; `change` is null where its payload is gone. */
export type ToldSwitch = LeafAndPayload & { change: JsonObject | null };

export interface PolicyRecords {
  /** By {@link nameOf} what was written. */
  written: Map<string, Told>;
  /** Of which nothing but the time is left. */
  writtenUnnamed: LeafAndPayload[];
  /** In the order of the chain. */
  switched: ToldSwitch[];
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
  const change = readPayload(leaf.payload)?.change;
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    tally.checked();
    tally.gap('This record of a policy names none.', leaf.position, leaf.id);
  } else if (isSwitch) records.switched.push({ ...leaf, payload: null, change });
  else records.written.set(nameOf(change), { ...leaf, payload: null, change });
}

/** How a gap names a version. */
export function nameOf({ name, version }: Partial<Record<keyof Member, unknown>>): string {
  return `Version ${version} of policy ${name}`;
}

/** The set of which a change says that it is in force after it: null where none is, or the record is not of that form. */
export function setTold(change: JsonObject): { version: string; members: Member[] } | null {
  const told = change.policies;
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return null;
  const { version, members } = told;
  if (typeof version !== 'string' || !Array.isArray(members)) return null;
  return members.every(isMember) ? { version, members } : null;
}

function isMember(value: unknown): value is Member & JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version } = value as Partial<Member>;
  return typeof name === 'string' && typeof version === 'number';
}
