/**
 * Rules mean what CEL means: the published conformance cases are read, checked and evaluated like rules. Each
 * excluded case has one of the reasons named here.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTypes } from '@assize/service/governance/policies/cel/checking/check.ts';
import { startCount } from '@assize/service/governance/policies/cel/checking/meter.ts';
import { ANY } from '@assize/service/governance/policies/cel/checking/types.ts';
import { conditionOf } from '@assize/service/governance/policies/cel/expression.ts';
import { UNITS_OF_A_RULE } from '@assize/service/governance/policies/cel/syntax/limits.ts';
import { readSource } from '@assize/service/governance/policies/cel/syntax/syntax.ts';
import { SourceError } from '@assize/service/governance/policies/cel/syntax/tree.ts';
import { type CelInput, celList, celMap, isCelError, isCelList, isCelMap, isCelType } from '@bufbuild/cel';
import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js';

/** Groups of cases about features that rules do not have, by the beginning of their paths. */
const LEFT_OUT: Record<string, string> = {
  bindings_ext: 'an extension',
  block_ext: 'an extension',
  encoders_ext: 'an extension',
  macros2: 'an extension: macros with two variables',
  math_ext: 'an extension',
  network_ext: 'an extension',
  'string_ext/format': 'texts are not put together by a format: rules compare them',
  'string_ext/format_errors': 'texts are not put together by a format: rules compare them',
  'string_ext/quote': 'texts are not put together by a format: rules compare them',
  dynamic: 'messages of Protocol Buffers',
  enums: 'messages of Protocol Buffers',
  proto2: 'messages of Protocol Buffers',
  proto2_ext: 'messages of Protocol Buffers',
  proto3: 'messages of Protocol Buffers',
  wrappers: 'messages of Protocol Buffers',
  namespace: 'namespaces: JSON has none',
  type_deductions: 'types as the checker of another implementation names them',
  timestamps: 'timestamps and durations: JSON has none, and rules read no clock',
  'fields/quoted_map_fields': 'names of fields in backticks, which the parser does not read',
};

/** Why a source that others accept is refused here, by the message. */
const REFUSED_BECAUSE: readonly [says: RegExp, reason: string][] = [
  [/^rules can't use (?:unsigned numbers|bytes|messages)/, 'JSON has no such values'],
  [/^each side of .* must be a bool, but this is/, 'a part of && or || is never a bool'],
  [/^there is no (?:function|variable) (?:uint|bytes|timestamp|duration)\b/, 'JSON has no such values'],
  [
    /^there is no variable (?:google|cel|TestAllTypes|GlobalEnum|NestedTestAllTypes)\b/,
    'JSON has no such values',
  ],
  [
    /^there is no (?:function f_unknown|variable x;)/,
    'a name that nothing has is refused before it can fail',
  ],
  [/^there is no variable [ax]; there are [ax]\./, 'variables have no dots in their names'],
  [
    /^there is no method (?:as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)\(\)/,
    'a method that nothing has is refused before it can fail',
  ],
];

/** The same, by the source. */
const SOURCES_REFUSED_BECAUSE: readonly [says: RegExp, reason: string][] = [
  [/\bTestAllTypes\{/, 'messages of Protocol Buffers'],
  [/[{,] ?\?|\[\?[^\]]*,/, 'lists and maps have no optional elements'],
  [
    /\boptional\.\w+\(|\.opt(?:Flat)?Map\(/,
    'optional values are found by .? and [?], and made by nothing else',
  ],
];

const MIN_CASES_RUN = 760;

interface Case {
  name?: string;
  expr: string;
  value?: Record<string, unknown>;
  bindings?: Record<string, { value: Record<string, unknown> }>;
  evalError?: unknown;
}

interface Suite {
  name: string;
  suites?: Suite[];
  tests?: { original: Case }[];
}

class NoSuchValue extends Error {}

test('the-conformance-cases-of-cel-hold', (t) => {
  const outcomes = casesOf(conformance as Suite, []).map(({ path, original }) => ({
    path,
    ...outcomeOf(path, original),
  }));
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  assert.equal(failed.map(({ path, failure }) => `${path}: ${failure}`).join('\n'), '');
  const run = outcomes.filter(({ leftOut }) => leftOut === undefined).length;
  t.diagnostic(`${run} cases hold`);
  for (const [reason, count] of countedBy(outcomes.map(({ leftOut }) => leftOut))) {
    t.diagnostic(`${count} left out: ${reason}`);
  }
  assert.ok(run >= MIN_CASES_RUN, `${run} cases were run`);
});

function casesOf(suite: Suite, above: readonly string[]): { path: string; original: Case }[] {
  const own = (suite.tests ?? []).map(({ original }) => ({
    path: [...above, original.name ?? original.expr].join('/'),
    original,
  }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => casesOf(inner, [...above, inner.name]))];
}

function outcomeOf(path: string, original: Case): { leftOut?: string; failure?: string } {
  const [, reason] = Object.entries(LEFT_OUT).find(([begins]) => path.startsWith(`${begins}/`)) ?? [];
  if (reason !== undefined) return { leftOut: reason };
  try {
    const wanted = original.evalError === undefined ? shown(valueFrom(original.value)) : 'an error';
    const given = answerTo(original);
    if (given instanceof SourceError && wanted !== 'an error') return refusalOf(given, original);
    const listed = given instanceof SourceError || isCelError(given) ? 'an error' : shown(given);
    return listed === wanted ? {} : { failure: `${original.expr} gives ${listed}, not ${wanted}` };
  } catch (error) {
    if (error instanceof NoSuchValue) return { leftOut: 'JSON has no such values' };
    throw error;
  }
}

function refusalOf({ message }: SourceError, { expr }: Case): { leftOut?: string; failure?: string } {
  const reason = (REFUSED_BECAUSE.find(([says]) => says.test(message)) ??
    SOURCES_REFUSED_BECAUSE.find(([says]) => says.test(expr)))?.[1];
  return reason === undefined ? { failure: `is refused: ${message}` } : { leftOut: reason };
}

function answerTo({ expr, bindings = {} }: Case): unknown {
  const input = Object.fromEntries(
    Object.entries(bindings).map(([name, { value }]) => [name, valueFrom(value)]),
  );
  try {
    const read = readSource(expr);
    const [fault] = checkTypes(
      read.tree,
      Object.fromEntries(Object.keys(input).map((name) => [name, ANY])),
    ).faults;
    if (fault !== undefined) return fault;
    startCount({ left: UNITS_OF_A_RULE }, UNITS_OF_A_RULE);
    return conditionOf(read).evaluate(input);
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** Reads a value that the cases write as Protocol Buffers JSON; no value means true. */
function valueFrom(written: Record<string, unknown> = { boolValue: true }): CelInput {
  const [[kind, value]] = Object.entries(written) as [[string, unknown]];
  switch (kind) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return value as boolean | string;
    case 'int64Value':
      return BigInt(value as string);
    case 'doubleValue':
      return Number(value);
    case 'listValue':
      return celList(((value as { values?: Record<string, unknown>[] }).values ?? []).map(valueFrom));
    case 'mapValue': {
      const { entries = [] } = value as {
        entries?: { key: Record<string, unknown>; value: Record<string, unknown> }[];
      };
      return celMap(
        new Map(entries.map((entry) => [valueFrom(entry.key) as string, valueFrom(entry.value)])),
      );
    }
    default:
      throw new NoSuchValue(kind);
  }
}

function shown(value: unknown): string {
  if (isCelList(value)) return `[${[...value].map(shown).join(', ')}]`;
  if (isCelMap(value)) return `{${[...value].map((entry) => entry.map(shown).join(': ')).sort()}}`;
  if (isCelType(value)) return `the type ${value.name}`;
  return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}

function countedBy(reasons: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
