/**
 * Reads the examples on the pages about the laws. Each is a block of lines that begin with a word: settings, facts
 * and the request as JSON, which may continue on the next line, and the expected answer.
 */

import assert from 'node:assert/strict';
import type { Facts } from '@assize/service/evaluation/question/facts.ts';
import type { EvaluationRequest } from '@assize/service/evaluation/question/index.ts';
import type { LawSettings } from '@assize/service/governance/settings/terms/index.ts';

export interface Example {
  /** The line on the page, counted from 1. */
  line: number;
  set?: Partial<LawSettings>;
  known?: Partial<Facts>;
  ask: EvaluationRequest;
  verdict: string;
  laws: { law: string; result: string; reason: string }[];
  remedies: { law: string; change: unknown }[];
}

const LAW_LINE = /^([A-Z][A-Za-z ]+): (.+)$/;

/** @throws {AssertionError} on a block that is not an example. */
export function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  let block: string[] | null = null;
  for (const [place, line] of page.split('\n').entries()) {
    if (block !== null) {
      if (line === '```') {
        examples.push(exampleOf(block, place + 1 - block.length));
        block = null;
      } else block.push(line);
    } else if (line === '```example') block = [];
  }
  assert.ok(block === null, 'an example that does not end');
  assert.ok(examples.length > 0);
  return examples;
}

function exampleOf(block: string[], line: number): Example {
  const said = new Map<string, unknown>();
  const laws: Example['laws'] = [];
  const remedies: Example['remedies'] = [];
  for (const [word, rest] of statementsOf(block)) {
    if (word === 'set' || word === 'known' || word === 'ask') said.set(word, JSON.parse(rest));
    else if (word === 'verdict') said.set(word, rest);
    else {
      const [, law = '', text = ''] = LAW_LINE.exec(rest) ?? assert.fail(`line ${line}: ${rest}`);
      if (word === 'remedy') remedies.push({ law, change: JSON.parse(text) });
      else if (['pass', 'warn', 'fail'].includes(word)) laws.push({ law, result: word, reason: text });
      else assert.fail(`line ${line}: ${word} says nothing`);
    }
  }
  assert.ok(said.has('ask') && said.has('verdict'), `line ${line} asks nothing, or has no answer`);
  return { line, ...(Object.fromEntries(said) as Pick<Example, 'ask' | 'verdict'>), laws, remedies };
}

/** Returns the word at the beginning of each line, and the rest of it; an indented line continues the last one. */
function statementsOf(block: string[]): [word: string, rest: string][] {
  const statements: [string, string][] = [];
  for (const line of block) {
    const [, word, rest = ''] = /^(\w*)\s+(.*)$/.exec(line) ?? assert.fail(line);
    const last = statements.at(-1);
    if (word !== undefined && word !== '') statements.push([word, rest]);
    else if (last !== undefined) last[1] += ` ${rest}`;
  }
  return statements;
}
