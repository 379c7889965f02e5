/**
 * Runs in `npm ci` before the build: links the Node that was installed to where npm scripts and npx look for it first.
 * npm 11 does so itself. npm 10 removes that link again, with the packages of other platforms, which name it too.
 */
import { existsSync, linkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const isWindows = process.platform === 'win32';
const node = isWindows ? 'node.exe' : 'node';
const installed = path.join(`node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', node);
const commands = 'node_modules/.bin';
const command = path.join(commands, node);

if (existsSync(path.join('node_modules', installed))) {
  rmSync(command, { force: true });
  // A symbolic link takes a privilege on Windows.
  if (isWindows) linkSync(path.join('node_modules', installed), command);
  else symlinkSync(path.join('..', installed), command);
}
