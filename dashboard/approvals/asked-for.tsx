/** Says what a person is asked about: a party that only strangers named, or something beyond the task. */
import type { Approval } from '../../client/api.ts';
import { type Doubt, DoubtChips } from '../sessions/chips.tsx';

export function AskedFor({ approval: { laws, for_task: beyond } }: { approval: Approval }) {
  const details = laws?.find(({ law_id: id }) => id === 'bounded_autonomy')?.details;
  const origins = (details?.origins ?? []) as { kind?: unknown }[];
  const kinds = origins.map(({ kind }) => kind as Doubt);
  const isBeyond = beyond !== null && (beyond.tool !== null || beyond.effects.length > 0);
  return <DoubtChips doubts={isBeyond ? ['beyond_mandate', ...kinds] : kinds} />;
}
