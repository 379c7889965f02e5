/** Checks what an owner states about a SAML provider, and tells the provider about this service. */
import { X509Certificate } from 'node:crypto';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { AUTH_PATH } from '../identity/identity.ts';
import { pagesAt } from '../identity/links.ts';

/** The provider that signs people of the tenant in. */
export interface SamlProvider {
  /** Its entity id. */
  issuer: string;
  /** Where it signs people in. */
  entry_point: string;
  /** PEM, one or several: its answers are signed with one of their keys. */
  certificates: string;
  /** The domains of the addresses that it may vouch for; at least one. */
  domains: readonly string[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_CERTIFICATES = 10;
const MIN_RSA_BITS = 2048;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The addresses of this service for the provider of a tenant. */
export function serviceProviderOf(baseUrl: string, tenantId: string) {
  const entityId = `${pagesAt(baseUrl)}${AUTH_PATH}/saml/${tenantId}`;
  return { entity_id: entityId, acs_url: `${entityId}/acs`, sign_in_url: `${entityId}/start` };
}

/** @returns the certificates one by one; empty where there is anything else. */
export function certificatesIn(pem: string): string[] {
  return pem.replace(CERTIFICATE, '').trim() === '' ? [...(pem.match(CERTIFICATE) ?? [])] : [];
}

/** @throws {Failure} `invalid` */
export function requireSoundProvider({ entry_point, certificates, domains }: SamlProvider): void {
  const faults = [entryPointFault(entry_point), certificatesFault(certificates), domainsFault(domains)];
  const found = faults.flatMap((each): Fault[] => (each === null ? [] : [each]));
  if (found.length > 0) throw Failure.invalid(found);
}

function faultAt(field: string, message: string): Fault {
  return { field: ['saml', field], message, type: 'value_error' };
}

/** The browser of the person goes there; this service never does. */
function entryPointFault(entryPoint: string): Fault | null {
  const url = URL.parse(entryPoint);
  const isSecure = url?.protocol === 'https:' || url?.hostname === 'localhost';
  const hasUser = url !== null && (url.username !== '' || url.password !== '');
  if (url !== null && isSecure && !hasUser && /^https?:$/.test(url.protocol)) return null;
  return faultAt('entry_point', 'Value should be an https address without a user');
}

function certificatesFault(pem: string): Fault | null {
  const found = certificatesIn(pem);
  const wanted = `Value should be 1 to ${MAX_CERTIFICATES} PEM certificates with RSA keys of at least ${MIN_RSA_BITS} bits`;
  if (found.length === 0 || found.length > MAX_CERTIFICATES) return faultAt('certificates', wanted);
  return found.every(isStrong) ? null : faultAt('certificates', wanted);
}

function isStrong(pem: string): boolean {
  try {
    const { publicKey } = new X509Certificate(pem);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
    return type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  } catch {
    return false;
  }
}

function domainsFault(domains: readonly string[]): Fault | null {
  const isWrong = domains.some((domain) => !DOMAIN.test(domain));
  return isWrong
    ? faultAt('domains', 'Each value should be a domain in lower case, such as acme.example')
    : null;
}
