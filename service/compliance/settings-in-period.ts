/** The settings that held in a period, by the evidence of their activation. */
import type { Database } from '../database/open.ts';
import type { Period } from '../evidence/search/index.ts';
import { keptVersion, STANDARD_HELD, settingsHistory } from '../governance/settings/index.ts';
import type { ApprovalSettings, SettingsDocument } from '../governance/settings/terms/index.ts';
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
    documents.set(value.version, (await keptVersion(deps, chain, value.version))?.document);
  }
  return spans.map(({ value, ...span }) => {
    const document = value && documents.get(value.version);
    return { ...span, value: value && document && { version: value.version, document } };
  });
}

export interface HeldDocument {
  /** 0 for the standard settings. */
  version: number;
  document: SettingsDocument;
}
