/**
 * What a mail says, before it is written as text or as HTML. All of it is safe to show: texts that others wrote pass
 * through `plain.ts` first.
 */
export interface Letter {
  subject: string;
  heading: string;
  paragraphs: string[];
  items: Item[];
  /** What to do about it. */
  advice: string[];
}

export interface Item {
  title: string;
  facts: [name: string, value: string][];
  /** A request to send, word for word. */
  request?: string;
}

/** Whom a letter is for, and where it comes from. */
export interface Addressee {
  /** The tenant's name. */
  tenant: string;
  environment: string;
  baseUrl: string;
  nowMs: number;
}

/** The same in every letter: its recipient, and why they get it. */
export function footerOf({ tenant, baseUrl }: Addressee): string[] {
  return [
    `You get this because your address is the contact of the tenant ${tenant} of the Assize service at ${baseUrl}. A program sent it, and replies are not read.`,
    `To change or remove the address, on the server: assize tenants set-contact ${tenant} <address|none>`,
  ];
}

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

function itemText({ title, facts, request }: Item): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 1;
  const lines = facts.map(([name, value]) => `    ${`${name}:`.padEnd(width)} ${value}`);
  if (request !== undefined) lines.push('', `    ${request}`);
  return [`  ${title}`, ...lines].join('\n');
}
