/** Turns the pages, as GitHub shows them, into pages of the site: their links, tables, pictures and code. */
import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { reference } from './operations.ts';
import { addressOf, linkedFrom, placeOf, ROOT } from './pages.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** The languages of blocks that are highlighted; any other is shown as it is, such as `output`. */
const HIGHLIGHTED = ['sh', 'ts', 'js', 'json', 'python', 'yaml', 'http', 'css', 'html', 'ini', 'sql', 'diff'];
/** Where a page of the API's description has the list of its operations. */
const OPERATIONS = /<!-- operations -->/;

export function extend(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before('normalize', 'operations', (state) => {
    if (OPERATIONS.test(state.src)) state.src = state.src.replace(OPERATIONS, () => reference());
  });
  markdown.core.ruler.after('inline', 'pages', ({ tokens, env }) => {
    // In the search, where a page has no other place, only `path` is known.
    const { realPath, path: place } = env as { realPath?: string; path: string };
    const file = path
      .relative(ROOT, realPath ?? place)
      .split(path.sep)
      .join('/');
    for (const token of tokens) change(token, file);
  });
}

function change(token: Token, file: string): void {
  if (token.type === 'fence') changeFence(token);
  if (token.type === 'html_block') token.content = withPictures(token.content);
  if (token.type === 'td_open' || token.type === 'th_open') changeCell(token);
  if (token.children !== null) changeLinks(token.children, file);
}

function changeFence(token: Token): void {
  const [language = ''] = token.info.trim().split(/\s+/);
  token.info = HIGHLIGHTED.includes(language) ? language : 'txt';
}

/** The bundler finds pictures by addresses that begin with a dot. */
function withPictures(html: string): string {
  return html.replaceAll(/\b(src|srcset)="(?![a-z]+:|[./])/g, '$1="./');
}

const textOf = (token: Token, attribute: string) => String(token.attrGet(attribute) ?? '');

/** The policy for content forbids styles in the page. */
function changeCell(token: Token): void {
  const [, side] = /text-align: ?(\w+)/.exec(textOf(token, 'style')) ?? [];
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  if (side !== undefined && side !== 'left') token.attrSet('class', side);
}

/** A link to another page leads to its address here; one to a file of the project, which is not here, is its name. */
function changeLinks(tokens: readonly Token[], file: string): void {
  let isFile = false;
  for (const token of tokens) {
    if (token.type === 'link_close' && isFile) token.tag = 'span';
    if (token.type !== 'link_open') continue;
    const href = textOf(token, 'href');
    if (isOpenApi(file, href)) token.attrSet('href', `${toTheTop(file)}openapi.json`);
    const linked = linkedFrom(file, href);
    isFile = linked === null && !isOpenApi(file, href);
    if (linked) token.attrSet('href', `${addressOf(linked.page)}${linked.anchor}`);
    if (isFile) {
      token.tag = 'span';
      token.attrs = [['title', `In the repository: ${path.posix.join(path.posix.dirname(file), href)}`]];
    }
  }
}

/** @returns the way from a page's address to that of the service, which is above the site. */
const toTheTop = (file: string) => '../'.repeat(placeOf(file).split('/').length);

/** The service itself serves it. */
const isOpenApi = (file: string, href: string) =>
  path.posix.join(path.posix.dirname(file), href) === 'docs/openapi.json';
