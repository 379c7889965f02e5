/**
 * The content of a mail, before it is written as text or as HTML. All of it is safe to show: foreign texts pass through
 * `plain.ts` first.
 */
export interface Letter {
  subject: string;
  heading: string;
  paragraphs: string[];
  items: Item[];
  /** The advice to the reader. */
  advice: string[];
}

export interface Item {
  title: string;
  facts: [name: string, value: string][];
  /** The address of its page in the dashboard. */
  page: string;
  /** The words on its link; default: open it. */
  press?: string;
  /** A request to send, verbatim. */
  request?: string;
}

/** The recipient of a letter, and the service it comes from. */
export interface Addressee {
  /** The tenant's name. */
  tenant: string;
  environment: string;
  baseUrl: string;
  nowMs: number;
  /** The end of the letter, if its recipient is not a tenant's contact. */
  why?: string[];
}

/** The end of every letter: the reason why its recipient gets it. */
export function footerOf({ tenant, baseUrl, why }: Addressee): string[] {
  if (why !== undefined) return why;
  return [
    `You get this because your address is the contact of the tenant ${tenant} of the Assize service at ${baseUrl}. A program sent it, and replies are not read.`,
    `To change or remove the address, on the server: assize tenants set-contact ${tenant} <address|none>`,
  ];
}

/** A longer name moves only its own value. */
const MAX_COLUMN = 24;

/** A letter as plain text. */
export function textOf(letter: Letter, addressee: Addressee): string {
  const blocks = [
    letter.heading,
    ...letter.paragraphs,
    ...letter.items.map(itemText),
    ...letter.advice,
    ['-- ', ...footerOf(addressee)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function itemText({ title, facts, page, request }: Item): string {
  const width = Math.min(MAX_COLUMN, Math.max(0, ...facts.map(([name]) => name.length)) + 1);
  const lines = facts.map(([name, value]) => `    ${`${name}:`.padEnd(width)} ${value}`);
  lines.push('', `    ${page}`);
  if (request !== undefined) lines.push('', `    ${request}`);
  return [`  ${title}`, ...lines].join('\n');
}

/**
 * The address of a page of the dashboard.
 * @param path such as `/approvals`. @param id of the thing that the page shows; undefined for a list.
 */
export function pageOf(
  { baseUrl, environment }: Pick<Addressee, 'baseUrl' | 'environment'>,
  path: string,
  id?: string,
): string {
  const place = id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
  return `${baseUrl}${place}${environment === 'sandbox' ? '?env=sandbox' : ''}`;
}
