/**
 * Reads which currency a text speaks of. A word that several currencies share, such as `dollars`, stands for each of
 * them. The codes are listed here, so that a record is judged the same on every platform.
 */

const CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC ' +
    'CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK ' +
    'JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MYR MZN ' +
    'NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
    'SYP SZL THB TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG ' +
    'BTC ETH USDC USDT XMR SOL'
  ).split(' '),
);
const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD';
const WORDS: readonly [words: RegExp, codes: string][] = [
  [/€|(?<!\p{L})euros?(?!\p{L})/u, 'EUR'],
  [/\$|(?<!\p{L})(?:dollars?|dollari|d[oó]lares|bucks)(?!\p{L})/u, DOLLARS],
  [/£|(?<!\p{L})(?:pounds?|quid|sterling|sterline|pfund)(?!\p{L})/u, 'GBP EGP'],
  [/¥|(?<!\p{L})yen(?!\p{L})/u, 'JPY CNY'],
  [/(?<!\p{L})(?:yuan|renminbi|rmb)(?!\p{L})/u, 'CNY'],
  [/(?<!\p{L})(?:francs?|franken|franchi|francos|sfr)(?!\p{L})/u, 'CHF XAF XOF'],
  [/₹|(?<!\p{L})(?:rupees?|rupien|roupies|rupias)(?!\p{L})/u, 'INR PKR LKR NPR'],
  [/(?<!\p{L})(?:zł|z[lł]oty(?:ch)?)(?!\p{L})/u, 'PLN'],
  [/(?<!\p{L})(?:kr|krona|kronor|kroner|kronen)(?!\p{L})/u, 'SEK NOK DKK ISK'],
  [/(?<!\p{L})(?:dinars?|dinare)(?!\p{L})/u, 'KWD BHD JOD IQD LYD TND DZD RSD'],
  [/(?<!\p{L})dirhams?(?!\p{L})/u, 'AED MAD'],
  [/(?<!\p{L})pesos?(?!\p{L})/u, 'MXN ARS CLP COP PHP UYU DOP CUP'],
  [/(?<!\p{L})reais(?!\p{L})/u, 'BRL'],
  [/(?<!\p{L})rands?(?!\p{L})/u, 'ZAR'],
  [/₺|(?<!\p{L})lira(?!\p{L})/u, 'TRY'],
  [/₽|(?<!\p{L})(?:rou|ru)bles?(?!\p{L})/u, 'RUB'],
  [/₩/u, 'KRW'],
  [/₿|(?<!\p{L})bitcoins?(?!\p{L})/u, 'BTC'],
];
const CODE = /(?<![\p{L}\p{N}])\p{Lu}{3,4}(?![\p{L}])/gu;
/** Codes that people also write in lower case. */
const SMALL = /(?<!\p{L})(?:eur|usd|chf|gbp|jpy|kwd|pln)(?!\p{L})/gu;
const BESIDE = /(?:\d[\d.,' ]*$)|(?:^\s?[-+]?\d)/u;
const UNSEEN = /\p{Cf}/gu;

/** Reads a sentence: a code counts beside a number, or if the sentence names some currency. Each once, in order. */
export function currenciesIn(text: string): string[] {
  const read = text.normalize('NFKC').replace(UNSEEN, '');
  const small = read.toLowerCase();
  const found = new Set(WORDS.flatMap(([words, codes]) => (words.test(small) ? codes.split(' ') : [])));
  for (const [code] of small.matchAll(SMALL)) found.add(code.toUpperCase());
  const codes = [...read.matchAll(CODE)].filter(([code]) => CODES.has(code));
  const isBeside = codes.some(({ 0: code, index }) => {
    const before = read.slice(Math.max(0, index - 24), index);
    return BESIDE.test(before.trimEnd()) || BESIDE.test(read.slice(index + code.length, index + 32));
  });
  if (found.size > 0 || isBeside) for (const [code] of codes) found.add(code);
  return [...found].sort();
}

/** Reads a text that is only a currency; empty if it is not a known one. */
export function currenciesOf(text: string): string[] {
  const read = text.normalize('NFKC').replace(UNSEEN, '').trim();
  const code = read.toUpperCase();
  return CODES.has(code) ? [code] : currenciesIn(read);
}
