/** Surface A: the settings of the caller's tenant and environment. */

import type { preValidationHookHandler } from 'fastify';
import type { GovernDeps } from '../../../evidence/changes/index.ts';
import {
  activateVersion,
  currentFields,
  currentSettings,
  differencesOf,
  entryFields,
  findVersion,
  listVersions,
  newestVersion,
  setSettings,
  versionFields,
} from '../../../governance/settings/index.ts';
import { faultsOfOrder } from '../../../governance/settings/terms/index.ts';
import { refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Noun, Services } from '../../services.ts';
import { located } from '../../validation/faults.ts';
import {
  ActivateBody,
  CurrentSettings,
  Differences,
  DiffQuery,
  ListedVersions,
  ListQuery,
  SetBody,
  ShownVersion,
  versionParams,
} from './settings-schemas.ts';

const READ = { scope: 'evidence:read', payloads: 'none' } as const;
const GOVERN = { scope: 'keys:manage' } as const;
const TAGS = ['Settings'];

const SHOW = {
  operationId: 'getSettings',
  summary: 'Get the settings in force',
  tags: TAGS,
  response: { 200: CurrentSettings, ...refusals('a') },
};

const SET = {
  operationId: 'setSettings',
  summary: 'Put a whole document in force as a new version; this is recorded as evidence',
  tags: TAGS,
  body: SetBody,
  response: { 200: CurrentSettings, ...refusals('a', 409, 422) },
};

const LIST = {
  operationId: 'listSettingsVersions',
  summary: 'List the versions, newest first',
  tags: TAGS,
  querystring: ListQuery,
  response: { 200: ListedVersions, ...refusals('a', 422) },
};

const VERSION = {
  operationId: 'getSettingsVersion',
  summary: 'Get a version; 0 is the standard settings of this installation',
  tags: TAGS,
  params: versionParams,
  response: { 200: ShownVersion, ...refusals('a', 404, 422) },
};

const DIFF = {
  operationId: 'diffSettings',
  summary: 'Compare two versions',
  tags: TAGS,
  querystring: DiffQuery,
  response: { 200: Differences, ...refusals('a', 404, 422) },
};

const ACTIVATE = {
  operationId: 'activateSettings',
  summary: 'Go back to a stored version; this is recorded as evidence',
  tags: TAGS,
  body: ActivateBody,
  response: { 200: CurrentSettings, ...refusals('a', 404, 409, 422) },
};

export const settingsA: Noun<GovernDeps & Pick<Services, 'approvalSettings'>> = (app, { services }, done) => {
  app.get('/settings', { config: READ, schema: SHOW }, async (request) => {
    return currentFields(await currentSettings(services, principalOf(request).chain));
  });

  app.put('/settings', { config: GOVERN, schema: SET, preValidation: judgeOrder }, async (request) => {
    const actor = principalOf(request);
    const { chain } = actor;
    const { settings, expected_version: expected } = request.body;
    return currentFields(await setSettings(services, { chain, actor, expected }, settings));
  });

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

  app.post('/settings/activate', { config: GOVERN, schema: ACTIVATE }, async (request) => {
    const actor = principalOf(request);
    const { chain } = actor;
    const { version, expected_version: expected } = request.body;
    return currentFields(await activateVersion(services, { chain, actor, expected }, version));
  });
  done();
};

/** Runs before the schema's check, so that the caller gets all faults at once. */
const judgeOrder: preValidationHookHandler = (request, _reply, done) => {
  const { settings } = (request.body ?? {}) as { settings?: unknown };
  const faults = faultsOfOrder(settings, ['settings']).map((fault) => located('body', fault));
  if (faults.length > 0) request.bodyFaults = [...(request.bodyFaults ?? []), ...faults];
  done();
};
