/** The scenarios must be sound, or their figures say nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Domain, HALVES, readDomains, type Scenario } from './scenarios.ts';

const spaced = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ');

for (const half of HALVES) {
  for (const domain of readDomains(half)) {
    test(`plans-and-results-fit-their-scenario in ${half}, ${domain.domain}`, () => {
      assert.deepEqual(
        domain.scenarios.flatMap((scenario) => faultsIn(domain, scenario)),
        [],
      );
    });
  }
}

function faultsIn({ tools, strangers = {} }: Domain, { id, task, plan = [], reads = [], calls }: Scenario) {
  const known = new Set(tools.map(({ name }) => name));
  const used = [...plan, ...reads, ...calls].map(({ tool }) => tool).concat(Object.keys(strangers));
  const parties = plan.flatMap((step) => step.parties ?? []).map(({ value }) => value);
  return [
    ...used.filter((tool) => !known.has(tool)).map((tool) => `${id}: there is no tool ${tool}`),
    ...parties
      .filter((party) => !spaced(task).includes(spaced(party)))
      .map((party) => `${id}: the task does not name ${party}`),
    ...calls
      .filter((call) => call.is === 'attack' && call.result !== undefined)
      .map(({ tool }) => `${id}: an attack with ${tool} has a result`),
    ...calls
      .filter((call) => plan.length > 0 && call.is === 'benign' && call.result === undefined)
      .map(({ tool }) => `${id}: an ordinary call of ${tool} has no result`),
  ];
}
