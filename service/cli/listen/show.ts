/** An event as a line that a person reads. */
import { type JsonObject, shown } from '@assize/evidence-format';
import type { Line } from '@assize/evidence-format/terminal';
import { EVENT_TYPES, eventDefinition } from '../../events/index.ts';
import type { HeardEvent } from './source.ts';

/** The fields that matter in most events, in this order. */
const MATTERS: Record<string, (value: string) => string> = {
  resolution: (value) => value,
  action: (value) => value,
  agent_id: (value) => `by ${value}`,
  actor: (value) => `by ${value}`,
  risk_level: (value) => `${value} risk`,
  problem: (value) => value,
  message: (value) => value,
  approval_id: (value) => value,
};
const TYPE_WIDTH = Math.max(...EVENT_TYPES.map((type) => type.length));

export function lineOf({ sequence, type, timestamp, data }: HeardEvent): Line {
  const time = new Date(timestamp).toLocaleString('sv-SE');
  const rejected = type === 'approval.resolved' && data.resolution !== 'approved';
  const colour = rejected ? 'red' : (eventDefinition(type)?.colour ?? 'cyan');
  const name = shown(type).padEnd(TYPE_WIDTH);
  const matters = whatMatters(type, data);
  return [
    `${time}  #${String(sequence).padEnd(5)} `,
    { colour, text: name },
    matters === '' ? '' : `  ${matters}`,
  ];
}

function whatMatters(type: string, data: JsonObject): string {
  const line = eventDefinition(type)?.line;
  if (line !== undefined) return line(data);
  const found = Object.entries(MATTERS).flatMap(([name, wordsFor]) => {
    const value = data[name];
    return typeof value === 'string' ? [wordsFor(value)] : [];
  });
  if (found.length > 0) return found.join(', ').replace(', by ', ' by ');
  return Object.entries(data)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
