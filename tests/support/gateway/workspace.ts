/** A workspace for which the hook of Claude Code was installed, with all that its installation prints as next steps. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { claudeCode } from '../../../gateway/hooks/agents/claude-code.ts';
import { runHook } from '../../../gateway/hooks/run.ts';
import { testOnOneDatabase } from '../databases/databases.ts';
import { type Body, does, fixtureOf, type HookRun, put, temporaryHome } from '../hooks.ts';
import { startTestService } from '../http/in-process.ts';
import { assize } from '../processes/command.ts';

const CLAUDE = fixtureOf('claude-code', 'PreToolUse').input;

interface Installed extends HookRun {
  /** @returns what the hook answers Claude Code before this call */
  decided: (tool: string, given: object, cwd?: string) => Promise<Body>;
  project: string;
}

/** Runs the commands that the installation prints. @param files of the project, by their paths */
export function testInWorkspace(
  promise: string,
  run: (installed: Installed, t: TestContext) => Promise<void>,
  files: Record<string, string> = {},
) {
  testOnOneDatabase(promise, async (location, t) => {
    const home = temporaryHome(t);
    const project = path.join(home, 'shop');
    mkdirSync(path.join(project, '.git'), { recursive: true });
    for (const [name, text] of Object.entries(files)) put(project, name, text);
    // Start the service last: it takes a while to notice changes by other processes.
    const { service } = await startTestService(t, location);
    const { stdout } = await does('install claude-code', { home, project });
    const steps = [...stdout.matchAll(/^ {2}npx assize (.+)$/gm)].map(([, words = '']) => words);
    assert.equal(steps.length, 3, stdout);
    for (const step of steps) {
      const words = step.split(' ').map((word) => word.replaceAll("'", ''));
      const { code, stderr } = await assize(location, words);
      assert.equal(code, 0, `${step}: ${stderr}`);
    }
    await service.close();
    const { app } = await startTestService(t, location);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { stdout: moved } = await does(`install claude-code --url ${url}`, { home, project });
    assert.match(moved, /nothing was changed/);
    const decided = async (tool: string, given: object, cwd = project) => {
      const event = JSON.stringify({ ...CLAUDE, cwd, tool_name: tool, tool_input: given });
      const hook = { input: async () => event, environment: {}, home, nowMs: Date.now() };
      const { stdout } = await runHook(claudeCode, undefined, { ...hook, configurationFile: undefined });
      return stdout;
    };
    await run({ home, url, project, decided }, t);
  });
}
