/** `assize issuers add|list|show|change|disable|enable|remove|revoke|revocations|test`: the issuers of tokens to trust. */
import { text } from 'node:stream/consumers';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  addIssuer,
  changeIssuer,
  type IssuerChange,
  issuerFields,
  listIssuers,
  listRevocations,
  PLATFORMS,
  removeIssuer,
  revokeTokens,
  type TrustedIssuer,
  type WantedRevocation,
} from '../../issuers/index.ts';
import { findTenant } from '../../tenants/index.ts';
import type { Service } from '../../wiring.ts';
import type { Run, ServiceCommand, TenantOptions, View } from '../command.ts';
import { readNamed } from '../documents.ts';
import { listOf, listOfScopes } from '../options.ts';
import { EXIT, table } from '../terminal.ts';
import {
  type AddOptions,
  changeStated,
  type DescribingOptions,
  issuerStated,
  LEAST_SCOPES,
  namedValue,
  withPlaces,
} from './stated-issuer.ts';

interface RevokeOptions extends TenantOptions {
  jti?: string;
  subject?: string;
  all?: true;
}

const ISSUER = ['<issuer>', 'its id, or its name'] as const;

export function issuerCommands(program: ServiceCommand): void {
  const issuers = program
    .command('issuers')
    .description('trust the tokens that your platform issues, and revoke them');
  const command = (name: string) => issuers.command(name).onTenant('whose issuers').json();
  describingCommands(command);

  command('list').description('list the issuers that are trusted, newest first').run(list, LISTED);

  command('show')
    .argument(...ISSUER)
    .description('show an issuer and its mapping')
    .run((run: Run<TenantOptions>, named: string) => withIssuer(run, named, (_, issuer) => issuer), SHOWN);

  for (const [name, status, description] of [
    ['disable', 'disabled', 'accept no token of an issuer until it is enabled'],
    ['enable', 'active', 'accept the tokens of a disabled issuer again'],
  ] as const) {
    command(name)
      .argument(...ISSUER)
      .description(description)
      .run((run: Run<TenantOptions>, named: string) => change(run, named, { status }), SHOWN);
  }

  command('remove')
    .argument(...ISSUER)
    .description('stop trusting an issuer')
    .run(remove, { lines: ({ name }) => `${name} is removed: none of its tokens is accepted.` });

  command('revoke')
    .argument(...ISSUER)
    .description('revoke one token, all of a subject, or all that were issued until now')
    .option('--jti <id>', 'the token with this claim jti')
    .option('--subject <sub>', 'all tokens with this claim sub')
    .option('--all', 'all tokens that were issued until now')
    .run(revoke, { lines: ({ name }) => `Each node refuses these tokens of ${name} within a second.` });

  command('revocations')
    .argument(...ISSUER)
    .description('list the revoked tokens and subjects of an issuer, newest first')
    .run(revocations, REVOCATIONS);

  command('test')
    .argument(...ISSUER)
    .description('say what a token would be, or why it is refused; nothing is recorded')
    .requiredOption('--token-file <file>', 'the file with the token; - for standard input')
    .run(test, TESTED);
}

function describingCommands(command: (name: string) => ServiceCommand): void {
  const describing = (name: string) =>
    command(name)
      .option('--mapping <file>', 'JSON or YAML: what the claims mean; - for standard input')
      .option('--algorithms <list>', 'comma-separated signatures that count (at first: RS256,ES256)', listOf)
      .option('--jwks-uri <url>', "the address of its keys, or none: as the issuer's metadata says");

  describing('add')
    .description('trust the tokens of an issuer')
    .requiredOption('--name <name>', 'the name that people see')
    .requiredOption('--audience <audience>', 'the audience of the tokens; choose one that only you use')
    .option('--issuer <url>', 'the URL of the issuer, as in the claim iss')
    .choice('--for <platform>', 'in place of --mapping: a ready mapping for this platform', PLATFORMS)
    .option('--set <name=value...>', 'what the ready mapping asks for, such as org=acme', namedValue)
    .option(
      '--scopes <scopes>',
      `with --for: comma-separated (default: ${LEAST_SCOPES.join()})`,
      listOfScopes,
    )
    .run(add, SHOWN);

  describing('change')
    .argument(...ISSUER)
    .option('--name <name>', 'the name that people see')
    .description('change the name, mapping, algorithms or keys of an issuer; its URL and audience stay')
    .run(
      async (run: Run<DescribingOptions>, named: string) => change(run, named, await changeStated(run)),
      SHOWN,
    );
}

async function add(run: Run<AddOptions>) {
  const wanted = await issuerStated(run);
  return run.withService(async (service) => {
    const { tenantId } = await findTenant(service.db, run.options.tenant);
    return withPlaces(() => addIssuer(service, tenantId, OPERATOR, wanted));
  });
}

function list({ options, withService }: Run<TenantOptions>): Promise<TrustedIssuer[]> {
  return withService(async ({ db }) => listIssuers(db, (await findTenant(db, options.tenant)).tenantId));
}

/** @throws where there is none of this id or name, or several of this name. */
function withIssuer<Result, Options extends TenantOptions>(
  { options, withService }: Run<Options>,
  named: string,
  work: (service: Service, issuer: TrustedIssuer) => Result | Promise<Result>,
): Promise<Result> {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    const all = await listIssuers(service.db, tenantId);
    const byId = all.filter(({ issuerId }) => issuerId === named);
    const [found, another] = byId.length > 0 ? byId : all.filter(({ name }) => name === named);
    if (found === undefined) throw new Error('There is no such issuer.');
    if (another !== undefined) throw new Error('Several issuers have this name: give the id of one.');
    return work(service, found);
  });
}

function change<Options extends TenantOptions>(run: Run<Options>, named: string, wanted: IssuerChange) {
  return withIssuer(run, named, (service, { tenantId, issuerId }) =>
    withPlaces(() => changeIssuer(service, tenantId, OPERATOR, issuerId, wanted)),
  );
}

function remove(run: Run<TenantOptions>, named: string) {
  return withIssuer(run, named, async (service, { tenantId, issuerId, name }) => {
    await removeIssuer(service, tenantId, OPERATOR, issuerId);
    return { issuer_id: issuerId, name, removed: true };
  });
}

function revoke(run: Run<RevokeOptions>, named: string) {
  const { jti, subject, all } = run.options;
  const stated = { jti, subject, all };
  const [wanted, more] = Object.entries(stated).filter(([, value]) => value !== undefined);
  if (wanted === undefined || more !== undefined) run.refuse('give one of --jti, --subject and --all');
  const revocation = Object.fromEntries([wanted]) as WantedRevocation;
  return withIssuer(run, named, async (service, { tenantId, issuerId, name }) => {
    const { revokedBefore } = await revokeTokens(service, tenantId, OPERATOR, issuerId, revocation);
    const before = revokedBefore === null ? null : new Date(revokedBefore).toISOString();
    return { issuer_id: issuerId, name, ...revocation, revoked_before: before };
  });
}

function revocations(run: Run<TenantOptions>, named: string) {
  return withIssuer(run, named, ({ db }, issuer) => listRevocations(db, issuer));
}

async function test(run: Run<TenantOptions & { tokenFile: string }>, named: string) {
  const { tokenFile: file } = run.options;
  const token = (file === '-' ? await text(process.stdin) : String(await readNamed(file))).trim();
  return withIssuer(run, named, ({ tokens }, issuer) => tokens.try(issuer, token));
}

const LISTED: View<TrustedIssuer[], unknown> = {
  json: (all) => all.map(issuerFields),
  lines: (all) =>
    table(all, {
      id: 'issuerId',
      name: 'name',
      issuer: 'issuer',
      audience: 'audience',
      status: 'status',
    }),
};

const SHOWN: View<TrustedIssuer, unknown> = {
  json: issuerFields,
  lines: ({ issuerId, name, issuer, audience, algorithms, jwksUri, mapping, status, revokedBefore }) => [
    `${issuerId}  ${name}  ${status}`,
    `issuer ${issuer}  audience ${audience}`,
    `signed by ${algorithms.join(', ')}, with keys from ${jwksUri ?? "the issuer's metadata"}`,
    ...(revokedBefore === null ? [] : [`tokens revoked until ${new Date(revokedBefore).toISOString()}`]),
    ...Object.entries(mapping).map(([part, source]) => `${part}: ${source}`),
  ],
};

const REVOCATIONS: View<Awaited<ReturnType<typeof revocations>>, unknown> = {
  columns: { kind: 'kind', value: 'value', revoked: 'revoked_at', by: 'revoked_by' },
};

const TESTED: View<Awaited<ReturnType<typeof test>>, unknown> = {
  lines: ({ refused, caller }) => {
    if (caller === null) return refused ?? '';
    const { environment, agent_id, user_id, scopes, subject, actors, expires_at, needs_dpop } = caller;
    return [
      `It is accepted in ${environment}, until ${expires_at}.`,
      `agent ${agent_id ?? '-'}  for ${user_id ?? '-'}`,
      `subject ${subject}  actors ${actors.join(', ') || '-'}`,
      `scopes ${scopes.join(', ') || '-'}`,
      ...(needs_dpop ? ['It needs a DPoP proof with each request.'] : []),
    ];
  },
  exitCode: ({ accepted }) => (accepted ? 0 : EXIT.failed),
};
