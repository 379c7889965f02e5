/** Surface A: the settings of the caller's tenant and environment. */

import type { GovernDeps } from '../../../evidence/changes/index.ts';
import {
  currentFields,
  currentSettings,
  differencesOf,
  entryFields,
  findVersion,
  listVersions,
  newestVersion,
  versionFields,
} from '../../../governance/settings/index.ts';
import { faultsOfOrder, standardDocument } from '../../../governance/settings/terms/index.ts';
import { ACTIVATE_SETTINGS, SET_SETTINGS } from '../../../second-person/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import type { Noun, Services } from '../../services.ts';
import { located } from '../../validation/faults.ts';
import { fieldsByTheme } from './settings-fields.ts';
import {
  ActivateBody,
  CurrentSettings,
  Differences,
  DiffQuery,
  ListedFields,
  ListedVersions,
  ListQuery,
  SetBody,
  ShownVersion,
  versionParams,
} from './settings-schemas.ts';

const route = routesOf('a', 'Settings');

const SHOW = route('getSettings', 'Get the settings in force', { 200: CurrentSettings });

const SET = route(
  'setSettings',
  'Put a whole document in force as a new version; this is recorded as evidence',
  { body: SetBody, 200: CurrentSettings, also: [409] },
);

const FIELDS = route('listSettingsFields', 'List what can be set, with the meaning and the range of each', {
  200: ListedFields,
});

const LIST = route('listSettingsVersions', 'List the versions, newest first', {
  querystring: ListQuery,
  200: ListedVersions,
});

const VERSION = route(
  'getSettingsVersion',
  'Get a version; 0 is the standard settings of this installation',
  { params: versionParams, 200: ShownVersion, also: [422] },
);

const DIFF = route('diffSettings', 'Compare two versions', {
  querystring: DiffQuery,
  200: Differences,
  also: [404],
});

const ACTIVATE = route('activateSettings', 'Go back to a stored version; this is recorded as evidence', {
  body: ActivateBody,
  200: CurrentSettings,
  also: [404, 409],
});

export const settingsA: Noun<GovernDeps & Pick<Services, 'approvalSettings' | 'secondPerson'>> = (
  app,
  services,
) => {
  app.get('/settings', { config: READ, schema: SHOW }, async (request) => {
    return currentFields(await currentSettings(services, principalOf(request).chain));
  });

  app.put('/settings', { config: MANAGE, schema: SET, preValidation: judgeOrder }, async (request) => {
    const { settings, expected_version: expected } = request.body;
    const wanted = { settings, expected };
    return currentFields(await services.secondPerson.make(SET_SETTINGS, principalOf(request), wanted));
  });

  app.get('/settings/fields', { config: READ, schema: FIELDS }, async () => ({
    themes: fieldsByTheme(standardDocument(services.approvalSettings)),
  }));

  app.get('/settings/versions', { config: READ, schema: LIST }, async (request) => {
    const { chain } = principalOf(request);
    const { version } = await currentSettings(services, chain);
    const { limit = 100, before } = request.query;
    const versions = await listVersions(services.db, chain, { limit, before });
    return {
      versions: versions.map((each) => entryFields(each, version)),
      total: await newestVersion(services.db, chain),
    };
  });

  app.get('/settings/versions/:version', { config: READ, schema: VERSION }, async (request) => {
    const { chain } = principalOf(request);
    const found = await findVersion(services, chain, request.params.version);
    return versionFields(found, (await currentSettings(services, chain)).version);
  });

  app.get('/settings/diff', { config: READ, schema: DIFF }, async (request) => {
    const { chain } = principalOf(request);
    const { from: first, to: second } = request.query;
    const from = await findVersion(services, chain, first);
    const to =
      second === undefined
        ? await currentSettings(services, chain)
        : await findVersion(services, chain, second);
    const differences = differencesOf(from.document, to.document);
    return { from: from.version, to: to.version, differences };
  });

  app.post('/settings/activate', { config: MANAGE, schema: ACTIVATE }, async (request) => {
    const { version, expected_version: expected } = request.body;
    const wanted = { version, expected };
    return currentFields(await services.secondPerson.make(ACTIVATE_SETTINGS, principalOf(request), wanted));
  });
};

const judgeOrder = withFaultsOf(({ settings }) =>
  faultsOfOrder(settings, ['settings']).map((fault) => located('body', fault)),
);
