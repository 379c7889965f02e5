/**
 * The metrics of one process in the Prometheus text format. They name no tenant, agent or action unless the operator
 * asks for it.
 */
import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';
import { type Clock, inTime } from '../foundation/clock.ts';
import type { Gauge, Measured, VerdictGiven } from '../foundation/measured.ts';
import { NativeHistogram } from './native-histogram.ts';
import { protobufOf } from './protobuf.ts';

export const METRICS_LABELS = ['tenant', 'agent', 'action'] as const;
export type MetricsLabel = (typeof METRICS_LABELS)[number];

const PREFIX = 'assize_';
/** From a cached answer to an answer that waited for a person. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_ENTRIES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Names come from callers. Beyond this many combinations, further ones are counted together. */
const MAX_NAMED = 2000;
const OTHERS = '(others)';
/** Gauges with the suffix of counters, which Prometheus' own check rejects; those without it remain. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
/** Metrics that show the worst of several workers: a sum or a mean would hide it. */
const WORST_OF_WORKERS = /^(?:process_(?:open|max)_fds|nodejs_eventloop_lag_)/;
/** How long a reading stays current, so that frequent requests cost no more, ms. */
const STATE_HOLDS_MS = 5000;
/** How long an answer waits for a reading, ms: Prometheus gives up after ten seconds. */
const READING_TAKES_MS = 2000;

interface RequestChild {
  fixed: { observe(seconds: number): void };
  native: NativeHistogram;
}

export class Metrics implements Measured {
  readonly registry = new Registry();
  readonly #labels: readonly MetricsLabel[];
  readonly #clock: Clock;
  readonly #verdicts: Counter;
  readonly #laws: Counter;
  readonly #requests: Histogram;
  readonly #commits: Histogram;
  readonly #batches: Histogram;
  readonly #refusedEntries: Counter;
  readonly #shed: Counter;
  readonly #failedChores: Counter;
  /** The first and the last of the failures in a row, ms. */
  readonly #failingChores = new Map<string, { since: number; last: number }>();
  readonly #webhookAttempts: Counter;
  readonly #droppedTelemetry: Counter;
  /** Children by their labels, so that each label is checked only once. */
  readonly #verdictChildren = new Map<string, { inc(): void }>();
  readonly #requestChildren = new Map<string, RequestChild>();

  /** @param labels the names that verdicts are counted by, in addition to the environment. */
  constructor(labels: readonly MetricsLabel[], clock: Clock) {
    this.#labels = labels;
    this.#clock = clock;
    const registers = [this.registry];
    const counter = (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name: PREFIX + name, help, labelNames, registers });
    const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name: PREFIX + name, help, buckets, labelNames, registers });
    this.#verdicts = counter('verdicts_total', 'Verdicts whose evidence is durable.', [
      'environment',
      'verdict',
      ...labels,
    ]);
    this.#laws = counter('laws_not_passed_total', 'Results of laws other than pass, in verdicts.', [
      'law',
      'result',
    ]);
    this.#requests = histogram(
      'http_request_duration_seconds',
      'From the arrival of a request to the end of its answer.',
      REQUEST_SECONDS,
      ['method', 'route', 'status'],
    );
    this.#commits = histogram(
      'commit_duration_seconds',
      'From a batch of evidence to its commit.',
      COMMIT_SECONDS,
    );
    this.#batches = histogram('commit_entries', 'Entries of a batch of evidence.', BATCH_ENTRIES);
    this.#refusedEntries = counter('evidence_failed_total', 'Entries of evidence that could not be written.');
    this.#shed = counter('evaluations_shed_total', 'Evaluations refused unread because of overload.');
    this.#failedChores = counter('chores_failed_total', 'Runs of regular work that failed; see the log.');
    this.#showFailingChores();
    this.#webhookAttempts = counter(
      'webhook_attempts_total',
      'Attempts to deliver a webhook; after a failed one another is due, after the last it is given up.',
      ['outcome'],
    );
    for (const outcome of ['delivered', 'failed', 'given_up']) this.#webhookAttempts.inc({ outcome }, 0);
    this.#droppedTelemetry = counter(
      'telemetry_dropped_total',
      'Spans and log lines that were not exported, because the queue was full or the collector refused them.',
      ['signal'],
    );
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    for (const { name } of this.registry.getMetricsAsArray()) {
      const metric = this.registry.getSingleMetric(name) as { aggregator?: string } | undefined;
      if (metric !== undefined && WORST_OF_WORKERS.test(name)) metric.aggregator = 'max';
    }
  }

  verdictGiven(given: VerdictGiven): void {
    const names = this.#labels.map((label) => given[label]);
    this.#verdictChild(given.environment, given.verdict, names).inc();
    for (const { law_id: law, result } of given.laws) {
      if (result !== 'pass') this.#laws.inc({ law, result });
    }
  }

  requestAnswered({ method, route, status, durationMs }: Parameters<Measured['requestAnswered']>[0]): void {
    const key = `${method} ${status} ${route}`;
    let child = this.#requestChildren.get(key);
    if (child === undefined) {
      const labels = { method, route, status: String(status) };
      child = { fixed: this.#requests.labels(labels), native: new NativeHistogram(labels) };
      this.#requestChildren.set(key, child);
    }
    child.fixed.observe(durationMs / 1000);
    child.native.observe(durationMs / 1000);
  }

  batchCommitted(entries: number, durationMs: number): void {
    this.#commits.observe(durationMs / 1000);
    if (entries > 0) this.#batches.observe(entries);
  }

  evidenceFailed(entries: number): void {
    this.#refusedEntries.inc(entries);
  }

  evaluationShed(): void {
    this.#shed.inc();
  }

  choreFailed(chore: string): void {
    this.#failedChores.inc();
    const at = this.#clock.monotonic();
    this.#failingChores.set(chore, { since: this.#failingChores.get(chore)?.since ?? at, last: at });
  }

  choreRecovered(chore: string): void {
    this.#failingChores.delete(chore);
  }

  webhooksAttempted(outcome: string, attempts: number): void {
    this.#webhookAttempts.inc({ outcome }, attempts);
  }

  telemetryDropped(signal: string, items: number): void {
    this.#droppedTelemetry.inc({ signal }, items);
  }

  /** Adds gauges that are read on request. A gauge that can't be read is left out of the answer. */
  watch(gauges: readonly Gauge[]): void {
    for (const { name, help, read, across = 'max' } of gauges) {
      const state = this.#held(read);
      const gauge = new PrometheusGauge({
        name: PREFIX + name,
        help,
        registers: [this.registry],
        aggregator: across,
        async collect() {
          const value = await state();
          if (value === null) gauge.remove();
          else gauge.set(value);
        },
      });
    }
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** The metrics in the protobuf format, with a native histogram. */
  async protobuf(): Promise<Uint8Array> {
    const native = {
      name: `${PREFIX}http_request_duration_native_seconds`,
      help: 'The same as assize_http_request_duration_seconds, with native buckets.',
      histograms: Array.from(this.#requestChildren.values(), ({ native }) => native),
    };
    return protobufOf(await this.registry.getMetricsAsJSON(), [native]);
  }

  #showFailingChores(): void {
    const failing = this.#failingChores;
    new PrometheusGauge({
      name: `${PREFIX}chore_failing_seconds`,
      help: 'Longest time that a chore has kept failing, from its first failure to its last.',
      registers: [this.registry],
      aggregator: 'max',
      collect() {
        this.set(Math.max(0, ...Array.from(failing.values(), ({ since, last }) => (last - since) / 1000)));
      },
    });
  }

  #verdictChild(environment: string, verdict: string, names: readonly string[]): { inc(): void } {
    const key = names.length === 0 ? environment + verdict : JSON.stringify([environment, verdict, ...names]);
    const known = this.#verdictChildren.get(key);
    if (known !== undefined) return known;
    const isFull = names.length > 0 && this.#verdictChildren.size >= MAX_NAMED && !names.every(isOthers);
    if (isFull)
      return this.#verdictChild(
        environment,
        verdict,
        names.map(() => OTHERS),
      );
    const labels = Object.fromEntries(this.#labels.map((label, place) => [label, names[place] ?? OTHERS]));
    const child = this.#verdicts.labels({ environment, verdict, ...labels });
    this.#verdictChildren.set(key, child);
    return child;
  }

  /** @returns a reader that limits how often it reads; it gives null if reading fails or takes too long. */
  #held(read: Gauge['read']): () => Promise<number | null> {
    let held: { value: Promise<number | null>; atMs: number } | null = null;
    let isReading = false;
    return () => {
      const nowMs = this.#clock.monotonic();
      if (held === null || (!isReading && nowMs - held.atMs > STATE_HOLDS_MS)) {
        isReading = true;
        const value = Promise.resolve()
          .then(read)
          .catch(() => null)
          .finally(() => {
            isReading = false;
          });
        held = { value, atMs: nowMs };
      }
      return inTime(held.value, READING_TAKES_MS, null);
    };
  }
}

function isOthers(name: string): boolean {
  return name === OTHERS;
}
