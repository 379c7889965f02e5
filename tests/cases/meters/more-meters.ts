/** Loaded before the service with `--import`: adds two meters to the list, and a migration that one of them needs. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const METERS = `
  outcome_reports: {
    title: 'Outcome reports',
    unit: 'report',
    counts: { kind: 'artifacts', column: 'outcome_reports', types: ['action_executed'] },
    usageType: 'outcome_report',
    allowances: { free: 2, team: 20, business: 200, enterprise: null },
    rateMicroUsd: 7,
  },
  dry_runs: {
    title: 'Dry runs',
    unit: 'run',
    counts: { kind: 'calls' },
    usageType: 'dry_run',
    allowances: { free: 1, team: 10, business: 100, enterprise: null },
    rateMicroUsd: 9,
  },
} as const satisfies Record<string, Definition>;`;
const END_OF_METERS = '\n} as const satisfies Record<string, Definition>;';

const MIGRATION = (version: number) => `
  {
    version: ${version},
    name: 'outcome_reports',
    statements: ({ integer }) => [
      \`ALTER TABLE usage_counters ADD COLUMN outcome_reports \${integer} NOT NULL DEFAULT 0\`,
    ],
  },
];`;

registerHooks({
  load(url, context, next) {
    if (url.endsWith('/service/foundation/meters.ts')) return changed(url, END_OF_METERS, METERS);
    if (!url.endsWith('/service/database/migrations/index.ts')) return next(url, context);
    const version = (readFileSync(fileURLToPath(url), 'utf8').match(/from '\.\/\d+_/g)?.length ?? 0) + 1;
    return changed(url, '\n];', MIGRATION(version));
  },
});

function changed(url: string, old: string, by: string) {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  if (text.split(old).length !== 2) throw new Error(`${url} has no single place for what is to be added`);
  return { format: 'module-typescript' as const, source: text.replace(old, () => by), shortCircuit: true };
}
