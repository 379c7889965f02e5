/** Which settings hold for a chain: the tenant's own version, or, where it has set none, the standard ones. */
import type { Database } from '../database/open.ts';
import type { ApprovalSettings } from './approval-settings.ts';
import { DEFAULT_SETTINGS, type SettingsVersion, versionOf } from './law-settings.ts';

export interface SettingsInForce {
  /** What the laws judge by. */
  laws: SettingsVersion;
  /** null where the tenant has set none: the installation's hold. */
  approvals: ApprovalSettings | null;
  /** 0 while the tenant has set nothing. */
  version: number;
}

const STANDARD: SettingsInForce = { laws: versionOf(DEFAULT_SETTINGS), approvals: null, version: 0 };

export async function settingsInForce(_db: Database, _chain: number): Promise<SettingsInForce> {
  return STANDARD;
}
