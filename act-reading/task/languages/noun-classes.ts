/** Classes of nouns, by what it means to make, change or remove such a thing. */
export const NOUN_CLASSES = [
  'message',
  'money',
  'order',
  'access',
  'event',
  'program',
  'public',
  'credit',
  'device',
  'mark',
  'container',
  'group',
  'bin',
  'file',
  'package',
  'question',
] as const;
export type NounClass = (typeof NOUN_CLASSES)[number];
