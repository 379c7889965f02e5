/** Reads the currencies of a task, and whether it allows only one payment. */
import { currenciesIn } from '../act/index.ts';

export interface TaskMoney {
  /** Empty if the task names none, and then any may be right. */
  currencies: string[];
  /** Nothing in the task speaks of paying again. */
  once: boolean;
}

const AGAIN =
  /\b(?:each|every|per|apiece|recurring|recurrent|regular(?:ly)?|repeat\p{L}*|standing|subscri\p{L}*|instal?l?ments?|renew\p{L}*|autopay|direct debits?|plan|membership|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|fortnightly|rent|lease|salary|a (?:day|week|month|quarter|year)|pro|jeden?|jede[sm]?|täglich\p{L}*|wöchentlich\p{L}*|monatlich\p{L}*|jährlich\p{L}*|dauerauftr\p{L}*|abo|abonn\p{L}*|raten|miete|chaque|par|mensu\p{L}*|mensil\p{L}*|mensal\p{L}*|hebdomadaire|annuel\p{L}*|anual\p{L}*|annual\p{L}*|loyer|cada|suscri\p{L}*|assina\p{L}*|alquiler|ogni|rate|affitto|elke?|ieder\p{L}*|maandelijks\p{L}*|wekelijks\p{L}*|huur|todo|toda|tous|toutes)\b|\/\s?(?:day|week|month|year|mo|yr|monat|jahr|mois|an|mes|mese|maand)/iu;

export function moneyOfTask(text: string): TaskMoney {
  return { currencies: currenciesIn(text), once: !AGAIN.test(text) };
}
