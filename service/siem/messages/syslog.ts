/** Messages of syslog: RFC 5424, and for a stream the octet counting of RFC 6587, 3.4.1, which RFC 5425 prescribes. */
import type { Severity } from './severity.ts';

/** RFC 5424, 6.2.1: informational, notice, warning, error, critical. */
const SEVERITY = { 1: 6, 2: 5, 3: 4, 4: 3, 5: 2 } as const;
/** RFC 5424, 6: the longest fields of the header. */
const MAX_HOST = 255;
const MAX_MESSAGE_ID = 32;
const NIL = '-';

export interface SyslogHeader {
  facility: number;
  severity: Severity;
  /** ms since the epoch: of the record, so that the same record gives the same message at any time. */
  at: number;
  host: string;
  messageId: string;
}

/** A whole SYSLOG-MSG without structured data. @param text has no control characters. */
export function syslogMessage(
  { facility, severity, at, host, messageId }: SyslogHeader,
  text: string,
): string {
  const priority = facility * 8 + SEVERITY[severity];
  const time = new Date(at).toISOString();
  const header = [printable(host, MAX_HOST), 'assize', NIL, printable(messageId, MAX_MESSAGE_ID)];
  // RFC 5424, 6.4: UTF-8 is told from other encodings by a byte order mark, which ASCII does not need.
  const mark = /^[\x20-\x7e]*$/.test(text) ? '' : '\ufeff';
  return `<${priority}>1 ${time} ${header.join(' ')} ${NIL} ${mark}${text}`;
}

/** The message with its length in octets before it: nothing in it can begin another one. */
export function octetCounted(message: string): Buffer {
  const bytes = Buffer.from(message, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

/** PRINTUSASCII. */
function printable(text: string, most: number): string {
  const shown = text.replace(/[^\x21-\x7e]/g, '').slice(0, most);
  return shown === '' ? NIL : shown;
}
