/**
 * Checks the segments of an exported file: the leaves of each must match the tree before the artifacts are compared
 * with them.
 */

import type { JsonValue } from '../canonical/canonical.ts';
import type { JsonVisitor } from '../canonical/json-stream.ts';
import { isTreeSize } from '../tree/merkle.ts';
import type { ArtifactChecker } from './artifacts.ts';
import { jsonOf, refuse } from './format.ts';
import type { ProblemList } from './report.ts';
import type { ExportTree } from './tree.ts';

export interface SegmentsContext {
  /** Null if its tiles don't match the root: the leaves can't be checked then. */
  tree: ExportTree | null;
  artifacts: ArtifactChecker;
  problems: ProblemList;
  /** The segment whose leaves the tree keeps; null for none. */
  kept: number | null;
}

/** Throws Unreadable if a segment is malformed. */
export function segmentsVisitor(context: SegmentsContext): JsonVisitor {
  let before = -1;
  return {
    enter: () =>
      segmentVisitor(context, (index) => {
        if (index <= before) refuse('The indices of the segments do not ascend');
        before = index;
      }),
    take: () => refuse('A segment is not an object'),
  };
}

function segmentVisitor(context: SegmentsContext, begin: (index: number) => void): JsonVisitor {
  let index = -1;
  let hasLeaves = false;
  let hasArtifacts = false;
  return {
    enter: (key) => {
      if (key !== 'artifacts') return undefined;
      if (!hasLeaves) refuse('A segment has index and leaves before its artifacts');
      hasArtifacts = true;
      return { take: (_, value) => context.artifacts.take(value) };
    },
    take: (key, value) => {
      const json = jsonOf(value);
      if (key === 'index' && isTreeSize(json)) {
        index = json;
        begin(index);
      } else if (key === 'leaves' && index >= 0) {
        hasLeaves = true;
        takeLeaves(context, index, json);
      } else {
        refuse(`A segment does not have "${key}" in this place`);
      }
    },
    leave: () => {
      if (!hasArtifacts) refuse('A segment has index, leaves and artifacts');
    },
  };
}

function takeLeaves(
  { tree, artifacts, problems, kept }: SegmentsContext,
  index: number,
  base64: JsonValue,
): void {
  const found = tree?.leaves(index, base64) ?? { leaves: null };
  const leaves = typeof found === 'string' ? null : found.leaves;
  if (typeof found === 'string') problems.add(null, 'wrong_leaves', found);
  if (leaves !== null && kept === index) tree?.keep(index, leaves);
  artifacts.beginSegment(index, leaves);
}
