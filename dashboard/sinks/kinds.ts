/** The kinds of sinks: the fields that each needs, as texts in a form, and as options and secrets in the API. */
import type { Sink } from '../../client/api.ts';
import type { KindField, Texts } from '../receivers/kind-fields.tsx';

export const KIND_NAMES = ['syslog', 'http', 'file'] as const;
export type SinkKind = (typeof KIND_NAMES)[number];

/** An option of a sink. A number is typed as a text, and the service says what is wrong with another one. */
export interface Option extends KindField {
  as: 'text' | 'number' | 'lines';
  /** Shown where nothing else was chosen. */
  initial?: string;
  onlyEncrypted?: true;
}

export interface KindOfSink {
  title: string;
  /** Says what it does, in one sentence. */
  does: string;
  /** Beside each other. */
  options: readonly Option[];
  /** Below them. */
  more: readonly Option[];
  secrets: readonly KindField[];
  /** Without a choice there is OCSF. */
  hasCef: boolean;
}

export const KINDS: Record<SinkKind, KindOfSink> = {
  syslog: {
    title: 'Syslog',
    does: 'Sends each record as a syslog message (RFC 5424) over TLS.',
    options: [
      { name: 'host', label: 'Host', as: 'text', placeholder: 'syslog.example.com' },
      { name: 'port', label: 'Port', as: 'number', initial: '6514' },
    ],
    more: [
      {
        name: 'authorities',
        label: 'Authorities',
        as: 'lines',
        hint: 'Certificates in PEM to trust. Left empty, those that are well known.',
        onlyEncrypted: true,
      },
      {
        name: 'facility',
        label: 'Facility',
        as: 'number',
        initial: '13',
        hint: 'Of syslog. 13 is “log audit”.',
      },
    ],
    secrets: [],
    hasCef: true,
  },
  http: {
    title: 'HTTPS',
    does: 'Posts records to a collector, such as that of Splunk, as a JSON array.',
    options: [{ name: 'header', label: 'Header of the token', as: 'text', initial: 'Authorization' }],
    more: [],
    secrets: [
      { name: 'url', label: 'URL', placeholder: 'https://siem.example.com/collector' },
      {
        name: 'token',
        label: 'Token',
        hint: 'The whole value of the header, such as “Bearer …”. It may be empty.',
      },
    ],
    hasCef: false,
  },
  file: {
    title: 'File',
    does: 'Writes JSON lines into the folder that your operator named in ASSIZE_SIEM_FILES_DIR.',
    options: [
      { name: 'rotate_mb', label: 'Megabytes in each file', as: 'number', initial: '100' },
      { name: 'keep_files', label: 'Files to keep', as: 'number', initial: '10' },
    ],
    more: [],
    secrets: [],
    hasCef: false,
  },
};

/** Every kind has them. */
export const LIMITS: readonly Option[] = [
  { name: 'max_waiting', label: 'Records that wait', as: 'number', initial: '1000000' },
  { name: 'max_hours', label: 'Hours', as: 'number', initial: '168' },
];

export const FORMATS = { ocsf: 'OCSF 1.8 (JSON)', cef: 'CEF' } as const;
export type Format = keyof typeof FORMATS;

export const DETAILS = {
  none: 'Action, verdict, actor, time and hash',
  summary: 'Names too, and why an action was held',
} as const;
export type Detail = keyof typeof DETAILS;

/** @throws for a kind that the service makes and this page does not know. */
export function kindOf({ kind }: Pick<Sink, 'kind'>): SinkKind {
  const known = KIND_NAMES.find((each) => each === kind);
  if (known === undefined) throw new Error(`The page knows no sink of the kind ${kind}.`);
  return known;
}

export function formatOf({ options }: Pick<Sink, 'options'>): Format {
  return options.format === 'cef' ? 'cef' : 'ocsf';
}

/** The choices of a person, numbers as texts. */
export interface Draft {
  kind: SinkKind;
  name: string;
  format: Format;
  detail: Detail;
  isEncrypted: boolean;
  texts: Texts;
  /** Only those that were typed. */
  secrets: Texts;
  from: 'now' | 'beginning';
}

export function draftOf(sink: Sink | null): Draft {
  const kind = sink === null ? 'syslog' : kindOf(sink);
  const stated = Object.entries(sink?.options ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    kind,
    name: sink?.name ?? '',
    format: sink === null ? 'ocsf' : formatOf(sink),
    detail: sink?.options.detail === 'summary' ? 'summary' : 'none',
    isEncrypted: sink?.options.tls !== false,
    texts: Object.fromEntries(stated),
    secrets: {},
    from: 'now',
  };
}

export function textOf({ texts }: Pick<Draft, 'texts'>, { name, initial = '' }: Option): string {
  return texts[name] ?? initial;
}

/** The options of its kind and nothing else: the service refuses those of another one. */
export function optionsFrom(draft: Draft): Record<string, string | number | boolean> {
  const { options, more, hasCef } = KINDS[draft.kind];
  const typed = [...options, ...more, ...LIMITS].flatMap((option) => {
    const text = textOf(draft, option).trim();
    // Left empty, the service chooses.
    if (text === '' && option.as === 'number') return [];
    return [[option.name, option.as === 'number' ? numberIn(text) : text] as const];
  });
  return {
    ...Object.fromEntries(typed),
    format: hasCef ? draft.format : 'ocsf',
    detail: draft.detail,
    ...(draft.kind === 'syslog' && { tls: draft.isEncrypted }),
  };
}

function numberIn(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Where a sink sends to, as far as that is not a secret. */
export function receiverOf(sink: Sink): string {
  const { host, port, tls } = sink.options;
  if (kindOf(sink) === 'syslog') return `${host}:${port}, ${tls === false ? 'without TLS' : 'over TLS'}`;
  return kindOf(sink) === 'file' ? `${sink.id}.jsonl` : 'an address that is kept secret';
}
