/**
 * Metrics in Prometheus' protobuf format: a series of `io.prometheus.client.MetricFamily` messages, each
 * preceded by its length. It is the only format with native histograms. Field numbers are those of
 * `metrics.proto`.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client';
import { type NativeHistogram, SCHEMA, ZERO_THRESHOLD } from './native-histogram.ts';

export const PROTOBUF_TYPE =
  'application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited';

type Family = MetricObjectWithValues<MetricValue<string>>;
type Labels = Readonly<Record<string, string | number | undefined>>;
type Write = (writer: BinaryWriter) => void;

const TYPES: Readonly<Record<string, number>> = { counter: 0, gauge: 1, histogram: 4 };

export interface NativeFamily {
  name: string;
  help: string;
  histograms: Iterable<NativeHistogram>;
}

/** @param families as the library gives them; summaries are not supported and left out. */
export function protobufOf(families: readonly Family[], natives: readonly NativeFamily[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const family of families) {
    const { name, help } = family;
    // The library returns type names where its declaration promises numbers.
    const type = String(family.type);
    const metrics = metricsOf(type, family);
    if (metrics.length > 0) writeFamily(writer, { name, help, type: TYPES[type] ?? 0, metrics });
  }
  for (const { name, help, histograms } of natives) {
    const metrics = Array.from(histograms, (histogram) =>
      metric(histogram.labels, 7, nativeParts(histogram)),
    );
    if (metrics.length > 0) writeFamily(writer, { name, help, type: 4, metrics });
  }
  return writer.finish();
}

interface WrittenFamily {
  name: string;
  help: string;
  type: number;
  metrics: readonly Write[];
}

function writeFamily(writer: BinaryWriter, { name, help, type, metrics }: WrittenFamily): void {
  writer.fork();
  writer.tag(1, WireType.LengthDelimited).string(name);
  writer.tag(2, WireType.LengthDelimited).string(help);
  writer.tag(3, WireType.Varint).int32(type);
  for (const each of metrics) message(writer, 4, each);
  writer.join();
}

function metricsOf(type: string, { values }: Family): Write[] {
  if (type === 'counter') return values.map(({ labels, value }) => metric(labels, 3, double(1, value)));
  if (type === 'gauge') return values.map(({ labels, value }) => metric(labels, 2, double(1, value)));
  return type === 'histogram' ? histogramsOf(values as MetricValueWithName<string>[]) : [];
}

/** The library returns each bucket, the sum and the count as separate values. */
function histogramsOf(values: readonly MetricValueWithName<string>[]): Write[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return Array.from(byLabels.values(), (parts) => {
    const { le: _, ...labels } = (parts[0]?.labels ?? {}) as Labels;
    const one = (suffix: string) => parts.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
    return metric(labels, 7, (writer) => {
      writer.tag(1, WireType.Varint).uint64(one('_count'));
      double(2, one('_sum'))(writer);
      for (const { labels: of, value, metricName } of parts) {
        if (metricName?.endsWith('_bucket') !== true) continue;
        message(writer, 3, (bucket) => {
          bucket.tag(1, WireType.Varint).uint64(value);
          double(2, of.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(of.le))(bucket);
        });
      }
    });
  });
}

/** Adjacent buckets form a span, and each count is written as its difference from the one before. */
function nativeParts(histogram: NativeHistogram): Write {
  return (writer) => {
    writer.tag(1, WireType.Varint).uint64(histogram.count);
    double(2, histogram.sum)(writer);
    writer.tag(5, WireType.Varint).sint32(SCHEMA);
    double(6, ZERO_THRESHOLD)(writer);
    writer.tag(7, WireType.Varint).uint64(histogram.zeros);
    const buckets = histogram.buckets();
    for (const { offset, length } of spansOf(buckets.map(([index]) => index))) {
      message(writer, 12, (span) => {
        span.tag(1, WireType.Varint).sint32(offset);
        span.tag(2, WireType.Varint).uint32(length);
      });
    }
    let before = 0;
    for (const [, count] of buckets) {
      writer.tag(13, WireType.Varint).sint64(count - before);
      before = count;
    }
  };
}

/** @param indices ascending. @returns each offset from the end of the previous span, or from 0. */
function spansOf(indices: readonly number[]): { offset: number; length: number }[] {
  const spans: { offset: number; length: number }[] = [];
  let next = 0;
  for (const index of indices) {
    const last = spans.at(-1);
    if (last !== undefined && index === next) last.length += 1;
    else spans.push({ offset: index - next, length: 1 });
    next = index + 1;
  }
  return spans;
}

function metric(labels: Labels, field: number, value: Write): Write {
  return (writer) => {
    for (const [name, text] of Object.entries(labels)) {
      message(writer, 1, (label) => {
        label.tag(1, WireType.LengthDelimited).string(name);
        label.tag(2, WireType.LengthDelimited).string(String(text));
      });
    }
    message(writer, field, value);
  };
}

function double(field: number, value: number): Write {
  return (writer) => void writer.tag(field, WireType.Bit64).double(value);
}

function message(writer: BinaryWriter, field: number, write: Write): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write(writer);
  writer.join();
}
