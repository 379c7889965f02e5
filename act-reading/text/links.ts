/**
 * The links of a text for people, in Markdown, HTML or bare, with the words that a reader sees in place of the
 * address.
 */
import type { Parser } from 'htmlparser2';
import type MarkdownIt from 'markdown-it';
import { bareLinksIn } from './bare-links.ts';

export interface Link {
  href: string;
  /** The text shown in its place; null if the address itself is seen, or nothing is. */
  shown: string | null;
  /** It is fetched when the text is opened: an image, a style, a frame. */
  isLoaded: boolean;
}

const MAX_LINKS = 1_000;
const MANY = `it has more than ${MAX_LINKS} links`;
/** Each open bracket is searched again for each that follows. */
const MAX_BRACKETS = 2_000;

export class TooManyLinks extends Error {}

interface Libraries {
  markdown: InstanceType<typeof MarkdownIt>;
  Html: typeof Parser;
}

let libraries: Libraries | null = null;

export async function loadLinks(): Promise<void> {
  const [{ default: Markdown }, { Parser: Html }] = await Promise.all([
    import('markdown-it'),
    import('htmlparser2'),
  ]);
  const markdown = new Markdown({ html: true, linkify: true }).disable(
    ['table', 'code', 'smartquotes'],
    true,
  );
  // A reader may follow links of any scheme.
  markdown.validateLink = () => true;
  libraries = { markdown, Html };
}

function loaded(): Libraries {
  if (libraries === null) throw new Error('await loadReaders() before the first content is read');
  return libraries;
}

export function linksOf(text: string): Link[] {
  requireFewMarks(text);
  if (!MAY_LINK.test(text)) return bareLinks(text);
  const links = [...linksOfHtml(text), ...linksOfMarkdown(text.replace(OF_CHAT, ' ')), ...linksOfChat(text)];
  if (links.length > MAX_LINKS) throw new TooManyLinks(MANY);
  return links;
}

const ENTITY = /&#?\w{2,8};/;
const IS_HTML = /<|&#?\w{2,8};/;
/**
 * Every link in Markdown or HTML contains one of these. Most messages have none, and parsing Markdown takes 10 µs per
 * three hundred characters.
 */
const MAY_LINK = /[[<@]|\/\/|&#?\w{2,8};/;

function requireFewMarks(text: string): void {
  // A shorter text has no room for more.
  if (text.length <= MAX_BRACKETS) return;
  if (
    (text.match(/[[\]*_<`]/g)?.length ?? 0) > MAX_BRACKETS * 4 ||
    (text.match(/\[/g)?.length ?? 0) > MAX_BRACKETS
  ) {
    throw new TooManyLinks('it has too many brackets and marks');
  }
  if ((text.match(/\/\/|@|www\./g)?.length ?? 0) > 2 * MAX_LINKS) throw new TooManyLinks(MANY);
}

type Token = ReturnType<Libraries['markdown']['parse']>[number];

export function linksOfMarkdown(text: string): Link[] {
  const links: Link[] = [];
  let open: Link | null = null;
  for (const token of flat(loaded().markdown.parse(text, {}))) {
    if (token.type === 'link_open') {
      const link: Link = {
        href: addressOf(token, 'href'),
        shown: token.info === 'auto' ? null : '',
        isLoaded: false,
      };
      links.push(link);
      open = link;
    } else if (token.type === 'link_close') open = null;
    else if (token.type === 'image')
      links.push({ href: addressOf(token, 'src'), shown: null, isLoaded: true });
    else if (open !== null && open.shown !== null) open.shown += token.content;
  }
  return links;
}

const addressOf = (token: Token, name: string) => String(token.attrGet(name) ?? '');

function flat(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) =>
    token.children === null || token.type === 'image' ? [token] : flat(token.children),
  );
}

/** Attributes that hold an address, and whether it is fetched without a click. */
const ADDRESSES: Readonly<Record<string, boolean>> = {
  href: false,
  action: false,
  formaction: false,
  src: true,
  srcset: true,
  poster: true,
  background: true,
  data: true,
  'xlink:href': false,
  ping: false,
};

function linksOfHtml(text: string): Link[] {
  if (!IS_HTML.test(text)) return [];
  const links: Link[] = [];
  let words = '';
  const open: Link[] = [];
  const { Html } = loaded();
  const parser = new Html({
    onopentag: (name, attributes) => {
      for (const [attribute, value] of Object.entries(attributes)) {
        const isLoaded = Object.hasOwn(ADDRESSES, attribute) ? ADDRESSES[attribute] : undefined;
        if (isLoaded === undefined || value === '') continue;
        const link: Link = {
          // Some mail programs take this for an address, though it is a name relative to the document.
          href: bareLinksIn(value.trim())[0] ?? value.trim(),
          shown: name === 'a' ? '' : null,
          isLoaded: isLoaded || name === 'link',
        };
        links.push(link);
        if (name === 'a') open.push(link);
      }
      const refresh =
        attributes['http-equiv']?.toLowerCase() === 'refresh'
          ? /url=['"]?([^'"]+)/i.exec(attributes.content ?? '')?.[1]
          : undefined;
      if (refresh !== undefined) links.push({ href: refresh, shown: null, isLoaded: true });
      for (const [, address = ''] of (attributes.style ?? '').matchAll(/url\(\s*['"]?([^'")]+)/g))
        links.push({ href: address, shown: null, isLoaded: true });
    },
    ontext: (seen) => {
      words += seen;
      const last = open.at(-1);
      if (last !== undefined && last.shown !== null && last.shown.length < 1_000) last.shown += seen;
    },
    onclosetag: (name) => {
      if (name === 'a') open.pop();
    },
  });
  parser.write(text);
  parser.end();
  return ENTITY.test(text) ? [...links, ...bareLinks(words)] : links;
}

/** Chats write links as `<https://a.example|shown>`. */
const OF_CHAT = /<((?:https?|mailto):[^\s<>|]{1,2000})\|([^<>\n]{1,500})>/g;
/**
 * A browser finds the host after the `@`, and takes a full stop of another script for a dot. The Markdown parser ends
 * the link before either.
 */
const OTHER_HOST =
  /(?:https?|ftp):\/\/[^\s/?#<>()[\]"'|]{1,500}(?:@|[\u3002\uff0e\uff61](?=[a-z0-9]))[^\s<>()[\]"'|]{1,2000}/gi;

function linksOfChat(text: string): Link[] {
  return [
    ...[...text.matchAll(OF_CHAT)].map(([, href = '', seen = '']) => ({
      href,
      shown: seen,
      isLoaded: false,
    })),
    ...(text.match(OTHER_HOST) ?? []).map((href) => ({ href, shown: null, isLoaded: false })),
    ...bareLinks(text),
  ];
}

function bareLinks(text: string): Link[] {
  return bareLinksIn(text).map((href) => ({ href, shown: null, isLoaded: false }));
}
