/** Surface A: what the tenant's directory may do: the names of its groups, and its SAML provider. */
import { isoOrNull } from '../../../foundation/clock.ts';
import { MANAGES_MEMBERS, ROLES } from '../../../keys/index.ts';
import { type Directory, directoryOf } from '../../../members/directory/index.ts';
import { serviceProviderOf } from '../../../members/sign-in/index.ts';
import { SET_DIRECTORY } from '../../../second-person/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { closed, describedRecord, named, namedBody, object, record } from '../../schemas/objects.ts';
import { scimAddress } from '../../scim/address.ts';
import type { Noun, Services } from '../../services.ts';

const MAX_CERTIFICATES_CHARACTERS = 65_536;
const MAX_DOMAINS = 50;

const GroupNames = named(
  'GroupNames',
  closed(
    Object.fromEntries(
      ROLES.map((role) => [role, is.optional(is.label(`The directory's group of the role ${role}`))]),
    ),
  ),
);

const providerFields = {
  issuer: is.label("The provider's entity id", 1024),
  entry_point: is.label('The https address where it signs people in', 2048),
  certificates: is.text('PEM; one of them belongs to the key that signs its answers', {
    minLength: 1,
    maxLength: MAX_CERTIFICATES_CHARACTERS,
    pattern: is.NO_NUL,
  }),
  domains: is.list(is.label('Lower case', 253), 'The domains of the addresses that it may vouch for', {
    minItems: 1,
    maxItems: MAX_DOMAINS,
  }),
};

const DirectoryRecord = describedRecord('Directory', 'What the directory may do', {
  group_names: GroupNames,
  saml: is.orNull(record('SamlProvider', providerFields), 'null: no one signs in by SAML'),
  revision: is.integer('0 before the first change'),
  set_at: is.orNull(is.time()),
  scim_url: is.text('The address that the directory provisions members at'),
  service_provider: record('SamlServiceProvider', {
    entity_id: is.text('Also the audience of the answers, and the address of the metadata'),
    acs_url: is.text('Where the provider sends its answers'),
    sign_in_url: is.text('Where people begin to sign in'),
  }),
});

const WantedDirectory = namedBody(
  'DirectoryRequest',
  [{ group_names: { admin: 'Assize admins' }, saml: null }],
  {
    group_names: GroupNames,
    saml: is.orNull(named('SamlProviderRequest', object(providerFields, { additionalProperties: false }))),
    expected_revision: is.optional(
      is.integer('The revision you expect; you get 409 if it is another one', { minimum: 0 }),
    ),
  },
);

const MANAGE = { scope: MANAGES_MEMBERS, environment: 'production' } as const;
const route = routesOf('a', 'Members');
const SHOW = route('getDirectory', 'Get what the directory may do', { 200: DirectoryRecord });
const SET = route('setDirectory', 'Set the names of its groups, and its SAML provider', {
  body: WantedDirectory,
  200: DirectoryRecord,
  also: [409],
});

export const directoryA: Noun<Pick<Services, 'db' | 'config' | 'secondPerson'>> = (app, services) => {
  const toApi = ({ groupNames, saml, revision, setAt }: Directory, tenantId: string) => ({
    group_names: groupNames,
    saml: saml === null ? null : { ...saml, domains: [...saml.domains] },
    revision,
    set_at: isoOrNull(setAt),
    scim_url: scimAddress(services.config.baseUrl),
    service_provider: serviceProviderOf(services.config.baseUrl, tenantId),
  });

  app.get('/directory', { config: MANAGE, schema: SHOW }, async (request) => {
    const { tenantId } = principalOf(request);
    return toApi(await directoryOf(services.db, tenantId), tenantId);
  });

  app.put('/directory', { config: MANAGE, schema: SET }, async (request) => {
    const principal = principalOf(request);
    const { group_names: groupNames, saml, expected_revision: expectedRevision } = request.body;
    const set = await services.secondPerson.make(SET_DIRECTORY, principal, {
      groupNames,
      saml,
      ...(expectedRevision !== undefined && { expectedRevision }),
    });
    return toApi(set, principal.tenantId);
  });
};
