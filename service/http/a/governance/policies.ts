/** Surface A: policies, their versions, and the versions in force. */

import type { GovernDeps } from '../../../evidence/changes/index.ts';
import { faultFields, faultsOfPolicy } from '../../../governance/policies/documents/index.ts';
import {
  addVersion,
  createPolicy,
  findPolicy,
  findVersion,
  listPolicies,
  listVersions,
  type PolicyVersion,
  policyFields,
  versionFields,
} from '../../../governance/policies/index.ts';
import type { Principal } from '../../../keys/index.ts';
import { ACTIVATE_POLICY, DEACTIVATE_POLICY, ROLL_BACK_POLICY } from '../../../second-person/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import type { App, Noun, Services } from '../../services.ts';
import {
  ActivateBody,
  CreateBody,
  DeactivateBody,
  ListedPolicies,
  ListedVersions,
  policyParams,
  RollBackBody,
  ShownPolicy,
  ShownVersion,
  ValidateBody,
  Validated,
  VersionBody,
  VersionsQuery,
  versionParams,
} from './policy-schemas.ts';

const route = routesOf('a', 'Policies');

const CREATE = route('createPolicy', 'Store a policy as a draft, which has no effect until you activate it', {
  body: CreateBody,
  200: ShownVersion,
  also: [409],
});

const LIST = route('listPolicies', "List the policies of your key's environment, by name", {
  200: ListedPolicies,
});

const SHOW = route('getPolicy', 'Get a policy, and its version in force', {
  params: policyParams,
  200: ShownPolicy,
});

const VALIDATE = route('validatePolicy', 'Check rules without storing them, and see their faults', {
  body: ValidateBody,
  200: Validated,
});

const ADD_VERSION = route('addPolicyVersion', 'Store the next version of a policy as a draft', {
  params: policyParams,
  body: VersionBody,
  200: ShownVersion,
  also: [409],
});

const LIST_VERSIONS = route('listPolicyVersions', 'List the versions of a policy, newest first', {
  params: policyParams,
  querystring: VersionsQuery,
  200: ListedVersions,
});

const SHOW_VERSION = route('getPolicyVersion', 'Get a version of a policy, with its rules', {
  params: versionParams,
  200: ShownVersion,
  also: [422],
});

const ACTIVATE = route(
  'activatePolicy',
  'Put a version in force instead of the current one, on every node within a second',
  { params: policyParams, body: ActivateBody, 200: ShownPolicy, also: [409] },
);

const SWITCHES = [
  ['deactivate', 'deactivatePolicy', DEACTIVATE_POLICY, DeactivateBody, 'Take a policy out of force'],
  [
    'rollback',
    'rollBackPolicy',
    ROLL_BACK_POLICY,
    RollBackBody,
    'Put the version in force that was in force before this one',
  ],
] as const;

type Needs = GovernDeps & Pick<Services, 'secondPerson'>;

export const policiesA: Noun<Needs> = (app, services) => {
  const { db } = services;
  app.post('/policies', { config: MANAGE, schema: CREATE }, async (request) => {
    const principal = principalOf(request);
    const { name, ...written } = request.body;
    return toShown(services, principal, await createPolicy(services, ownerOf(principal), name, written));
  });

  app.get('/policies', { config: READ, schema: LIST }, async (request) => {
    const policies = await listPolicies(db, principalOf(request).chain);
    return { policies: policies.map(policyFields), total: policies.length };
  });

  app.post('/policies/validate', { config: READ, schema: VALIDATE }, async (request) => {
    const faults = await faultsOfPolicy(request.body, principalOf(request).chain);
    return { valid: faults.length === 0, faults: faults.map(faultFields) };
  });

  app.get('/policies/:name', { config: READ, schema: SHOW }, async (request) =>
    policyFields(await findPolicy(db, principalOf(request).chain, request.params.name)),
  );
  versionRoutes(app, services);
  switchRoutes(app, services);
};

const versionRoutes = (app: App, services: GovernDeps): void => {
  const { db } = services;
  app.post('/policies/:name/versions', { config: MANAGE, schema: ADD_VERSION }, async (request) => {
    const principal = principalOf(request);
    const { expected_version: expected, ...written } = request.body;
    const { name } = request.params;
    const added = await addVersion(services, ownerOf(principal), name, expected, written);
    return toShown(services, principal, added);
  });

  app.get('/policies/:name/versions', { config: READ, schema: LIST_VERSIONS }, async (request) => {
    const { chain } = principalOf(request);
    const { activeVersion, latestVersion } = await findPolicy(db, chain, request.params.name);
    const { limit = 100, before } = request.query;
    const versions = await listVersions(db, chain, request.params.name, { limit, before });
    return {
      versions: versions.map(versionFields),
      active_version: activeVersion,
      latest_version: latestVersion,
    };
  });

  app.get('/policies/:name/versions/:version', { config: READ, schema: SHOW_VERSION }, async (request) => {
    const principal = principalOf(request);
    const { name, version } = request.params;
    return toShown(services, principal, await findVersion(db, principal.chain, name, version));
  });
};

const switchRoutes = (app: App, services: Needs): void => {
  app.post('/policies/:name/activate', { config: MANAGE, schema: ACTIVATE }, async (request) => {
    const { version, expected_version: expected } = request.body;
    const { name } = request.params;
    const wanted = { name, version, expected };
    return policyFields(await services.secondPerson.make(ACTIVATE_POLICY, principalOf(request), wanted));
  });

  for (const [verb, operationId, act, body, summary] of SWITCHES) {
    const schema = { ...ACTIVATE, operationId, summary, body };
    app.post(`/policies/:name/${verb}`, { config: MANAGE, schema }, async (request) => {
      const { name } = request.params as { name: string };
      const wanted = { name, expected: request.body.expected_version };
      return policyFields(await services.secondPerson.make(act, principalOf(request), wanted));
    });
  }
};

function ownerOf(actor: Principal) {
  return { chain: actor.chain, actor };
}

async function toShown({ db }: GovernDeps, { chain }: Principal, version: PolicyVersion) {
  const { activeVersion, latestVersion } = await findPolicy(db, chain, version.name);
  const { description: _, ...defined } = version.document;
  return {
    ...versionFields(version),
    ...defined,
    active_version: activeVersion,
    latest_version: latestVersion,
  };
}
