/** What is asked for by a turn of speech, where no verb of doing says it: `the old folder can go`. */
import type { Effect } from '../targets/index.ts';

const IDIOMS: readonly (readonly [RegExp, readonly Effect[]])[] = [
  [
    /\bk(?:ann|önnen) (?:\p{L}+ )?weg\b|\bcan (?:all )?go(?: now)?(?=[.,;!)]|$)|\bis no longer needed\b/iu,
    ['delete'],
  ],
  [
    /\bpapierkorb\b|\b(?:to|in|into) the (?:trash|bin)\b|\bà la corbeille\b|\ba la papelera\b|\bnel cestino\b|\bprullenbak\b/iu,
    ['delete'],
  ],
  [
    /(?<!\b(?:no|not|don't|never|without)\s+)\bforce[ -]?push|\bforce (?:is|it)\b|\bwith (?:force|lease)\b/iu,
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
  [
    /\braus damit\b|\bhat sich erledigt\b|\b(?:kan|mag) eruit\b|\bà la trappe\b|\bpull the plug on\b/iu,
    ['delete'],
  ],
  [
    /\b(?:invoice|bill|rechnung|rekening|facture|factura|fattura)\b[\s\S]{0,160}\b(?:take care of|sort it|wants paying|kümmer|in orde|occupe-t|encárg)/iu,
    ['pay'],
  ],
  [
    /\bmoney back\b|\b\d+ (?:quid|bucks)\b|\bpayment run\b|\bpayroll\b(?=[^.?!]{0,160}\bsigned off\b)/iu,
    ['pay'],
  ],
  [
    /\bnew password\b|\bneues passwort\b|\bnouveau mot de passe\b|\bnueva contraseña\b|\bfrom (?:editor|viewer|admin|member) to (?:editor|viewer|admin|member)\b|\bneeds? (?:select|insert|update)\b/iu,
    ['configure'],
  ],
  [
    /\b(?:left|leaves|leaving|foi embora|saiu|ausscheiden|ausgeschieden|est partie?|se fue)\b[\s\S]{0,120}\b(?:access|zugang|zugriff|accès|acceso|acesso|accesso|entitlement)\b/iu,
    ['configure', 'delete'],
  ],
];

export function byIdioms(task: string): Effect[] {
  const text = task.replace(/[^\S\n]+/g, ' ');
  return IDIOMS.flatMap(([idiom, effects]) => (idiom.test(text) ? effects : []));
}
