/** What it costs to read a command or a query of 4 KB, in this process, each a text of its own. */
import { loadReaders, readContent } from '@assize/act-reading/contents';
import { atMost, type Part, tableOf } from '../../report.ts';
import { median } from '../../statistics.ts';

const SIZE = 4096;
const TIMES = 300;
const ROUNDS = 5;
const MAX_MS = 1;

type Kind = 'shell' | 'sql' | 'text';

interface Case {
  content: string;
  kind: Kind;
  dialect?: string;
  part: (place: number) => string;
  joint: string;
  before?: string;
  target: number | null;
}

const pipes = (place: number) => `grep -n "pattern ${place}" src/file-${place}.ts | head -5`;
const condition = (place: number) => `column_${place} = 'value ${place} of a row'`;
const inBackquotes = (place: number) => `\`column_${place}\` = 'value ${place} of a row'`;
const inBrackets = (place: number) => `[column_${place}] = 'value ${place} of a row'`;
const row = (place: number) => `(${place}, 'name ${place}', ${place}.5)`;
const sentence = (place: number) => `Point ${place} of the agenda was the plan for the year.`;

const insert = { kind: 'sql', joint: ', ', before: 'INSERT INTO t VALUES ', part: row } as const;
const where = { kind: 'sql', joint: ' AND ', before: 'SELECT * FROM t WHERE ' } as const;
const CASES: Case[] = [
  { content: 'shell, pipes', kind: 'shell', part: pipes, joint: '; ', target: MAX_MS },
  { content: 'SQL of PostgreSQL', ...where, dialect: 'postgres', part: condition, target: MAX_MS },
  { content: 'SQL of MySQL', ...where, dialect: 'mysql', part: inBackquotes, target: MAX_MS },
  { content: 'SQL of SQL Server', ...where, dialect: 'mssql', part: inBrackets, target: MAX_MS },
  { content: 'SQL, no dialect', ...where, part: condition, target: MAX_MS },
  { content: 'SQL, no dialect, backquotes', ...where, part: inBackquotes, target: MAX_MS },
  { content: 'SQL, no dialect, brackets', ...where, part: inBrackets, target: MAX_MS },
  {
    content: 'SQL, no dialect, TOP',
    ...where,
    before: 'SELECT TOP 9 * FROM t WHERE ',
    part: condition,
    target: MAX_MS,
  },
  { content: 'SQL, no dialect, rows', ...insert, target: MAX_MS },
  { content: 'SQL, no dialect, REPLACE', ...insert, before: 'REPLACE INTO t VALUES ', target: MAX_MS },
  { content: 'text', kind: 'text', part: sentence, joint: ' ', target: null },
];

export async function measureContents() {
  await loadReaders();
  return CASES.map((of) => {
    const { content, kind, dialect = '', target } = of;
    const times = Array.from({ length: ROUNDS + 1 }, (_, round) => cpuMsEach(of, round)).slice(1);
    const { unreadable } = readContent(kind, textOf(of, 0), { dialect });
    return { content, characters: textOf(of, 0).length, cpuMs: median(times), unreadable, target };
  });
}

function cpuMsEach(of: Case, round: number): number {
  const texts = Array.from({ length: TIMES }, (_, place) => textOf(of, round * TIMES + place));
  const { kind, dialect = '' } = of;
  const before = process.cpuUsage();
  for (const text of texts) readContent(kind, text, { dialect });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TIMES;
}

function textOf({ part, joint, before = '' }: Case, number: number): string {
  let text = `${before}${part(number)}`;
  for (let place = 1; text.length < SIZE - 64; place += 1) text += joint + part(number + place);
  return text;
}

export function contentsPart(all: Awaited<ReturnType<typeof measureContents>>): Part {
  const columns = ['content', 'characters', 'cpuMs', 'unreadable'] as const;
  const rows = all.map((of) => ({ ...of, unreadable: of.unreadable ?? '' }));
  const checks = all.flatMap(({ content, cpuMs, target }) =>
    target === null ? [] : [atMost(target, 'ms', cpuMs, `CPU time to read 4 KB: ${content}`)],
  );
  return { tables: [tableOf(rows, columns, { cpuMs: 'CPU ms', unreadable: 'unreadable because' })], checks };
}
