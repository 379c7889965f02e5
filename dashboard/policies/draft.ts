/** A draft of a policy as a person edits it. This tab keeps it until it is stored, so that nothing typed is lost. */
import { useEffect, useState } from 'react';
import type { PolicyRule, PolicyVersion } from '../../client/api.ts';
import type { Environment } from '../api/client.ts';

export interface Draft {
  description: string;
  rules: DraftRule[];
  variables: NonNullable<PolicyVersion['variables']>;
  lists: NonNullable<PolicyVersion['lists']>;
  /** The version that the draft began with. If the newest one differs, someone else stored a version meanwhile. */
  basedOn: number;
  /** Why the version is written; the rules don't have it. */
  reason?: string;
}

export interface DraftRule {
  id: string;
  description: string;
  when: string;
  effect: PolicyRule['effect'];
  message: string;
}

export const EFFECT_WORDS: Record<DraftRule['effect'], string> = {
  escalate: 'Wait for a person',
  block: 'Block',
  note: 'Only record it',
};

export const NEW_RULE: DraftRule = { id: '', description: '', when: '', effect: 'escalate', message: '' };

export function draftOf({
  description,
  rules,
  variables = [],
  lists = {},
  latest_version,
}: PolicyVersion): Draft {
  return { description, rules, variables, lists, basedOn: latest_version };
}

/** The form that the API takes. */
export function bodyOf({ description, rules, variables, lists }: Draft) {
  return {
    description,
    rules,
    ...(variables.length > 0 && { variables }),
    ...(Object.keys(lists).length > 0 && { lists }),
  };
}

/** Two drafts with the same content have the same text. */
export function textOf(draft: Draft): string {
  return JSON.stringify(bodyOf(draft));
}

/** A draft as lines to read and to compare. Each rule begins with its name. */
export function linesOf({ description, rules, variables, lists }: Draft): string {
  const of = (name: string, text: string) =>
    text === '' ? [] : [`  ${name}: ${text.replaceAll('\n', '\n    ')}`];
  return [
    ...of('About', description).map((line) => line.trim()),
    ...variables.map(({ name, expression }) => `Variable ${name}: ${expression}`),
    ...Object.entries(lists).map(([name, values]) => `List ${name}: ${JSON.stringify(values)}`),
    ...rules.flatMap(({ id, effect, when, message, description: why }) => [
      `Rule ${id}: ${EFFECT_WORDS[effect]}`,
      ...of('when', when),
      ...of('message', message),
      ...of('why', why),
    ]),
  ].join('\n');
}

/** @param begin the initial draft, where nothing was typed in this tab. */
export function useDraft(environment: Environment, name: string, begin: Draft) {
  const key = `assize.policy.${environment}.${name}`;
  const [draft, setDraft] = useState<Draft>(() => storedIn(key) ?? begin);
  useEffect(() => {
    if (textOf(draft) === textOf(begin) && !draft.reason) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  }, [key, draft, begin]);
  const forget = (next: Draft) => {
    sessionStorage.removeItem(key);
    setDraft(next);
  };
  return { draft, setDraft, forget };
}

function storedIn(key: string): Draft | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Draft);
}
