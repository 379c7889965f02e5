/** The words for an incident's severity, harms and report. */
import type { Incident } from '../../client/api.ts';
import type { Tone } from '../ui/badge.tsx';

export type Severity = Incident['severity'];
export type Harm = Incident['harms'][number];

export const SEVERITIES = [
  { value: 'serious', name: 'Serious, as in the EU AI Act' },
  { value: 'major', name: 'Major' },
  { value: 'minor', name: 'Minor' },
] as const satisfies readonly { value: Severity; name: string }[];

export const SEVERITY_TONES: Record<Severity, Tone> = { serious: 'bad', major: 'warning', minor: 'neutral' };

export const HARMS: Record<Harm, string> = {
  death: 'A person died (report within 10 days)',
  health: 'Serious harm to a person’s health (15 days)',
  critical_infrastructure: 'Critical infrastructure was disrupted, seriously and irreversibly (2 days)',
  fundamental_rights: 'Duties that protect fundamental rights were broken (15 days)',
  property_or_environment: 'Serious harm to property or the environment (15 days)',
  widespread_infringement: 'A widespread infringement (2 days)',
};

type Report = Incident['report']['state'];

export const REPORTS: Record<Report, { word: string; tone: Tone }> = {
  none: { word: 'no report needed', tone: 'neutral' },
  due: { word: 'to report', tone: 'warning' },
  overdue: { word: 'report overdue', tone: 'bad' },
  in_time: { word: 'reported in time', tone: 'good' },
  late: { word: 'reported late', tone: 'warning' },
};

/** A moment as the field `datetime-local` shows it, in the reader's zone. */
export function localOf(ms: number): string {
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - zoneMs).toISOString().slice(0, 16);
}

/** ISO 8601 of what such a field holds; undefined if it is empty. */
export function isoOf(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
