/** `assize evidence acknowledge-restore`: an older database was put back, and a person answers for it. */

import { restoreSentence, type StatedRestore, statedRestoreFields } from '@assize/evidence-format';
import { InvalidArgumentError } from 'commander';
import { chainId } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import { openAlarms } from '../../proof/alarms/index.ts';
import { acknowledgeRestore, type RestoreWords } from '../../proof/restore/index.ts';
import { ENVIRONMENTS, type Environment } from '../../tenants/index.ts';
import type { Service } from '../../wiring.ts';
import type { JsonOption, Run, ServiceCommand, View } from '../command.ts';
import { describe, EXIT } from '../terminal.ts';

interface RestoreOptions extends RestoreWords, JsonOption {
  tenant?: string;
  environment?: Environment;
}

export const byName = oneLine(200);
export const reasonText = oneLine(2000);

export function acknowledgeRestoreCommand(evidence: ServiceCommand): void {
  evidence
    .command('acknowledge-restore')
    .description(
      'record permanently what is missing since an older database was put back, and sign the evidence anew from there',
    )
    .requiredOption('--reason <text>', 'why it was put back', reasonText)
    .requiredOption('--by <name>', 'who answers for it', byName)
    .option('--tenant <name>', 'only this tenant (default: all)')
    .choice('--environment <environment>', 'only this environment (default: both)', ENVIRONMENTS)
    .json()
    .run(
      ({ options, withService }: Run<RestoreOptions>) =>
        withService((service) => acknowledgeAll(service, options)),
      OUTCOMES,
    );
}

/** The result for one chain. */
export interface Outcome {
  chain: string;
  tenant: string;
  environment: string;
  restore: StatedRestore | null;
  /** Why it can't be acknowledged. */
  error: string | null;
  openAlarms: number;
}

/** Every chain that the options name, or all. */
export async function acknowledgeAll(
  service: Service,
  options: Omit<RestoreOptions, 'json'>,
): Promise<Outcome[]> {
  const wanted = await chainsOf(service.db, options);
  const found: Outcome[] = [];
  for (const place of wanted) found.push(await acknowledge(service, place, options));
  return found;
}

export const OUTCOMES = {
  lines: sentencesOf,
  json: (outcomes) => outcomes.map(toJson),
  exitCode: (outcomes) => (outcomes.some(({ error }) => error !== null) ? EXIT.failed : 0),
} satisfies View<readonly Outcome[], unknown>;

interface Place {
  chain: number;
  name: string;
  environment: string;
}

async function chainsOf(db: Database, { tenant, environment }: RestoreOptions): Promise<Place[]> {
  const chains = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['chains.chain', 'tenants.name', 'chains.environment'])
    .$if(tenant !== undefined, (some) => some.where('tenants.name', '=', tenant ?? ''))
    .$if(environment !== undefined, (some) =>
      some.where('chains.environment', '=', environment ?? 'production'),
    )
    .orderBy('chains.chain')
    .execute();
  if (chains.length === 0) throw new Error(`There is no tenant "${tenant}".`);
  return chains;
}

/** A chain that can't be acknowledged does not stop the others. */
async function acknowledge(service: Service, place: Place, { by, reason }: RestoreOptions): Promise<Outcome> {
  const { chain, name: tenant, environment } = place;
  const outcome = { chain: chainId(chain), tenant, environment, restore: null, error: null };
  const done = await acknowledgeRestore(service, chain, { by, reason }).then(
    (restore) => ({ restore }),
    (error: unknown) => ({ error: describe(error) }),
  );
  return { ...outcome, ...done, openAlarms: (await openAlarms(service.db, chain)).length };
}

function sentencesOf(outcomes: readonly Outcome[]): string[] {
  const touched = outcomes.filter(({ restore, error }) => restore !== null || error !== null);
  if (touched.length === 0) {
    const chains = outcomes.length === 1 ? 'the chain' : `all ${outcomes.length} chains`;
    return [`Nothing to acknowledge: all that was signed is there, in ${chains}. Nothing has changed.`];
  }
  const sentences = touched.map(({ tenant, environment, restore, error }) => {
    return `${tenant}/${environment}: ${restore === null ? error : restoreSentence(restore)}`;
  });
  const isBlocked = touched.some(({ openAlarms: alarms }) => alarms > 0);
  if (touched.some(({ restore }) => restore !== null))
    sentences.push('', 'The evidence is signed anew from there.');
  return isBlocked ? [...sentences, BLOCKED] : sentences;
}

const BLOCKED =
  'Evaluations of a chain with an alarm stay blocked until its tenant acknowledges it with a key that has the scope ' +
  'keys:manage: ASSIZE_API_KEY=ak_… npx assize evidence acknowledge-alarms';

function toJson({ chain, tenant, environment, restore, error, openAlarms: open_alarms }: Outcome) {
  const restored = restore === null ? null : statedRestoreFields(restore);
  return { chain, tenant, environment, restored, error, open_alarms };
}

/** The text is recorded permanently and shown in many places. */
function oneLine(maxCharacters: number): (text: string) => string {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.length > maxCharacters || /\p{Cc}/u.test(trimmed)) {
      throw new InvalidArgumentError(`It must be one line of at most ${maxCharacters} characters.`);
    }
    return trimmed;
  };
}
