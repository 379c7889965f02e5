/** Settings: a document put in force, and an earlier version put in force again. */
import type { JsonValue } from '@assize/evidence-format';
import {
  activateVersion,
  type CurrentSettings,
  currentSettings,
  findVersion,
  setSettings,
} from '../../governance/settings/index.ts';
import type { SettingsDocument } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import { type ActDeps, act, type Difference } from '../act.ts';

const changeBy = (maker: Principal, expected: number) => ({ chain: maker.chain, actor: maker, expected });

export const SET_SETTINGS = act<{ settings: SettingsDocument; expected: number }, CurrentSettings>({
  action: 'governance.settings.set',
  area: 'settings',
  make: (deps, maker, { settings, expected }) => setSettings(deps, changeBy(maker, expected), settings),
  difference: (deps, maker, { settings }) => differenceTo(deps, maker, settings),
});

export const ACTIVATE_SETTINGS = act<{ version: number; expected: number }, CurrentSettings>({
  action: 'governance.settings.activate',
  area: 'settings',
  make: (deps, maker, { version, expected }) => activateVersion(deps, changeBy(maker, expected), version),
  difference: async (deps, maker, { version }) => {
    const { document } = await findVersion(deps, maker.chain, version);
    return differenceTo(deps, maker, document);
  },
});

async function differenceTo(
  deps: ActDeps,
  { chain }: Principal,
  document: SettingsDocument,
): Promise<Difference> {
  const current = await currentSettings(deps, chain);
  return { before: asJson(current.document), after: asJson(document) };
}

const asJson = (document: SettingsDocument) => document as unknown as JsonValue;
