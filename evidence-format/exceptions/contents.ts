/**
 * Checks what a report of exceptions says against the leaves of its file: the records that it names are these, its counts
 * add up, and its sample is the one that its seed gives.
 */
import type { LeafIndex } from './leaves.ts';
import type { DrawnRecord, ExceptionsReport, ListedRecord } from './report-file.ts';
import { drawSample, SAMPLE_METHOD } from './sample.ts';

/** Gets a sentence on what is wrong, or null. */
export type Blame = (problem: string | null) => void;

/** The largest sample that a report can have. */
export const MAX_SAMPLE = 250;

export function checkListed(
  { exceptions, population, sample }: ExceptionsReport,
  leaves: LeafIndex,
  blame: Blame,
): void {
  for (const { kind, count, listed } of exceptions) {
    if (listed.length > count) blame(`The report lists more of ${kind} than it counts.`);
    for (const each of listed) blame(leaves.faultOf(each));
  }
  for (const end of [population.first, population.last]) {
    if (end !== null && !leaves.has(end))
      blame(`The file has no proof of record ${end}, an end of the period.`);
  }
  for (const drawn of sample.drawn) {
    blame(leaves.faultOf(drawn));
    blame(faultOfDrawn(drawn, leaves));
    for (const step of drawn.trail) blame(leaves.faultOf(step));
  }

  function faultOfDrawn(drawn: DrawnRecord, index: LeafIndex): string | null {
    const leaf = index.at(drawn.index);
    if (leaf === undefined) return null;
    const { artifact_type, actor, action, verdict } = leaf;
    if (sample.population !== 'all' && artifact_type !== sample.population)
      return `Record ${drawn.index} was drawn, and is not of the population.`;
    const isAsStated =
      artifact_type === drawn.artifact_type &&
      actor === drawn.who &&
      action === drawn.action &&
      verdict === drawn.verdict;
    return isAsStated
      ? null
      : `The report states another type, actor, action or verdict of record ${drawn.index} than it has.`;
  }
}

export function checkPopulation({ population, sample, period }: ExceptionsReport, blame: Blame): void {
  const { first, last, count, outside, by_type } = population;
  const sum = Object.values(by_type).reduce((all, each) => all + each, 0);
  if (sum !== count) blame(`The counts by type add up to ${sum}, and the report states ${count} records.`);
  const span = first === null || last === null ? 0 : last - first + 1;
  if (span !== count + outside)
    blame('The records of the period do not add up to the positions between its ends.');
  const size = sample.population === 'all' ? count : (by_type[sample.population] ?? 0);
  if (size !== sample.population_size)
    blame('The sample was drawn from another number of records than the report counts.');
  const inPeriod = ({ at }: ListedRecord) =>
    Date.parse(at) >= Date.parse(period.from) && Date.parse(at) < Date.parse(period.to);
  const stray = sample.drawn.find((drawn) => !inPeriod(drawn));
  if (stray !== undefined) blame(`Record ${stray.index} was drawn, and is not of the period.`);
}

/** Draws the sample again. @returns whether the positions are proven by that, since the population is every position. */
export function checkSample({ sample, population }: ExceptionsReport, blame: Blame): boolean {
  const { method, seed, population_size, size_wanted, drawn } = sample;
  if (method !== SAMPLE_METHOD) {
    blame(`This program doesn't know the sampling method ${method}.`);
    return false;
  }
  // A file can name any number, and each takes a hash.
  if (size_wanted > MAX_SAMPLE) {
    blame(`The sample is larger than ${MAX_SAMPLE}.`);
    return false;
  }
  const ordinals = drawSample(seed, population_size, size_wanted);
  const isSame =
    ordinals.length === drawn.length && drawn.every(({ ordinal }, at) => ordinal === ordinals[at]);
  if (!isSame) blame('The sample is not the one that its seed gives.');
  const { first, outside } = population;
  const inOrder = drawn.toSorted((one, other) => one.ordinal - other.ordinal);
  const areInOrder = inOrder.every(({ index, ordinal }, at) => {
    const before = inOrder[at - 1];
    return (
      index >= (first ?? 0) + ordinal &&
      (before === undefined || index - before.index >= ordinal - before.ordinal)
    );
  });
  if (!areInOrder) blame('The positions of the sample are not in the order of their numbers.');
  const isEvery = sample.population === 'all' && outside === 0;
  if (isEvery && !drawn.every(({ index, ordinal }) => index === (first ?? 0) + ordinal)) {
    blame('The sample names other positions than those that were drawn.');
  }
  return isSame && isEvery;
}
