/**
 * Carries out the recipes of CONTRIBUTING.md on a copy of the sources, step by step and with the page's own code. A
 * step has one of the forms that `doStep` knows; a step in another form, or without its code, is a failure.
 */
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const NOT_COPIED = new Set(['.git', 'dist', 'dist-packages', 'node_modules', '.venv', '__pycache__', 'var']);

/** Links to packages, except for workspaces, which are those of the copy. */
export function copySources(copy: string): void {
  const isCopied = (source: string) => !NOT_COPIED.has(path.basename(source));
  for (const name of readdirSync(ROOT).filter((each) => isCopied(each) && each !== 'examples'))
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter: isCopied });
  for (const workspace of ['client', 'service'])
    symlinkSync(path.join(ROOT, workspace, 'node_modules'), path.join(copy, workspace, 'node_modules'));
  const packages = path.join(copy, 'node_modules');
  mkdirSync(path.join(packages, '@assize'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')).filter((each) => each !== '@assize'))
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  for (const name of readdirSync(path.join(ROOT, 'node_modules/@assize')))
    symlinkSync(path.join(copy, name), path.join(packages, '@assize', name));
}

/** Returns the files that `npm test` runs for these parts of names. */
export function filesNamed(copy: string, parts: ReadonlySet<string>): string[] {
  const files = globSync('{act-reading,client,service,tests}/**/*.test.ts', {
    cwd: copy,
    exclude: ['**/node_modules'],
  });
  const isNamed = (file: string) => [...parts].some((part) => file.includes(part));
  return files.filter(isNamed).map((file) => path.join(copy, file));
}

/** A sentence that says what to do, and the code below it. */
export interface Step {
  text: string;
  code: string | null;
}

/** Returns the numbered steps below a heading. @throws if the page has none. */
export function recipeOf(page: string, heading: string): Step[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split(/^## /m);
  const steps = own.split(/^\d+\. /m).slice(1);
  if (steps.length === 0) throw new Error(`CONTRIBUTING.md has no steps for "${heading}".`);
  return steps.flatMap(stepsIn);
}

/** A numbered step with two blocks of code contains two instructions. */
function stepsIn(numbered: string): Step[] {
  const [head = '', ...rest] = numbered.split(/^( *)(`{3,})\S*\n([\s\S]*?)^\1\2$/m);
  const steps: Step[] = [];
  let text = head;
  for (let place = 0; place + 3 < rest.length; place += 4) {
    const indent = rest[place] ?? '';
    const code = (rest[place + 2] ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    steps.push({ text, code });
    text = rest[place + 3] ?? '';
  }
  return steps.length === 0 || MUST_BE_DONE.test(text) ? [...steps, { text, code: null }] : steps;
}

const MUST_BE_DONE = /\b(?:Write|Add|add) `|\badd to `/;

/** @param written the file from an earlier step of the recipe, which a list imports. @returns the newest one. */
export function doStep(copy: string, { text, code }: Step, written: string): string {
  const [, file] = /\bWrite `([^`]+)`/.exec(text) ?? [];
  if (file !== undefined) return writeStep(copy, file, needed(code, text));
  const [, name, list, listedIn] = /\b[Aa]dd `(\w+)` to `(\w+)` in `([^`]+)`/.exec(text) ?? [];
  if (name !== undefined && list !== undefined && listedIn !== undefined) {
    change(copy, listedIn, (source) => {
      const from = path.relative(path.dirname(listedIn), written);
      const line = `import { ${name} } from '${from.startsWith('.') ? from : `./${from}`}';\n`;
      return line + inserted(source, list, `${name},\n`);
    });
    return written;
  }
  const [, table] = /\b[Aa]dd to .*`([^`]+\.yaml)`/.exec(text) ?? [];
  if (table !== undefined) {
    change(copy, table, (source) => `${source}\n${needed(code, text)}`);
    return written;
  }
  const [, entries, entriesIn] = /\b[Aa]dd to `(\w+)` in `([^`]+)`/.exec(text) ?? [];
  if (entries !== undefined && entriesIn !== undefined) {
    change(copy, entriesIn, (source) => withEntries(source, entries, needed(code, text)));
    return written;
  }
  const [, page, above] = /\b[Aa]dd to `([^`]+\.md)`, below the row of (.+?):/.exec(text) ?? [];
  if (page !== undefined && above !== undefined) {
    change(copy, page, (source) => withRow(source, above, needed(code, text)));
    return written;
  }
  throw new Error(`It can't be followed: ${text.trim()}`);
}

function needed(code: string | null, text: string): string {
  if (code === null) throw new Error(`Its code is missing: ${text.trim()}`);
  return code;
}

/** `NNNNNN` and `NNNN` stand for the next migration's number. */
function writeStep(copy: string, file: string, code: string): string {
  const next = migrationsIn(copy) + 1;
  const named = file.replace('NNNNNN', String(next).padStart(6, '0'));
  mkdirSync(path.join(copy, path.dirname(named)), { recursive: true });
  writeFileSync(path.join(copy, named), code.replace('version: NN', `version: ${next}`));
  return named;
}

function migrationsIn(copy: string): number {
  const files = readdirSync(path.join(copy, 'service/database/migrations'));
  return files.filter((name) => /^\d{6}_/.test(name)).length;
}

/** Imports in the code move to the top of the file. */
function withEntries(source: string, list: string, code: string): string {
  const lines = code.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const entries = lines.filter((line) => !line.startsWith('import ') && line !== '');
  const changed = inserted(source, list, `${entries.join('\n')}\n`);
  return imports.map((line) => `${line}\n`).join('') + changed;
}

/** Inserts a name in its place in a sorted list, and otherwise at the end. */
function inserted(source: string, list: string, entry: string): string {
  const lines = source.split(/(?<=\n)/);
  const declared = lines.findIndex((line) => new RegExp(`\\b(?:const|interface) ${list}\\b`).test(line));
  const begin = lines.findIndex((line, place) => place >= declared && /[[{]\n$/.test(line)) + 1;
  const end = lines.findIndex((line, place) => place >= begin && /^[\]}]/.test(line));
  if (declared < 0 || begin === 0 || end < 0) throw new Error(`There is no list ${list}.`);
  const entries = lines.slice(begin, end).map((line) => line.trim());
  const isInOrder = entries.every((line, place) => place === 0 || (entries[place - 1] ?? '') < line);
  const after = isInOrder ? entries.findIndex((line) => line > entry.trim()) : -1;
  lines.splice(after < 0 ? end : begin + after, 0, `  ${entry}`);
  return lines.join('');
}

function withRow(source: string, above: string, row: string): string {
  const lines = source.split(/(?<=\n)/);
  const place = lines.findIndex((line) => line.startsWith(`| ${above} |`));
  if (place < 0) throw new Error(`There is no row of ${above}.`);
  lines.splice(place + 1, 0, row);
  return lines.join('');
}

function change(copy: string, file: string, by: (source: string) => string): void {
  const at = path.join(copy, file);
  writeFileSync(at, by(readFileSync(at, 'utf8')));
}
