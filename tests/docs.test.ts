/** What the documentation shows as a session at a terminal is run, and prints what the documentation says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/databases.ts';

const PAGES = ['docs/evidence.md'];
const SESSION = /^```console\n([\s\S]*?)^```$/gm;

/** A command, with what it reads from lines below it, and what it is said to print. */
interface Step {
  command: string;
  printed: string;
}

for (const page of PAGES) {
  test(`shows-in-${path.basename(page, '.md')}-what-really-happens`, (t) => {
    const text = readFileSync(path.join(import.meta.dirname, '..', page), 'utf8');
    const steps = [...text.matchAll(SESSION)].flatMap(([, session = '']) => stepsOf(session));
    assert.ok(steps.length > 0);
    const folder = temporaryFolder();
    t.after(folder.remove);
    const mark = '--- end of step ---';
    const script = steps.map(({ command }) => `${command}\necho '${mark}'`).join('\n');
    const run = spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' });
    const printed = run.stdout.split(`${mark}\n`);
    steps.forEach(({ command, printed: expected }, place) => {
      assert.equal(printed[place], expected, `${command}\n${run.stderr}`);
    });
  });
}

function stepsOf(session: string): Step[] {
  const steps: Step[] = [];
  let document: string | null = null;
  for (const line of session.split('\n').slice(0, -1)) {
    const last = steps.at(-1);
    if (document !== null && last !== undefined) {
      last.command += `\n${line}`;
      if (line === document) document = null;
    } else if (line.startsWith('$ ')) {
      steps.push({ command: line.slice(2), printed: '' });
      document = /<<'(\w+)'/.exec(line)?.[1] ?? null;
    } else if (last !== undefined) last.printed += `${line}\n`;
  }
  return steps;
}
