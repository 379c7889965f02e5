/** The remark below a record's row: the reason of its verdict, its outcome, or why its payload is missing. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { StoredArtifact } from '../../../database/evidence/stored-evidence.ts';
import { readPayload } from '../../../evidence/reading/index.ts';
import { isId } from '../../../foundation/ids.ts';
import type { ExportRemoval } from '../source.ts';
import { nameText } from './wording.ts';

export interface RemarkText {
  text: string;
  /** Whether a reader should not overlook it. */
  grave: boolean;
}

/** The results of laws as records state them, the gravest first. */
const GRAVE_RESULTS: readonly [result: string, recorded: string][] = [
  ['fail', 'failed'],
  ['warn', 'warned'],
];

/** Null if there is nothing to say, or the payload has an unexpected form. */
export function remarkOn(artifact: StoredArtifact, removals: readonly ExportRemoval[]): RemarkText | null {
  if (artifact.payload === null) return { text: removalText(artifact.position, removals), grave: true };
  const payload = readPayload(artifact.payload);
  if (payload === null) return { text: 'The payload is not readable JSON.', grave: true };
  switch (artifact.artifact_type) {
    case 'governance_eval':
      return artifact.verdict === 'proceed' ? null : plain(lawsText(payload.laws));
    case 'action_executed':
      return outcomeRemark(payload);
    case 'action_approved':
    case 'action_rejected':
      return plain(decisionsText(payload.decisions));
    case 'governance_change':
      return plain(recorded('Reason given', objectOf(payload.change).reason));
    default:
      return null;
  }
}

function removalText(position: number, removals: readonly ExportRemoval[]): string {
  const removal = removals.find(({ fromIndex, toIndex }) => fromIndex <= position && position < toIndex);
  if (removal === undefined) return 'The payload is missing, and no record states that it was removed.';
  const how = removal.kind === 'redaction' ? 'redacted' : 'deleted at the end of its retention';
  return `The payload was ${how}, as ${removal.evidenceId} states. Its hash stands.`;
}

/** The reasons of the laws that did not pass. */
function lawsText(laws: JsonValue | undefined): string {
  const recorded = GRAVE_RESULTS.flatMap(([result, word]) =>
    Object.entries(objectOf(laws)).flatMap(([law, record]) => {
      const reason = objectOf(record)[result];
      return typeof reason === 'string' ? [`${nameText(law)} ${word}: ${reason}`] : [];
    }),
  );
  return recorded.join(' · ');
}

/** A member decides in their own name; if a key names the decider, that is only its claim. */
function decisionsText(decisions: JsonValue | undefined): string {
  const each = Array.isArray(decisions) ? decisions.map(objectOf) : [];
  return each
    .map(({ party, decided_by: name, decision, comment, by_requester: asked }) => {
      const said = isId('key', String(party)) && name !== party ? `, said by key ${party}` : '';
      const same = asked === true ? '; the same person asked' : '';
      const words = typeof comment === 'string' && comment !== '' ? `: ${comment}` : '';
      return `${decision === 'approved' ? 'Approved' : 'Rejected'} by ${name ?? party}${said}${same}${words}`;
    })
    .join(' · ');
}

function outcomeRemark({ outcome, executed_despite_block: despite }: JsonObject): RemarkText | null {
  const text = typeof outcome === 'string' ? `Outcome reported: ${outcome}` : '';
  if (despite === true)
    return { text: `${text}${text === '' ? '' : ' · '}Executed despite a block`, grave: true };
  return plain(text);
}

function plain(text: string): RemarkText | null {
  return text === '' ? null : { text, grave: false };
}

function recorded(label: string, value: JsonValue | undefined): string {
  return typeof value === 'string' && value !== '' ? `${label}: ${value}` : '';
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
