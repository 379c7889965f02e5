/**
 * How the messages of a range are written. Everything that decides about their bytes is in here and goes on record, so
 * that the same bytes can be written again.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import { cefMessage } from './cef.ts';
import type { Fact } from './fact.ts';
import { ocsfMessage, type Source } from './ocsf.ts';
import { severityOf } from './severity.ts';
import { syslogMessage } from './syslog.ts';

/** Raise it with any change of the bytes of a message, and keep writing the former ones for ranges of then. */
export const RENDERING_VERSION = 1;

export interface Rendering extends Source {
  version: number;
  format: 'ocsf' | 'cef';
  detail: 'none' | 'summary';
  /** null where messages are not for syslog. */
  facility: number | null;
}

export function renderingText(rendering: Rendering): string {
  return canonicalJson({ ...rendering } as JsonObject);
}

/** @throws where a later version wrote it. */
export function readRendering(text: string): Rendering {
  const rendering = parseJson(text) as unknown as Rendering;
  if (rendering.version === RENDERING_VERSION) return rendering;
  throw new Error(`this version writes messages as version ${RENDERING_VERSION}, not ${rendering.version}`);
}

/** One message, without the framing of its transport. */
export function messageOf(fact: Fact, rendering: Rendering): string {
  const text = rendering.format === 'cef' ? cefMessage(fact, rendering) : ocsfMessage(fact, rendering);
  if (rendering.facility === null) return text;
  const { facility, host } = rendering;
  const header = { facility, severity: severityOf(fact), at: fact.at, host, messageId: fact.type };
  return syslogMessage(header, text);
}
