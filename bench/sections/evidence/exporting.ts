/** Exports as they arrive, the memory that the service holds meanwhile, truth verification, and redaction. */
import { once } from 'node:events';
import http from 'node:http';
import type { Context } from '../../context.ts';
import { PERIOD_MS } from '../../fill/drafts.ts';
import { askJson } from '../../http.ts';
import { latencyTable, measureLatency, timed } from '../../load/timing.ts';
import { peakMemoryMb, resetPeakMemory } from '../../process-usage.ts';
import { atLeast, atMost, type Check, type Part, tableOf } from '../../report.ts';
import { get, post } from '../../servers/assize.ts';
import { quotient } from '../../statistics.ts';
import { type Stand, sampleIds } from './finding.ts';

const BYTES_PER_MB = 1e6;
const REDACTIONS = 25;
const [A_TENTH, ALL] = ['JSON, a tenth', 'JSON, all'];
const EXPORTS = [
  { name: A_TENTH, format: 'json', share: 0.1 },
  { name: ALL, format: 'json', share: 1 },
  { name: 'CSV, all', format: 'csv', share: 1 },
  { name: 'PDF, all', format: 'pdf', share: 1 },
];

type Truth = Record<'registries_checked' | 'gaps_detected' | 'consistency_score', number>;
type Exporting = Awaited<ReturnType<typeof measureExporting>>;

export async function measureExporting(context: Context, stand: Stand) {
  const { database } = stand;
  const notes: string[] = [];
  /** What fails is noted, and the rest goes on. */
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T[]> => {
    context.progress(`evidence: ${database}: ${what}`);
    try {
      return [await work()];
    } catch (error) {
      notes.push(`${database}: no ${what}: ${String(error)}`);
      return [];
    }
  };
  const downloads: Awaited<ReturnType<typeof measureExport>>[] = [];
  for (const wanted of EXPORTS) {
    downloads.push(...(await attempt(`export of ${wanted.name}`, () => measureExport(stand, wanted))));
  }
  const truths = await attempt('truth verification', async () => {
    const question = get(stand, '/api/v1/evidence/truth-verification');
    const { result, seconds } = await timed(stand, () => askJson<Truth>(question));
    return { ...result, database, seconds };
  });
  const ids = await sampleIds(stand, REDACTIONS * 4);
  const reason = 'Names a person who asked to be forgotten';
  const redaction = await measureLatency(stand, 'redaction', REDACTIONS, () =>
    post(stand, `/api/v1/evidence/${ids.pop()}/redact`, { reason }),
  );
  return { downloads, truths, redaction, notes };
}

async function measureExport(stand: Stand, { name, format, share }: (typeof EXPORTS)[number]) {
  const { database, pid } = stand;
  const from_date = new Date(Date.now() - PERIOD_MS * share).toISOString();
  const wanted = post(stand, '/api/v1/evidence/export', { format, ...(share < 1 && { from_date }) });
  const made = await askJson<{ download_url: string; artifact_count: number }>(wanted);
  resetPeakMemory(pid);
  const { result, seconds, cpuSeconds } = await timed(stand, () => download(made.download_url));
  const { megabytes, firstByteMs } = result;
  const measured = { seconds, megabytesPerSecond: megabytes / seconds, firstByteMs, cpuSeconds };
  return {
    ...{ database, name, artifacts: made.artifact_count, megabytes },
    ...{ ...measured, memoryMb: peakMemoryMb(pid) },
  };
}

/** Counts the bytes and keeps none. @throws if the service breaks off in the middle. */
async function download(url: string): Promise<{ megabytes: number; firstByteMs: number }> {
  const startedAt = performance.now();
  const [response]: http.IncomingMessage[] = await once(http.get(url, { agent: false }), 'response');
  if (response?.statusCode !== 200) throw new Error(`the download was answered with ${response?.statusCode}`);
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of response) {
    if (bytes === 0) firstByteMs = performance.now() - startedAt;
    bytes += chunk.length;
  }
  return { megabytes: bytes / BYTES_PER_MB, firstByteMs };
}

export function exportingPart(all: readonly Exporting[]): Part {
  const exports = tableOf(
    all.flatMap(({ downloads }) => downloads),
    [
      ...(['database', 'name', 'artifacts', 'megabytes', 'seconds', 'megabytesPerSecond'] as const),
      ...(['firstByteMs', 'cpuSeconds', 'memoryMb'] as const),
    ],
    { name: 'export', megabytes: 'MB', seconds: 's', megabytesPerSecond: 'MB/s', cpuSeconds: 'CPU s' },
  );
  const truths = tableOf(
    all.flatMap(({ truths }) => truths),
    ['database', 'seconds', 'registries_checked', 'gaps_detected', 'consistency_score'],
    {
      ...{ seconds: 'truth verification s', registries_checked: 'registries' },
      ...{ gaps_detected: 'gaps', consistency_score: 'score' },
    },
  );
  const redactions = all.map(({ redaction }) => redaction);
  const tables = [exports, truths, latencyTable('one artifact', redactions)];
  return { tables, checks: all.flatMap(checksOf), notes: all.flatMap(({ notes }) => notes) };
}

function checksOf({ downloads, redaction: { database } }: Exporting): Check[] {
  const [tenth, whole] = [A_TENTH, ALL].map((wanted) => downloads.find(({ name }) => name === wanted));
  const isMuch = tenth !== undefined && whole !== undefined && whole.megabytes > 2 * tenth.megabytes;
  const memory = isMuch ? quotient(whole.memoryMb, tenth.memoryMb) : null;
  return [
    atLeast(50, 'MB/s', whole?.megabytesPerSecond ?? null, `${database}: JSON export`),
    atMost(1.3, '×', memory, `${database}: memory for all, of that for a tenth`),
  ];
}
