/**
 * Renders a letter as HTML that loads nothing: no images, no tracking. It sets no colour of text or page, so
 * it follows the mail program's light or dark theme.
 */
import { type Addressee, footerOf, type Item, type Letter } from './letter.ts';

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px';
/** Visible on white and on black. */
const LINE = 'rgba(128,128,128,0.45)';
const SHADE = 'rgba(128,128,128,0.14)';
/** A button: its colours stay the same on white and on black. */
const PRESSED =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#3b3a8f;color:#fff;font-weight:600;text-decoration:none';
const BREAK = 'overflow-wrap:anywhere;word-break:break-word';

export function htmlOf(letter: Letter, addressee: Addressee): string {
  const parts = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(letter.heading)}</h1>`,
    ...letter.paragraphs.map(paragraph),
    ...letter.items.map(itemHtml),
    ...letter.advice.map(paragraph),
    footer(footerOf(addressee)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="margin:0;padding:24px 16px;${FONT};font-size:15px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;${BREAK}">
${parts.join('\n')}
</div>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function itemHtml({ title, facts, page, press, request }: Item): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap;opacity:0.75">${escapeHtml(name)}</td>` +
      `<td style="padding:2px 0;vertical-align:top;${BREAK}"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  );
  const sent =
    request === undefined
      ? ''
      : `\n<div style="margin-top:12px;padding:8px 10px;border-radius:4px;background:${SHADE};${MONO};${BREAK}">${escapeHtml(request)}</div>`;
  return `<div style="margin:0 0 16px;padding:12px 16px;border:1px solid ${LINE};border-radius:6px">
<div style="font-weight:600;margin-bottom:6px;${BREAK}"><bdi>${escapeHtml(title)}</bdi></div>
<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">
${rows.join('\n')}
</table>
<p style="margin:12px 0 0"><a href="${escapeHtml(page)}"${press === undefined ? '' : ` style="${PRESSED}"`}>${escapeHtml(press ?? 'Open it in Assize')}</a></p>${sent}
</div>`;
}

function footer(paragraphs: readonly string[]): string {
  const lines = paragraphs.map((text) => `<p style="margin:0 0 8px">${escapeHtml(text)}</p>`);
  return `<div style="margin-top:24px;padding-top:12px;border-top:1px solid ${LINE};font-size:12px;opacity:0.75">
${lines.join('\n')}
</div>`;
}
