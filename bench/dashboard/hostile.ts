/** Texts that a page must show without harm: they stand where a caller may write what it likes. */
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const ZERO_WIDTH_SPACE = '\u200b';
const CYRILLIC_A = '\u0430';

export const HOSTILE_TEXTS = [
  '<img src=x onerror="document.title=\'taken over\'">',
  '</script><script>document.title="taken over"</script>',
  '[press here](javascript:alert(1)) {{constructor.constructor("alert(1)")()}} #{7*7}',
  `invoice_${RIGHT_TO_LEFT_OVERRIDE}fdp.exe is what it pays`,
  'An escape \u001b[31mred\u001b[0m, a bell \u0007 and a line\r\nthat ends twice\u2028',
  'Zalgo: t\u0336\u0321\u0352e\u0337\u0316x\u0338\u0353t\u0335\u0326 and 👩‍👩‍👧‍👦 and العربية and 日本語',
  '=HYPERLINK("https://example.com","a formula")',
  'x'.repeat(4000),
] as const;

export const HOSTILE_AGENTS = [
  `support-tr${ZERO_WIDTH_SPACE}iage`,
  `support-tri${CYRILLIC_A}ge`,
  '"><svg onload=alert(1)>',
  `agent-${RIGHT_TO_LEFT_OVERRIDE}7-tnega`,
  'an-agent-whose-name-has-no-end-'.repeat(8).slice(0, 250),
] as const;

/** One line of 100 KB, and a structure that is deep. */
export function largeContext(): object {
  let deep: object = { end: true };
  for (let level = 0; level < 15; level += 1) deep = { level, deep };
  return { line: 'All work and no play. '.repeat(4700), deep };
}
