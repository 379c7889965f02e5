/** Whether a sink sends, and how much waits for it. */
import type { Sink } from '../../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount } from '../ui/money.ts';

const STATES = {
  sending: { tone: 'good', word: 'Sending' },
  failing: { tone: 'bad', word: 'Failing' },
  paused: { tone: 'neutral', word: 'Paused' },
} as const;

export function SinkState({ sink: { status } }: { sink: Sink }) {
  const { tone, word } = STATES[status];
  return <Badge tone={tone}>{word}</Badge>;
}

export function waitingFor({ behind, events_behind: events }: Sink): string {
  if (behind + events === 0) return 'nothing';
  const records = `${formatCount(behind)} ${behind === 1 ? 'record' : 'records'}`;
  if (events === 0) return records;
  return `${records}, ${formatCount(events)} ${events === 1 ? 'event' : 'events'}`;
}
