/**
 * One CEL expression, read from its source and made ready to run. What does not read is told with its place; what does
 * not evaluate to a bool is told apart from false.
 */

import type { JsonValue } from '@assize/evidence-format';
import { type CelInput, type CelMap, celEnv, celList, celMap, isCelError, parse, plan } from '@bufbuild/cel';
import type { PolicyInput } from '../policy.ts';

export const MAX_SOURCE_CHARACTERS = 4096;

/** Line and column count from 1. */
export interface SourceFault {
  line: number;
  column: number;
  message: string;
}

/** @returns whether it holds; null where it errs. */
export type Condition = (variables: Variables) => boolean | null;

export type Variables = Record<string, CelInput>;

export type Reading = { faults: SourceFault[]; holds?: never } | { faults: []; holds: Condition };

const environment = celEnv();

export function readCondition(source: string): Reading {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    return refused(
      1,
      1,
      `The source has ${source.length} characters; at most ${MAX_SOURCE_CHARACTERS} are taken.`,
    );
  }
  try {
    const evaluate = plan(environment, parse(source));
    return {
      faults: [],
      holds: (variables) => {
        const result = evaluate(variables);
        return isCelError(result) || typeof result !== 'boolean' ? null : result;
      },
    };
  } catch (error) {
    const { line, column } = (error as { location?: { start: { line: number; column: number } } }).location
      ?.start ?? {
      line: 1,
      column: 1,
    };
    return refused(
      line,
      column,
      `This does not read as CEL: ${(error as Error).message.replace(/^<input>:\d+:\d+: /, '')}.`,
    );
  }
}

export function variablesOf(input: PolicyInput): Variables {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asCel(value as JsonValue)]));
}

function asCel(value: JsonValue): CelInput {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return celList(value.map(asCel));
  return celMap(
    new Map(Object.entries(value).map(([key, member]) => [key, asCel(member as JsonValue)])),
  ) as CelMap;
}

function refused(line: number, column: number, message: string): Reading {
  return { faults: [{ line, column, message }] };
}
