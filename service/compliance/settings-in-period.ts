/** The settings that held in a period, by the evidence of their activation. */
import type { Database } from '../database/open.ts';
import type { Period } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import {
  type ApprovalSettings,
  findVersion,
  type SettingsDocument,
  STANDARD_HELD,
  settingsHistory,
} from '../governance/settings/index.ts';
import { type Span, spansOf } from './spans.ts';

interface SettingsDeps {
  db: Database;
  /** For tenants with no settings of their own. */
  approvalSettings: ApprovalSettings;
}

export async function settingsIn(
  deps: SettingsDeps,
  chain: number,
  period: Period,
): Promise<Span<HeldDocument>[]> {
  const spans = await spansOf(settingsHistory(deps.db, chain), STANDARD_HELD, period);
  const documents = new Map<number, SettingsDocument | undefined>();
  for (const { value } of spans) {
    if (value === undefined || documents.has(value.version)) continue;
    documents.set(value.version, await documentOf(deps, chain, value.version));
  }
  return spans.map(({ value, ...span }) => {
    const document = value && documents.get(value.version);
    return { ...span, value: value && document && { version: value.version, document } };
  });
}

/** undefined where its row was deleted without the service. */
async function documentOf(
  deps: SettingsDeps,
  chain: number,
  version: number,
): Promise<SettingsDocument | undefined> {
  try {
    return (await findVersion(deps, chain, version)).document;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  }
}

export interface HeldDocument {
  /** 0 for the standard settings. */
  version: number;
  document: SettingsDocument;
}
