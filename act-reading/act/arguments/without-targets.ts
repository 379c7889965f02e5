/**
 * Leaves the targets out of the arguments of a call, so that calls that differ only in targets become equal. A value
 * is left out only if it is a target and nothing else, and says nothing about what is done there.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { normalise, type Reach, type ReadReach } from '../../targets/index.ts';
import { memberOf } from './arguments.ts';

/** A call, as it is without its targets. */
export interface CallForTargets {
  arguments: JsonObject;
  /** Kind and place of each target, in the order of the arguments. */
  targets: string[];
}

/** A call with more is like none. */
const MAX_TARGETS = 50;
/** A program says what is done, and a link is part of a text. */
const NOT_LEFT_OUT: readonly Reach['role'][] = ['program', 'link'];

/**
 * @param given as `argumentsOf` returns them. @param contents the places of texts, commands and amounts.
 * @returns null where no target is left out, or too many would be.
 */
export function withoutTargets(
  given: JsonObject,
  reaches: readonly Reach[],
  contents: readonly { path: string }[],
): CallForTargets | null {
  const isContent = new Set(contents.map(({ path }) => path));
  const named = reaches.filter((reach): reach is ReadReach => {
    return !('unreadable' in reach) && !NOT_LEFT_OUT.includes(reach.role) && !isContent.has(reach.path);
  });
  const byPath = new Map<string, ReadReach[]>();
  for (const reach of named) byPath.set(reach.path, [...(byPath.get(reach.path) ?? []), reach]);
  if (byPath.size === 0 || byPath.size > MAX_TARGETS) return null;
  const targets: string[] = [];
  const left = (value: JsonValue, path: string): JsonValue => {
    if (Array.isArray(value)) return value.map((each, place) => left(each, `${path}[${place}]`));
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, each]): [string, JsonValue] => [
        name,
        left(each as JsonValue, memberOf(path, name)),
      ]);
      return Object.fromEntries(members);
    }
    const target = byPath.get(path)?.find((reach) => isWhole(value, reach));
    if (target === undefined || targets.length > MAX_TARGETS) return value;
    targets.push(`${target.kind} ${path}`);
    return target.kind === 'url' ? queryOf(target.value) : null;
  };
  const rest = left(given, '') as JsonObject;
  return targets.length === 0 || targets.length > MAX_TARGETS ? null : { arguments: rest, targets };
}

/** Whether the value names this target and nothing beside it: places can read the same, and texts name targets too. */
function isWhole(value: JsonValue, { kind, value: target }: ReadReach): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const [read, ...others] = normalise(kind, String(value));
  if (read === undefined || others.length > 0 || 'unreadable' in read) return false;
  return read.kind === kind && read.value === target;
}

/** The query of a URL can hold what is done there, such as an amount. */
function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
