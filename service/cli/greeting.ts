/** What `assize serve` prints once it listens: where, the first keys for the only time, and what the first tenant may use. */
import type { FirstKey } from '../first-run.ts';
import type { Tenant } from '../tenants/index.ts';
import { ALLOWANCES, PLAN_LIMITS } from '../usage/index.ts';

export interface Started {
  baseUrl: string;
  /** null where there were keys before. */
  first: { tenant: Tenant; keys: readonly FirstKey[] } | null;
}

export function greeting({ baseUrl, first }: Started): string {
  const lines = [`Assize listens on ${baseUrl} (API reference: ${baseUrl}/docs)`];
  if (first === null) return lines.join('\n');
  const secrets = first.keys.filter((key) => key.secret !== null);
  if (secrets.length > 0) {
    lines.push('', `Keys of tenant "${first.tenant.name}", shown this once:`);
    for (const { environment, secret } of secrets) lines.push(`  ${environment.padEnd(10)}  ${secret}`);
  }
  lines.push('', ...termsOf(first.tenant));
  if (secrets.length > 0) {
    lines.push('', 'Ask for a first verdict:', '', firstQuestion(baseUrl, secrets[0]?.secret ?? ''));
  }
  return lines.join('\n');
}

/** The same for a program. */
export function greetingFields({ baseUrl, first }: Started) {
  const listening = { base_url: baseUrl, reference: `${baseUrl}/docs` };
  if (first === null) return { ...listening, tenant: null, keys: [] };
  const { name, tier, plan } = first.tenant;
  const keys = first.keys.map(({ environment, secret }) => ({ environment, key: secret }));
  return { ...listening, tenant: { name, tier, plan }, keys };
}

/** Who starts on Free is to know it before a limit says so. */
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

function numberText(value: number | null): string {
  return value === null ? 'unlimited' : value.toLocaleString('en');
}

function firstQuestion(baseUrl: string, secret: string): string {
  const body = { action: 'email.send', context: { risk_level: 'low', confidence_score: 0.9 } };
  return `  curl -s ${baseUrl}/api/v1/core/governance/evaluate \\
    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'`;
}
