/**
 * Tries a case of a policy: a request with its expected verdict. Only the policy judges, without the other laws, so a
 * case can fail only because of the rules that it is about.
 */

import { readAct } from '@assize/act-reading/act';
import { nameOf, namesOf, normalise } from '@assize/act-reading/targets';
import type { Catalogue } from '@assize/act-reading/tools';
import type { CompiledPolicy } from '../governance/policies/compiled/index.ts';
import type { PolicyInput } from '../governance/policies/index.ts';
import { DEFAULT_SETTINGS } from '../governance/settings/terms/index.ts';
import { actOfReading, loadActReaders } from './facts/act-of-reading.ts';
import { unanswered } from './laws/approval.ts';
import type { Verdict } from './laws/law.ts';
import { policyInput, verdictOfMatches } from './laws/policy-matches.ts';
import type { ActReach, KnownBy } from './question/act.ts';
import { NO_FACTS } from './question/facts.ts';
import { buildQuestion, type Question } from './question/question.ts';
import type { EvaluationRequest } from './question/request.ts';

export interface PolicyCase {
  name: string;
  request: EvaluationRequest;
  /** The tools by which the act is read, as in production; without them nothing is known of the act. */
  catalogue?: Catalogue;
  /** The known targets: exact ones, or something that covers them, such as a domain. */
  known?: readonly string[];
  /** Replaces values that would otherwise follow from the request and the standard settings. */
  facts?: Partial<PolicyInput['facts']>;
  /** The ids of the rules that a human has answered by approving this very request. */
  answered?: readonly string[];
  expect: {
    verdict?: Verdict;
    /** All rules that match, in any order. */
    matches?: readonly string[];
    /** Whether a rule errs; by default none may. */
    erred?: boolean;
  };
}

export interface CaseOutcome {
  verdict: Verdict;
  /** The rules that match, in the order of the policy. */
  matches: string[];
  /** The rules that could not be evaluated, in the same order. */
  erred: string[];
  /** The erring rules that only went over their bound on cost, which escalates; the others block. */
  overCost: string[];
  /** The expectations that were not met; empty where the case passes. */
  differing: (keyof PolicyCase['expect'])[];
}

const ENVIRONMENT = 'production';

export async function tryCase(policy: CompiledPolicy, tried: PolicyCase): Promise<CaseOutcome> {
  const { facts, answered, expect } = tried;
  const input = policyInput(await questionOf(tried), ENVIRONMENT);
  const proven = answered === undefined ? {} : { approval: 'verified' as const };
  const found = policy.match({ ...input, facts: { ...input.facts, ...facts, ...proven } });
  const asked = policy.rules.map(({ matched }) => matched).filter(({ rule }) => answered?.includes(rule));
  const erred = found.filter((match) => match.erred).map(({ rule }) => rule);
  const overCost = found.filter((match) => match.over_cost).map(({ rule }) => rule);
  const matched = found.filter((match) => !match.erred);
  const matches = matched.map(({ rule }) => rule);
  const verdict = verdictOfMatches(unanswered(found, asked));
  const differs = {
    verdict: expect.verdict !== undefined && expect.verdict !== verdict,
    matches: expect.matches !== undefined && !isSameSet(expect.matches, matches),
    erred: (expect.erred ?? false) !== erred.length > 0,
  };
  const differing = (['verdict', 'matches', 'erred'] as const).filter((part) => differs[part]);
  return { verdict, matches, erred, overCost, differing };
}

async function questionOf({ request, catalogue, known = [] }: PolicyCase): Promise<Question> {
  if (catalogue === undefined) return buildQuestion(request, NO_FACTS, DEFAULT_SETTINGS);
  const reading = readAct(catalogue, request, await loadActReaders());
  const act = actOfReading(catalogue, reading);
  const names = new Set(known.flatMap(namesIn));
  for (const reach of act.reaches) if (isKnown(reach, names)) reach.known = BY_RECORD;
  const question = buildQuestion(request, { ...NO_FACTS, act }, DEFAULT_SETTINGS);
  return { ...question, contents: reading.facts };
}

const BY_RECORD: KnownBy = { by: 'record', id: 'tgt_of_the_case' };

function isKnown(reach: ActReach, names: ReadonlySet<string>): boolean {
  return 'value' in reach && namesOf(reach).some((name) => names.has(name));
}

/** A known target is written without its kind, so it is known as every kind that it may be. */
function namesIn(text: string): string[] {
  const targets = normalise('detect', text).filter((read) => 'value' in read);
  const plain = (['object', 'program'] as const).map((kind) => ({ kind, value: text }));
  return [...targets, ...plain].map(nameOf);
}

function isSameSet(wanted: readonly string[], got: readonly string[]): boolean {
  const all = new Set(wanted);
  return all.size === got.length && got.every((one) => all.has(one));
}
