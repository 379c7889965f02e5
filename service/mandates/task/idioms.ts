/** What is asked for by a turn of speech, where no verb of doing says it: `the old folder can go`. */
import type { Effect } from '../../targets/index.ts';

const IDIOMS: readonly (readonly [RegExp, readonly Effect[]])[] = [
  [
    /\bk(?:ann|önnen) (?:\p{L}+ )?weg\b|\bcan (?:all )?go(?: now)?\b(?! (?:to|with|and))|\bis no longer needed\b/iu,
    ['delete'],
  ],
  [
    /\bpapierkorb\b|\b(?:to|in|into) the (?:trash|bin)\b|\bà la corbeille\b|\ba la papelera\b|\bnel cestino\b|\bprullenbak\b/iu,
    ['delete'],
  ],
  [
    /(?<!\b(?:no|not|don't|never|without) )\bforce[ -]?push|\bforce (?:is|it)\b|\bwith (?:force|lease)\b/iu,
    ['delete'],
  ],
  [
    /\bneeds? (?:\p{L}+ ){0,3}(?:access|rights|permissions?)\b|\bbraucht (?:\p{L}+ ){0,3}zugriff\b|\ba besoin d'un accès\b/iu,
    ['configure', 'share'],
  ],
  [
    /\bgets? an? [^.!?\n]{0,40}(?:bonus|refund|raise|voucher|credit)\b|\bbekommt (?:einen|eine|ein) [^.!?\n]{0,40}(?:bonus|prämie|gutschrift|erstattung)\b/iu,
    ['pay'],
  ],
  [/\btake (?:that|this|the \p{L}+) one\b/iu, ['book']],
];

export function byIdioms(task: string): Effect[] {
  return IDIOMS.flatMap(([idiom, effects]) => (idiom.test(task) ? effects : []));
}
