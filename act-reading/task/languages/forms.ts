/** The forms of a verb in which a task may use it, made from the one form in the word lists. */
/** `command` counts at the beginning of a clause only; `infinitive` after a word that asks for it. */
export type Mood = 'command' | 'infinitive' | 'participle' | 'gerund';

export interface Form {
  text: string;
  moods: Mood[];
}

const BOTH: Mood[] = ['command', 'infinitive'];

/** A language's rules, besides its word lists. */
export interface Grammar {
  /** Makes the forms of a verb from the one in the lists. */
  forms(word: string): Form[];
  /** A noun may be the last part of a compound, and particles join the infinitive: `einzuladen`. */
  hasCompounds?: boolean;
  /** An infinitive is a command anywhere in a main clause. */
  hasFreeInfinitives?: boolean;
  /** Pronouns that are attached to a command. */
  clitics?: RegExp;
}

export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  en: { forms: englishForms },
  de: { forms: germanForms, hasCompounds: true, hasFreeInfinitives: true },
  fr: { forms: frenchForms, hasFreeInfinitives: true },
  es: {
    forms: spanishForms,
    hasFreeInfinitives: true,
    clitics: /(?:(?:me|te|se|nos|os)(?:lo|la|los|las|le|les)|me|te|se|le|les|lo|la|los|las|nos)$/,
  },
  it: {
    forms: italianForms,
    hasFreeInfinitives: true,
    clitics: /(?:(?:me|te|ce|ve|glie)(?:lo|la|li|le)|mi|ti|gli|le|lo|la|li|ci|ne)$/,
  },
  pt: {
    forms: spanishForms,
    hasFreeInfinitives: true,
    clitics: /-?(?:me|lhe|lhes|lo|la|los|las|o|a|os|as)$/,
  },
  nl: { forms: dutchForms, hasCompounds: true, hasFreeInfinitives: true },
};

function englishForms(word: string): Form[] {
  const isDoubled =
    /^(?:[^aeiou]*[aeiou][bdgmnpt]|transfer|refer|cancel|unsubmit|commit|submit|unpin|zip|ship|unship)$/.test(
      word,
    );
  const stem = word.endsWith('e') ? word.slice(0, -1) : word;
  const participle = word.endsWith('e')
    ? `${word}d`
    : /[^aeiou]y$/.test(word)
      ? `${word.slice(0, -1)}ied`
      : `${word}ed`;
  const forms: Form[] = [
    { text: word, moods: BOTH },
    { text: participle, moods: ['participle'] },
    { text: `${stem}ing`, moods: ['gerund'] },
  ];
  if (isDoubled) {
    const last = word.slice(-1);
    forms.push(
      { text: `${word}${last}ed`, moods: ['participle'] },
      { text: `${word}${last}ing`, moods: ['gerund'] },
    );
  }
  return forms;
}

/** Makes forms from the infinitive. */
function germanForms(word: string): Form[] {
  const stem = word.replace(/(?:en|n)$/, '');
  const forms: Form[] = [
    { text: word, moods: ['infinitive'] },
    { text: stem, moods: ['command'] },
    { text: `${stem}e`, moods: ['command'] },
    { text: /[td]$/.test(stem) ? `${stem}et` : `${stem}t`, moods: ['command'] },
  ];
  if (/(?:el|er)$/.test(stem))
    forms.push({ text: `${stem.slice(0, -2)}${stem.slice(-1)}e`, moods: ['command'] });
  return forms;
}

/** Makes forms from the infinitive, also without accents. */
function frenchForms(word: string): Form[] {
  const forms: Form[] = [{ text: word, moods: ['infinitive'] }];
  const command = (...texts: string[]) => {
    for (const text of texts) forms.push({ text, moods: ['command'] });
  };
  if (word.endsWith('yer'))
    command(`${word.slice(0, -3)}ie`, `${word.slice(0, -2)}e`, `${word.slice(0, -1)}z`);
  else if (/eler$|eter$/.test(word))
    command(`${word.slice(0, -2)}${word.at(-3)}e`, `${word.slice(0, -2)}e`, `${word.slice(0, -1)}z`);
  else if (word.endsWith('ger')) command(`${word.slice(0, -1)}`, `${word.slice(0, -1)}z`);
  else if (word.endsWith('er')) command(`${word.slice(0, -1)}`, `${word.slice(0, -1)}z`);
  else if (word.endsWith('ir')) command(`${word.slice(0, -1)}s`, `${word.slice(0, -1)}ssez`);
  else if (word.endsWith('re')) command(`${word.slice(0, -2)}s`, `${word.slice(0, -2)}ez`);
  if (/é[^é]+er$/.test(word)) command(word.slice(0, -1).replace(/é(?=[^é]+e$)/, 'è'));
  if (/e[^aeiouy]er$/.test(word)) command(word.slice(0, -1).replace(/e(?=[^aeiouy]e$)/, 'è'));
  const wished = forms
    .filter(({ text }) => text.endsWith('e'))
    .map(({ text }): Form => ({ text: `${text}s`, moods: ['command'] }));
  return withPlain([...forms, ...wished]);
}

/**
 * Makes forms from the infinitive: the familiar and polite commands, and that of the River Plate, also without
 * accents.
 */
function spanishForms(word: string): Form[] {
  const stem = word.slice(0, -2);
  const forms: Form[] = [{ text: word, moods: ['infinitive'] }];
  const [told, polite] = word.endsWith('ar') ? ['a', 'e'] : ['e', 'a'];
  const soft = word.endsWith('car')
    ? `${stem.slice(0, -1)}qu`
    : word.endsWith('gar')
      ? `${stem}u`
      : word.endsWith('zar')
        ? `${stem.slice(0, -1)}c`
        : stem;
  for (const text of [`${stem}${told}`, `${soft}${polite}`, `${soft}${polite}s`])
    forms.push({ text, moods: ['command'] });
  forms.push({
    text: `${stem}${word.endsWith('ar') ? 'á' : word.endsWith('er') ? 'é' : 'í'}`,
    moods: ['command'],
  });
  return withPlain(forms);
}

/** Makes the familiar and polite commands from the infinitive, for Italian and Portuguese. */
function italianForms(word: string): Form[] {
  const stem = word.slice(0, -3);
  const isFirst = word.endsWith('are');
  const hard = isFirst && /[cg]$/.test(stem) ? `${stem}h` : stem;
  return withPlain([
    { text: word, moods: ['infinitive'] },
    { text: word.slice(0, -1), moods: ['infinitive'] },
    { text: `${stem}${isFirst ? 'a' : 'i'}`, moods: ['command'] },
    { text: `${hard}${isFirst ? 'i' : 'a'}`.replace(/ii$/, 'i'), moods: ['command'] },
  ]);
}

/** Makes forms from the infinitive: the bare stem in its spelling, and the polite form. */
function dutchForms(word: string): Form[] {
  const stem = word.replace(/en$/, '');
  const single = /([bdfgklmnprst])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  const long = /[^aeiou][aeou][^aeiou]$/.test(stem) ? stem.replace(/([aeou])([^aeiou])$/, '$1$1$2') : stem;
  const texts = new Set([single, long, stem.replace(/v$/, 'f').replace(/z$/, 's')]);
  const hard = long.replace(/v$/, 'f').replace(/z$/, 's');
  texts.add(hard);
  return [
    { text: word, moods: ['infinitive'] },
    ...[...texts].map((text): Form => ({ text, moods: ['command'] })),
  ];
}

function withPlain(forms: readonly Form[]): Form[] {
  const plain = forms.map(({ text, moods }) => ({ text: withoutAccents(text), moods }));
  return [...forms, ...plain.filter(({ text }, place) => text !== forms[place]?.text)];
}

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
}
