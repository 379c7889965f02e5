/**
 * What a mail says, before it is written as text or as HTML. All of it is fit to print: whoever fills it in takes what
 * others wrote through `plain.ts`.
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

/** The same on every letter: who gets it, and why. */
export function footerOf({ tenant, baseUrl }: Addressee): string[] {
  return [
    `You get this because your address is the contact of the tenant ${tenant} of the Assize service at ${baseUrl}. It was sent by a program: nobody reads an answer.`,
    `To change or remove the address, on the server: assize tenants set-contact ${tenant} <address|none>`,
  ];
}
