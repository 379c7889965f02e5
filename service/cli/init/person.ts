/** Asks a person at the terminal, line by line. Four questions need no library. */
import { createInterface } from 'node:readline/promises';
import { Transform } from 'node:stream';
import { shown } from '@assize/evidence-format';
import { print } from '../terminal.ts';
import type { Person } from './answers.ts';

/** The input ended, or Ctrl-C was pressed. */
const LEFT = 'You left before the last question, so nothing was written.';

/** @returns undefined where no person can answer. */
export function personAtTerminal(): (Person & { leave(): void }) | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  let isMuted = false;
  const output = new Transform({
    transform: (chunk, _encoding, done) => done(null, isMuted ? '' : chunk),
  });
  output.pipe(process.stdout, { end: false });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const left = new AbortController();
  lines.on('close', () => left.abort());
  const ask = async (question: string): Promise<string> => {
    const answer = await lines.question(question, { signal: left.signal }).catch(() => {
      throw new Error(LEFT);
    });
    return answer.trim();
  };
  return {
    leave: () => lines.close(),
    async choose(question, choices) {
      const width = Math.max(...choices.map(([name]) => name.length));
      print(
        question,
        ...choices.map(([name, about], at) => `   ${at + 1}  ${name.padEnd(width)}  ${about}`.trimEnd()),
      );
      for (;;) {
        const answer = await ask(`   1 to ${choices.length}, or a name [1]: `);
        const found =
          answer === ''
            ? choices[0]
            : choices.find(([name], at) => answer === name || answer === `${at + 1}`);
        if (found !== undefined) return found[0];
        print(`   ${shown(answer)} is not one of these.`);
      }
    },
    async write(question, initial, faultOf) {
      for (;;) {
        const answer = (await ask(`${question}${initial === '' ? '' : ` [${initial}]`} `)) || initial;
        const fault = faultOf(answer);
        if (fault === undefined) return answer;
        print(`   ${fault}`);
      }
    },
    async writeSecretly(question) {
      print(question);
      for (;;) {
        isMuted = true;
        const answer = await ask('').finally(() => {
          isMuted = false;
        });
        if (answer !== '') return answer;
        print('   A key begins with ak_.');
      }
    },
    async confirm(question) {
      return /^y(?:es)?$/i.test(await ask(`${question} [y/N] `));
    },
  };
}
