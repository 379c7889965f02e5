/** The permitted sizes of files and functions, the names of files, and that git keeps no generated file. */
import path from 'node:path';
import type { Breach, Rule, SourceFile } from './source.ts';

const MAX_LINES_OF_A_FILE = 249;
const MAX_LINES_OF_A_FUNCTION = 59;
/** Most of a component is markup, which the formatter spreads over lines. */
const MAX_LINES_OF_A_COMPONENT = 99;

export const filesAreShort: Rule = ({ path: file, lines }) => {
  const length = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (length <= MAX_LINES_OF_A_FILE) return [];
  const wayOut = `${length} lines; under ${MAX_LINES_OF_A_FILE + 1}: split it by what its parts promise.`;
  return [{ file, line: length, wayOut }];
};

/** Blocks that are not functions; blocks that only group tests do not count either. */
const NO_FUNCTION =
  /^(?:\} )?(?:if|for|while|switch|else|try|catch|do|describe|suite|(?:export )?(?:class|interface))\b/;
/** Formatted code opens a function's body at the end of a line, and closes it at that line's indentation. */
const OPENS_BODY = /(?:=>|\)|\): [^=]+) \{$/;

export const functionsAreShort: Rule = ({ path: file, lines }) => {
  const most = file.endsWith('.tsx') ? MAX_LINES_OF_A_COMPONENT : MAX_LINES_OF_A_FUNCTION;
  const breaches: Breach[] = [];
  for (const [place, line] of lines.entries()) {
    const code = line.trimStart();
    if (NO_FUNCTION.test(code) || !OPENS_BODY.test(code)) continue;
    const indentation = line.slice(0, line.length - code.length);
    const end = lines.findIndex((other, at) => at > place && other.startsWith(`${indentation}}`));
    const length = end - place - 1;
    if (length <= most) continue;
    const wayOut = `A function of ${length} lines; under ${most + 1}: leave the story here, and move a step of it into a function of its own.`;
    breaches.push({ file, line: place + 1, wayOut });
  }
  return breaches;
};

const MAX_FILES_OF_A_FOLDER = 15;
/** Numbers without gaps, so nothing lies between them. */
const NUMBERED = 'service/database/migrations';

/** Tests stand beside the files they test, so they do not count. */
export function foldersAreSmall(files: readonly SourceFile[]): Breach[] {
  const folders = new Map<string, number>();
  for (const { path: file } of files) {
    const folder = path.posix.dirname(file);
    if (/\.test\.tsx?$/.test(file) || folder === NUMBERED) continue;
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders]
    .filter(([, count]) => count > MAX_FILES_OF_A_FOLDER)
    .map(([file, count]) => {
      const wayOut = `${count} files; at most ${MAX_FILES_OF_A_FOLDER}: give those that belong together a folder of their own.`;
      return { file, line: 1, wayOut };
    });
}

const MAX_EXPORTED_NAMES = 30;
/** Published packages, whose names are their API. */
const PUBLISHED = ['client/index.ts', 'evidence-format/index.ts'];
const EXPORTED_LIST = /export (?:type )?\{([^}]*)\}/g;
const EXPORTED_HERE = /^export (?:async )?(?:const|function|class|interface|type) \w/gm;

export const indexesAreShort: Rule = ({ path: file, lines }) => {
  if (path.posix.basename(file) !== 'index.ts' || PUBLISHED.includes(file)) return [];
  const text = lines.join('\n');
  const listed = [...text.matchAll(EXPORTED_LIST)].flatMap(
    ([, names = '']) => names.match(/[^,\s][^,]*/g) ?? [],
  );
  const count = listed.length + (text.match(EXPORTED_HERE)?.length ?? 0);
  if (count <= MAX_EXPORTED_NAMES) return [];
  const wayOut = `${count} names; at most ${MAX_EXPORTED_NAMES}: show less, or give an inner room an index of its own.`;
  return [{ file, line: 1, wayOut }];
};

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*\.tsx?$/;
const MIGRATION = /^service\/database\/migrations\/\d{6}_[a-z_]+\.ts$/;
const EMPTY_WORDS =
  /(?:^|[-.])(?:utils?|helpers?|managers?|controllers?|common)\.(?:test\.)?ts$|-services?\.tsx?$/;
const EMPTY_FOLDERS = /(?:^|\/)(?:utils?|helpers?|managers?|controllers?|common)\//;

export const filesHaveGoodNames: Rule = ({ path: file }) => {
  const name = path.posix.basename(file);
  const breach = (wayOut: string): Breach[] => [{ file, line: 1, wayOut }];
  if (EMPTY_WORDS.test(name) || EMPTY_FOLDERS.test(file)) {
    return breach('This name says nothing: name the thing (approval.ts) or the act (resolve.ts).');
  }
  if (KEBAB.test(name) || MIGRATION.test(file)) return [];
  return breach('File names are kebab-case: lower-case words joined by dashes.');
};

const SAYS_IT_IS_GENERATED =
  /\b(?:generated|made|written)\b.* by `?npm run |`npm run [^`]+` makes this file|@generated|do not edit/i;

/** A generator says so at the top of its output. */
export const nothingGeneratedIsKept: Rule = ({ path: file, lines }) => {
  const line = lines.slice(0, 5).findIndex((text) => SAYS_IT_IS_GENERATED.test(text)) + 1;
  if (line === 0) return [];
  const wayOut =
    'Only docs/openapi.json is generated and kept: have service/generated.ts make this file, and name it in .gitignore.';
  return [{ file, line, wayOut }];
};
