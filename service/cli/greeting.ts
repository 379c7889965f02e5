/**
 * Prints where the service listens, the first keys (only once), and the limits of the first tenant. No key is created
 * that could not be shown.
 */
import { shownJson } from '@assize/evidence-format';
import type { FirstKey, FirstKeys } from '../first-run.ts';
import { linkWith } from '../members/identity/index.ts';
import { inviteMember } from '../members/joining/index.ts';
import { findTenant, type Tenant } from '../tenants/index.ts';
import { ALLOWANCES, PLAN_LIMITS } from '../usage/terms/index.ts';
import type { Service } from '../wiring.ts';
import { printWithin } from './terminal.ts';

const PRINT_TIMEOUT_MS = 5000;

export interface GreetingOptions {
  baseUrl: string;
  json: boolean;
}

interface Started {
  baseUrl: string;
  /** null where keys existed before. */
  first: { tenant: Tenant; keys: readonly FirstKey[]; ownerLink: string | null } | null;
}

/**
 * Creates the keys that the operator did not choose, unless they could not be shown.
 * @returns all that were created.
 * @throws where keys must be shown and standard output can't be written.
 */
export async function createFirstKeys({ areShown, make }: FirstKeys, json: boolean): Promise<FirstKey[]> {
  if (areShown) {
    const failure = await printWithin([json ? '' : 'The first start creates your keys.'], PRINT_TIMEOUT_MS);
    if (failure !== null) {
      const reason = `Standard output can't be written (${failure.message}): start again with one that can.`;
      throw new Error(`No keys were created, since they could not be shown. ${reason}`);
    }
  }
  return make();
}

/** If it can't be printed, the service goes on. @param keys those that were created now. */
export async function printGreeting(
  service: Service,
  keys: readonly FirstKey[],
  { baseUrl, json }: GreetingOptions,
): Promise<void> {
  const { config, log } = service;
  const { tenant } = config.init;
  const started = { baseUrl, first: keys.length === 0 ? null : await firstOf(service, keys, baseUrl) };
  const lines = json ? shownJson(fieldsOf(started), 2).split('\n') : linesOf(started);
  const failure = await printWithin(lines, PRINT_TIMEOUT_MS);
  if (keys.every(({ secret }) => secret === null)) {
    if (failure !== null) log.warn({ err: failure }, 'the greeting could not be printed');
  } else if (failure === null) {
    log.info({ tenant }, 'the first keys were printed on standard output, only this once');
  } else {
    const help = 'create others with `assize keys create`, and revoke these';
    log.error({ err: failure }, `the first keys could not be shown: ${help}`);
  }
}

/**
 * Collects what a first start shows. The person who opens the link becomes the first owner. Of nodes that start together,
 * the one that created the production key shows it.
 */
async function firstOf(service: Service, keys: readonly FirstKey[], baseUrl: string) {
  const tenant = await findTenant(service.db, service.config.init.tenant);
  if (!keys.some(({ environment }) => environment === 'production')) return { tenant, keys, ownerLink: null };
  const offer = { email: null, role: 'owner', sandboxRole: null } as const;
  const { token } = await inviteMember(service, tenant, null, offer);
  return { tenant, keys, ownerLink: linkWith(baseUrl, token) };
}

function linesOf({ baseUrl, first }: Started): string[] {
  const lines = [`Assize listens on ${baseUrl} (API reference: ${baseUrl}/docs)`];
  if (first === null) return lines;
  const secrets = first.keys.filter((key) => key.secret !== null);
  if (secrets.length > 0) {
    const ofHolder = (holder: FirstKey['holder']) =>
      secrets
        .filter((key) => key.holder === holder)
        .map(({ environment, secret }) => `  ${environment.padEnd(10)}  ${secret}`);
    lines.push('', `Your keys of tenant "${first.tenant.name}", which may do everything, shown this once:`);
    lines.push(...ofHolder('administrator'));
    lines.push(
      '',
      'Keys for your first agent, which ask for verdicts and do nothing else, shown this once:',
      ...ofHolder('agent'),
    );
  }
  if (first.ownerLink !== null) {
    lines.push('', 'Open the dashboard, and become its owner (the link works once, for 24 hours):');
    lines.push(`  ${first.ownerLink}`);
  }
  lines.push('', ...termsOf(first.tenant));
  const agent = secrets.find(({ holder }) => holder === 'agent');
  if (secrets.length > 0) {
    lines.push('', 'Ask for a first verdict:', '', ...firstQuestion(baseUrl, agent?.secret ?? ''));
  }
  return lines;
}

/** The same as JSON. */
function fieldsOf({ baseUrl, first }: Started) {
  const listening = { base_url: baseUrl, reference: `${baseUrl}/docs` };
  if (first === null) return { ...listening, tenant: null, keys: [], owner_link: null };
  const { name, tier, plan } = first.tenant;
  const keys = first.keys
    .toSorted((one, other) => one.holder.localeCompare(other.holder))
    .map(({ environment, holder, secret }) => ({ environment, for: holder, key: secret }));
  return { ...listening, tenant: { name, tier, plan }, keys, owner_link: first.ownerLink };
}

/** Shows the limits of the Free tier before a tenant reaches them. */
function termsOf({ name, tier, plan }: Tenant): string[] {
  const month = ALLOWANCES[tier].governance_evaluations;
  const second = PLAN_LIMITS[plan].evaluationsPerSecond;
  const monthly = month === null ? 'no monthly limit' : `${numberText(month)} evaluations a month`;
  const rate = second === null ? 'no limit a second' : `${second} a second on Surface B`;
  const terms = `Tenant "${name}" is on the tier ${tier}: ${monthly}, ${rate}.`;
  if (tier !== 'free') return [terms];
  return [
    terms,
    'To change that:',
    `  npx assize tenants set-tier ${name} team    # ${numberText(ALLOWANCES.team.governance_evaluations)} a month`,
    `  npx assize tenants set-plan ${name} team    # ${PLAN_LIMITS.team.evaluationsPerSecond} a second`,
  ];
}

/** Puts commas between thousands. `toLocaleString` would load languages first, 15 ms before the first verdict. */
function numberText(value: number | null): string {
  return value === null ? 'unlimited' : String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function firstQuestion(baseUrl: string, secret: string): string[] {
  const body = { action: 'email.send', context: { risk_level: 'low', confidence_score: 0.9 } };
  return [
    `  curl -s ${baseUrl}/api/v1/core/governance/evaluate \\`,
    `    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
  ];
}
