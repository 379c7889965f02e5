/**
 * Parts of a task that others wrote: quoted lines, fenced blocks, and text after `summarise this mail:`. They ask for
 * nothing and name nothing, because an attacker may have written them.
 */
const FENCED = /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g;
const QUOTED_LINES = /^[ \t]*>.*$/gm;
const FORWARDED =
  /^[ \t]*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)\b[\s\S]*/im;
const POINTING =
  'this|the following|following|below|these|diese[rsnm]?|folgende[rsnm]?|cette?|ce|suivante?|este|esta|siguiente|quest[oa]|seguente|esse|seguinte';
const TEXTS =
  'e-?mails?|mails?|messages?|text|letter|article|paragraphs?|note|transcript|logs?|review|comment|post|conversation|thread|chat|ticket|' +
  'complaint|contract|document|page|output|report|nachricht|brief|artikel|absatz|courriel|texte|lettre|mensaje|correo|texto|carta|' +
  'messaggio|testo|mensagem';
/** Runs to the end, because nothing shows where a pasted text ends. */
const AFTER_COLON = new RegExp(
  `\\b(?:${POINTING})\\s+(?:[\\p{L}'-]+\\s+){0,3}(?:${TEXTS})\\b[^\\n.:?!]{0,80}:\\s[\\s\\S]*`,
  'iu',
);

/** Returns the text with spaces in place of pasted parts. */
export function withoutPasted(text: string): string {
  return [FENCED, QUOTED_LINES, FORWARDED, AFTER_COLON].reduce(
    (rest, pattern) => rest.replace(pattern, pattern === AFTER_COLON ? keepHead : blank),
    text,
  );
}

function keepHead(part: string): string {
  const head = part.slice(0, part.indexOf(':') + 1);
  return head + blank(part.slice(head.length));
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
