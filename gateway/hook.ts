#!/usr/bin/env node
// The command `assize hook`: answers the hooks of coding agents, and adds itself to their settings. It is a
// separate
// bundle, since an agent starts it twice for each tool call: it loads only what one event needs.

import { homedir } from 'node:os';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import { agentNamed } from './hooks/agents/agents.ts';
import { UnreadableEvent } from './hooks/event.ts';
import { runInstallation } from './hooks/install/command.ts';
import { configurationFileAmong } from './hooks/install/command-line.ts';
import { type Answer, runHook } from './hooks/run.ts';

// Whether it was started directly or as `assize hook`.
const [first, ...others] = process.argv.slice(2);
const words = first === 'hook' ? others : first === undefined ? [] : [first, ...others];
const [name, eventName] = words.filter((word) => !word.startsWith('--'));
const agent = agentNamed(name);

if (agent !== undefined) {
  const hook = {
    input: inputUpTo,
    environment: process.env,
    home: homedir(),
    configurationFile: configurationFileAmong(words),
    nowMs: Date.now(),
  };
  finish(await runHook(agent, eventName, hook));
} else {
  process.exitCode = runInstallation(words, {
    environment: process.env,
    home: homedir(),
    project: process.cwd(),
    program: [process.execPath, import.meta.filename],
    isWindows: process.platform === 'win32',
    print: (lines) => printLines(lines),
    printErrors: (lines) => printErrorLines(lines),
  });
}

/** JSON in pure ASCII, so that every reader decodes it alike. */
function finish({ stdout, stderr, exitCode }: Answer): void {
  process.exitCode = exitCode;
  if (stderr !== undefined) printErrorLines([stderr]);
  const text = stdout === undefined ? undefined : inAscii(JSON.stringify(stdout));
  if (text === undefined) process.exit();
  printLines([text], process.stdout, (error) => {
    if (error) {
      printErrorLines(['Assize: The answer could not be written, so the call was not carried out.']);
      process.exitCode = 2;
    }
    // An agent that keeps its end of the input open would keep this process alive.
    process.exit();
  });
}

function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function inputUpTo(maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read to the end in any case: Codex lets a call through if it can't write the whole event.
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  if (bytes > maxBytes) throw new UnreadableEvent(`the event is longer than ${maxBytes} bytes`);
  return Buffer.concat(chunks).toString('utf8');
}
