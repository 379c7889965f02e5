/** A million known targets of one tenant beside a thousand of another, in this process, each action to another of them. */

import { nameOf } from '@assize/act-reading/targets';
import { evaluate } from '../../../service/evaluation/index.ts';
import { createKey } from '../../../service/keys/index.ts';
import { openMandate } from '../../../service/mandates/index.ts';
import { addTargets } from '../../../service/targets/index.ts';
import { targetHashes } from '../../../service/targets/known/index.ts';
import { ensureTenant } from '../../../service/tenants/index.ts';
import { importTools } from '../../../service/tools/index.ts';
import type { Service } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { withService } from '../../fill/service.ts';
import type { DatabaseKind } from '../../options.ts';
import { atMost, type Part, tableOf } from '../../report.ts';
import { installAssize } from '../../servers/assize.ts';
import { median } from '../../statistics.ts';
import { addressOf, TOOLS } from './acts.ts';
import { countReads } from './reads.ts';

const FEW = 1000;
const MANY = 1_000_000;
const ROWS_AT_ONCE = 500;
const AT_ONCE = 64;
const EVALUATIONS = 6400;
const ROUNDS = 7;
const AGENT = 'agent-7';
/** One for each action at most, and none where the target is in memory. */
const MAX_READS = 1;

type Asker = Awaited<ReturnType<typeof tenantWith>>;

export async function measureRecords(context: Context, kind: DatabaseKind) {
  const { environment, database } = await installAssize(context, kind);
  return withService(environment, async (service) => {
    context.progress(`governance: ${database}: a million known targets`);
    const few = await tenantWith(service, FEW);
    const many = await tenantWith(service, MANY);
    const cases = [
      { what: 'a thousand', asker: few, cpuUs: [] as number[], of: FEW },
      { what: 'a million, of which a thousand are written to', asker: many, cpuUs: [] as number[], of: FEW },
      { what: 'a million, each written to once', asker: many, cpuUs: [] as number[], of: MANY },
    ];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { asker, cpuUs, of } of cases) {
        const cpu = await cpuUsEach(service, asker, of);
        if (round > 0) cpuUs.push(cpu);
      }
    }
    const count = countReads(service.db);
    const measured = [];
    for (const { what, asker, cpuUs, of } of cases) {
      const counts = await count(async () => void (await cpuUsEach(service, asker, of)));
      const reads = counts.reduce((sum, each) => sum + each, 0) / EVALUATIONS;
      measured.push({ database, what, cpuUs: median(cpuUs), reads, rounds: cpuUs });
    }
    const [{ cpuUs: least } = { cpuUs: 0 }] = measured;
    return measured.map((each) => ({ ...each, ofFew: each.cpuUs / least }));
  });
}

async function tenantWith(service: Service, records: number) {
  const tenant = await ensureTenant(service, `with-${records}`, 'enterprise');
  const key = await createKey(service, tenant, null, { name: 'bench', environment: 'production' });
  if (key === null) throw new Error('the key was not stored');
  const principal = await service.authenticator.authenticate(key.secret);
  const { chain } = principal;
  const source = { tools: TOOLS };
  await importTools(service, { chain, actor: 'operator' }, { source, server: 'office', accept: true });
  await addTargets(service, chain, 'operator', [{ kind: 'email', value: addressOf(0) }]);
  await fill(service, chain, records);
  const wanted = { agent_id: AGENT, task: 'Write to the customers', effects: ['send' as const] };
  const { mandate_id } = await openMandate(service, chain, 'operator', wanted);
  return { principal, mandate_id, next: 0 };
}

/** Rows as the import writes them, without the artifacts, which would take minutes. */
async function fill({ db, fillRandom }: Service, chain: number, records: number): Promise<void> {
  const hashes = await targetHashes(db, fillRandom);
  const [first] = await db.selectFrom('known_targets').selectAll().where('chain', '=', chain).execute();
  if (first === undefined) throw new Error('the first target was not stored');
  for (let from = 1; from < records; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, records - from) }, (_, place) => {
      const number = from + place;
      const hash = hashes.of(chain, nameOf({ kind: 'email', value: addressOf(number) }));
      return { ...first, target_id: `tgt_${number.toString(16).padStart(24, '0')}`, hash };
    });
    await db.insertInto('known_targets').values(rows).execute();
  }
}

/** Of this process with all its threads, for one evaluation. */
async function cpuUsEach(service: Service, asker: Asker, of: number): Promise<number> {
  const { principal, mandate_id } = asker;
  const before = process.cpuUsage();
  let begun = 0;
  const ask = async () => {
    while (begun < EVALUATIONS) {
      begun += 1;
      asker.next += 1;
      const request = requestFor(addressOf((asker.next * 7919) % of), mandate_id);
      const { verdict, explanation } = await evaluate(service, principal, request);
      if (verdict !== 'proceed') throw new Error(explanation);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / EVALUATIONS;
}

function requestFor(address: string, mandate_id: string) {
  const written = { to: [address], subject: 'Minutes of Monday', body: 'The minutes of Monday are below.' };
  return {
    action: 'mcp__office__send_email',
    agent_id: AGENT,
    context: { arguments: written, mandate_id },
  };
}

export function recordsPart(all: Awaited<ReturnType<typeof measureRecords>>): Part {
  const columns = ['database', 'what', 'cpuUs', 'ofFew', 'reads'] as const;
  const titles = { what: 'known targets', cpuUs: 'CPU µs/evaluation', ofFew: 'of a thousand' };
  const checks = all.map(({ database, what, reads }) =>
    atMost(MAX_READS, '', reads, `${database}: reads for each evaluation with ${what}`),
  );
  const note = 'CPU: of this process with all its threads. The processes of PostgreSQL are not in it.';
  return {
    tables: [tableOf(all, columns, { ...titles, reads: 'reads for each evaluation' })],
    checks,
    notes: [note],
  };
}
