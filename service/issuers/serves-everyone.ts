/** Faults of an issuer as it is written down: its addresses, and issuers that give tokens to everyone. */
import type { Fault } from '../foundation/failure.ts';
import { faultsOfUrl } from '../webhooks/endpoints/index.ts';
import type { WantedIssuer } from './issuer.ts';

/** Without a condition, each of these would let in every repository or account of the world. */
const SERVE_EVERYONE: readonly RegExp[] = [
  /^https:\/\/token\.actions\.githubusercontent\.com$/,
  /^https:\/\/gitlab\.com$/,
  /^https:\/\/accounts\.google\.com$/,
  /^https:\/\/agent\.buildkite\.com$/,
  /^https:\/\/oidc\.circleci\.com\//,
  /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)\//,
  /^https:\/\/app\.terraform\.io$/,
  /^https:\/\/api\.bitbucket\.org\//,
];

type Config = Parameters<typeof faultsOfUrl>[0];

export async function faultsOfIssuer(
  deps: Config,
  { issuer, jwksUri, mapping }: Pick<WantedIssuer, 'issuer' | 'jwksUri' | 'mapping'>,
): Promise<Fault[]> {
  const faults = faultsOf(deps, issuer, 'issuer');
  if (issuer.includes('?')) {
    faults.push({ field: ['issuer'], message: 'The URL must not have a query', type: 'value_error' });
  }
  if (jwksUri !== null) faults.push(...faultsOf(deps, jwksUri, 'jwks_uri'));
  const { acceptsWithoutClaims } = await import('./mapping.ts');
  if (SERVE_EVERYONE.some((one) => one.test(issuer)) && acceptsWithoutClaims(mapping)) {
    const message = 'This issuer gives tokens to everyone: say in accept which of its claims must hold';
    faults.push({ field: ['mapping', 'accept'], message, type: 'value_error' });
  }
  return faults;
}

function faultsOf(deps: Config, url: string, field: string): Fault[] {
  return faultsOfUrl(deps, 'production', url).map((fault) => ({ ...fault, field: [field] }));
}
