/** The request of the playground in the words of three tools, each complete but for the key. */
import { curlOf } from '../welcome/first-question.ts';

const INDENT = 2;

interface CodeOf {
  name: string;
  text: string;
}

/** @param base the address of the service and its environment. @param request the body of an evaluation. */
export function codeOf(base: string, request: object): CodeOf[] {
  return [
    { name: 'curl', text: curlOf(base, null, request) },
    { name: 'TypeScript', text: typescriptOf(base, request) },
    { name: 'Python', text: pythonOf(base, request) },
  ];
}

function typescriptOf(base: string, request: object): string {
  return [
    "import { Assize } from '@assize/client';",
    '',
    `const assize = new Assize({ url: ${JSON.stringify(base)}, key: 'ak_…' });`,
    `const { verdict, remedies } = await assize.evaluate(${literalOf(request)});`,
  ].join('\n');
}

/** JSON is TypeScript, except for one name, which would set the prototype. */
function literalOf(request: object): string {
  return JSON.stringify(request, null, INDENT).replaceAll(/^(\s*)"__proto__":/gm, '$1["__proto__"]:');
}

function pythonOf(base: string, request: object): string {
  const { action, ...others } = request as { action: string };
  const named = Object.entries(others).map(([name, value]) => `    ${name}=${pythonValue(value, 1)},`);
  return [
    'from assize import Assize',
    '',
    `assize = Assize(url=${JSON.stringify(base)}, key="ak_…")`,
    'answer = assize.evaluate(',
    `    ${JSON.stringify(action)},`,
    ...named,
    ')',
    'answer["verdict"], answer["remedies"]',
  ].join('\n');
}

function pythonValue(value: unknown, level: number): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => pythonValue(each, level + 1))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, level + 1)}`);
  const [start, end] = isList ? '[]' : '{}';
  if (members.length === 0) return `${start}${end}`;
  const indent = ' '.repeat(4 * (level + 1));
  return [start, ...members.map((each) => `${indent}${each},`), `${' '.repeat(4 * level)}${end}`].join('\n');
}
