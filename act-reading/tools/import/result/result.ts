/** Proposes what an entry says about a tool's results, with a reason for each field. */

import type { JsonObject } from '@assize/evidence-format';
import type { Effect } from '../../../targets/index.ts';
import type { ToolEntry } from '../../entry.ts';
import type { Subject } from '../effect/subject.ts';
import { confidentialityOf } from './confidentiality.ts';
import { resultFieldsOf } from './fields.ts';
import { namedBy } from './named.ts';
import { sourceOf, webWordOf } from './source.ts';

export interface ProposedResult {
  fields: Pick<ToolEntry, 'result' | 'result_fields' | 'confidentiality'>;
  reasons: Record<string, string>;
}

/** @param root the document that references point into; for a tool on its own, its schema. */
export function resultOf(subject: Subject, effects: ReadonlySet<Effect>, root: JsonObject): ProposedResult {
  const named = namedBy(subject);
  const { description, title, schema, output } = subject.definition;
  const source = sourceOf(named, effects);
  // A search engine may call an address an id.
  const isReadable = output !== undefined && webWordOf(named) === null;
  const members = isReadable ? resultFieldsOf(output, root === schema ? output : root, source) : null;
  const confidentiality = confidentialityOf(named, description || title, effects);
  const { value, why } = members?.source ?? source;
  const result_fields: ToolEntry['result_fields'] = {};
  const reasons: Record<string, string> = { result: why, confidentiality: confidentiality.why };
  for (const [name, member] of members?.fields ?? []) {
    Object.defineProperty(result_fields, name, { value: member.value, enumerable: true });
    reasons[`result_fields.${name}`] = member.why;
  }
  return { fields: { result: value, result_fields, confidentiality: confidentiality.value }, reasons };
}
