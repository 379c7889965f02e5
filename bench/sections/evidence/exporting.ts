/**
 * Exports as they arrive at whoever downloads them, and how much memory the service holds meanwhile: a tenth of the
 * period and all of it must take alike. Truth verification and redaction beside it.
 */
import http from 'node:http';
import type { Context } from '../../context.ts';
import { PERIOD_MS } from '../../fill/drafts.ts';
import { ask } from '../../http.ts';
import { type Latency, measureLatency } from '../../load/latency.ts';
import type { Check } from '../../report.ts';
import { figure } from '../../table.ts';
import { peakMemoryBytes, resetPeakMemory } from '../../usage.ts';
import { sampleIds } from './finding.ts';
import { askJson, get, latencyTable, type Part, post, type Stand, usedMs } from './stand.ts';

const TARGETS = { megabytesPerSecond: 50, memoryRatio: 1.3 };
const BYTES_PER_MB = 1e6;
const REDACTIONS = 25;

const EXPORTS = [
  { name: 'JSON, a tenth', format: 'json', share: 0.1 },
  { name: 'JSON, all', format: 'json', share: 1 },
  { name: 'CSV, all', format: 'csv', share: 1 },
  { name: 'PDF, all', format: 'pdf', share: 1 },
] as const;

interface Download {
  name: string;
  artifacts: number;
  megabytes: number;
  seconds: number;
  firstByteMs: number;
  cpuSeconds: number | null;
  memoryMb: number | null;
}

interface Truth {
  seconds: number;
  registries_checked: number;
  gaps_detected: number;
  consistency_score: number;
}

export interface Exporting {
  database: string;
  downloads: Download[];
  truth: Truth | null;
  redaction: Latency;
  notes: string[];
}

export async function measureExporting(context: Context, stand: Stand): Promise<Exporting> {
  const { name: database } = stand;
  const downloads: Download[] = [];
  const notes: string[] = [];
  for (const wanted of EXPORTS) {
    context.progress(`evidence: ${database}: export of ${wanted.name}`);
    const download = await measureExport(stand, wanted).catch((error: unknown) => String(error));
    if (typeof download === 'object') downloads.push(download);
    else notes.push(`${database}: no export of ${wanted.name}: ${download}`);
  }
  context.progress(`evidence: ${database}: truth verification`);
  const truth = await measureTruth(stand).catch((error: unknown) => {
    notes.push(`${database}: no truth verification: ${String(error)}`);
    return null;
  });
  const ids = await sampleIds(stand, REDACTIONS * 4);
  const reason = 'Names a person who asked to be forgotten';
  const redaction = await measureLatency(
    'redaction',
    REDACTIONS,
    () => post(stand, `/api/v1/evidence/${ids.pop()}/redact`, { reason }),
    () => usedMs(stand),
  );
  return { database, downloads, truth, redaction, notes };
}

async function measureExport(
  stand: Stand,
  { name, format, share }: (typeof EXPORTS)[number],
): Promise<Download> {
  const from_date = new Date(Date.now() - PERIOD_MS * share).toISOString();
  const wanted = { format, ...(share < 1 && { from_date }) };
  const made = await askJson<{ download_url: string; artifact_count: number }>(
    post(stand, '/api/v1/evidence/export', wanted),
  );
  if (made === null) throw new Error('the service has no such route');
  resetPeakMemory(stand.running.pid);
  const usedBefore = usedMs(stand);
  const startedAt = performance.now();
  const { bytes, firstByteAt } = await download(made.download_url);
  const seconds = (performance.now() - startedAt) / 1000;
  const usedAfter = usedMs(stand);
  const memory = peakMemoryBytes(stand.running.pid);
  return {
    name,
    artifacts: made.artifact_count,
    megabytes: bytes / BYTES_PER_MB,
    seconds,
    firstByteMs: firstByteAt - startedAt,
    cpuSeconds: usedBefore === null || usedAfter === null ? null : (usedAfter - usedBefore) / 1000,
    memoryMb: memory === null ? null : memory / BYTES_PER_MB,
  };
}

/** Counts the bytes and keeps none. */
function download(url: string): Promise<{ bytes: number; firstByteAt: number }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      let bytes = 0;
      let firstByteAt = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteAt = performance.now();
        bytes += chunk.length;
      });
      response.once('end', () =>
        response.statusCode === 200
          ? resolve({ bytes, firstByteAt })
          : reject(new Error(`the download was answered with ${response.statusCode}`)),
      );
      // A service that gives up in the middle cuts the connection: that is no end.
      response.once('aborted', () => reject(new Error('the download broke off')));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}

async function measureTruth(stand: Stand): Promise<Truth | null> {
  const startedAt = performance.now();
  const { status, body } = await ask(get(stand, '/api/v1/evidence/truth-verification'));
  if (status !== 200) throw new Error(`answered with ${status}: ${body.slice(0, 200)}`);
  return { ...(JSON.parse(body) as Truth), seconds: (performance.now() - startedAt) / 1000 };
}

export function exportingPart(all: readonly Exporting[]): Part {
  const downloads = all.flatMap(({ database, downloads: of }) => of.map((each) => ({ ...each, database })));
  const exports = {
    columns: ['database', 'export', 'artifacts', 'MB', 's', 'MB/s', 'first byte ms', 'CPU s', 'memory MB'],
    rows: downloads.map(
      ({ database, name, artifacts, megabytes, seconds, firstByteMs, cpuSeconds, memoryMb }) => [
        ...[database, name, figure(artifacts), figure(megabytes), figure(seconds)],
        ...[figure(megabytes / seconds), figure(firstByteMs), figure(cpuSeconds), figure(memoryMb)],
      ],
    ),
  };
  const truths = {
    columns: ['database', 'truth verification s', 'registries', 'gaps', 'score'],
    rows: all.flatMap(({ database, truth }) =>
      truth === null
        ? []
        : [
            [database, figure(truth.seconds), String(truth.registries_checked)].concat(
              [truth.gaps_detected, truth.consistency_score].map(String),
            ),
          ],
    ),
  };
  const redactions = all.map(({ database, redaction }) => ({ ...redaction, database }));
  return {
    tables: [exports, truths, latencyTable('one artifact', redactions)].filter(({ rows }) => rows.length > 0),
    checks: all.flatMap(checksOf),
    notes: all.flatMap(({ notes }) => notes),
  };
}

function checksOf({ database, downloads }: Exporting): Check[] {
  const [tenth, whole] = ['JSON, a tenth', 'JSON, all'].map((wanted) =>
    downloads.find(({ name }) => name === wanted),
  );
  const memory =
    tenth?.memoryMb && whole?.memoryMb && whole.megabytes > 2 * tenth.megabytes
      ? whole.memoryMb / tenth.memoryMb
      : null;
  return [
    {
      what: `${database}: JSON export`,
      figure: whole === undefined ? null : whole.megabytes / whole.seconds,
      sense: 'at least',
      target: TARGETS.megabytesPerSecond,
      unit: 'MB/s',
    },
    {
      what: `${database}: memory for all, of that for a tenth`,
      figure: memory,
      sense: 'at most',
      target: TARGETS.memoryRatio,
      unit: '×',
    },
  ];
}
