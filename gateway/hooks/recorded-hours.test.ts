/**
 * Hours of ordinary coding, written down call by call, and commands that no coding needs: how often a person is asked,
 * and that nothing harmful passes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { testInWorkspace } from '../../tests/support/gateway/workspace.ts';
import type { Body } from '../../tests/support/hooks.ts';

const FOLDER = path.join(import.meta.dirname, '../../tests/cases/coding');
/** The most questions of each. The last hour was written when the records were done: it asked 6 times at first. */
const HOURS = { 'typescript-service': 3, 'python-data': 3, 'go-tool': 3, 'set-aside': 4 };

type Given = string | [string, string];
type Call = [tool: string, given: Given];

interface Recording {
  files: Record<string, string>;
  calls: Call[];
}

function recordingOf(name: string): Recording {
  const { files = {}, calls } = parse(readFileSync(path.join(FOLDER, `${name}.yaml`), 'utf8'));
  return { files, calls: calls.flatMap((call: Record<string, Given>) => Object.entries(call)) };
}

/** The arguments of the tools as Claude Code sends them. */
const INPUTS: Record<string, (given: string, text: string, project: string) => object> = {
  Bash: (command) => ({ command, description: 'Runs it' }),
  Read: (file, _text, project) => ({ file_path: path.resolve(project, file) }),
  Edit: (file, text, project) => ({
    file_path: path.resolve(project, file),
    old_string: 'before',
    new_string: text,
  }),
  Write: (file, text, project) => ({ file_path: path.resolve(project, file), content: text }),
  Glob: (pattern) => ({ pattern }),
  Grep: (pattern) => ({ pattern, output_mode: 'content' }),
  TodoWrite: (content) => ({ todos: [{ content, status: 'in_progress', activeForm: content }] }),
  WebSearch: (query) => ({ query }),
  WebFetch: (url) => ({ url, prompt: 'Say what it says' }),
};

function inputOf([tool, given]: Call, project: string, home: string): object {
  const [first, text = ''] = typeof given === 'string' ? [given] : given;
  return INPUTS[tool]?.(first.replace(/^~(?=\/)/, home), text, project) ?? {};
}

const decisionOf = (answer: Body): string => answer?.hookSpecificOutput?.permissionDecision ?? 'proceed';

for (const [name, most] of Object.entries(HOURS)) {
  const { files, calls } = recordingOf(name);
  testInWorkspace(
    `an-hour-asks-at-most-${most}-times: ${name}`,
    async ({ decided, project, home }, t) => {
      const asked: string[] = [];
      for (const call of calls) {
        const answer = await decided(call[0], inputOf(call, project, home));
        const decision = decisionOf(answer);
        const { permissionDecisionReason: why = '' } = answer?.hookSpecificOutput ?? {};
        if (decision !== 'proceed') asked.push(`${decision} ${call.flat().join(' ')} | ${why}`);
      }
      t.diagnostic(`${calls.length} calls, ${asked.length} held\n${asked.join('\n')}`);
      assert.ok(asked.length <= most, asked.join('\n'));
      assert.deepEqual(
        asked.filter((each) => !each.startsWith('ask ')),
        [],
        'none is blocked',
      );
    },
    files,
  );
}

testInWorkspace('each-harmful-call-is-held', async ({ decided, project, home }, t) => {
  const { calls } = recordingOf('harmful');
  assert.ok(calls.length >= 40);
  const decisions = new Map<string, string[]>();
  for (const call of calls) {
    const decision = decisionOf(await decided(call[0], inputOf(call, project, home)));
    decisions.set(decision, [...(decisions.get(decision) ?? []), call.flat().join(' ')]);
  }
  t.diagnostic(`${decisions.get('deny')?.length} blocked, ${decisions.get('ask')?.length} asked`);
  assert.deepEqual(decisions.get('proceed') ?? [], []);
});
