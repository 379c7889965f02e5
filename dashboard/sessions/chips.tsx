/** Labels of a session: where a value came from, what a result was, how confidential it is, and why a call was held. */
import {
  BookMarked,
  Building2,
  CircleDashed,
  ClipboardList,
  Database,
  Globe,
  Hammer,
  History,
  KeyRound,
  Link2,
  Lock,
  type LucideIcon,
  MessageSquareQuote,
  PenLine,
  Route,
  UserRoundX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import type { Call, Origin } from './line.ts';

interface Kind {
  word: string;
  tone: Tone;
  Icon: LucideIcon;
}

function Chip({ kind: { word, tone, Icon }, children }: { kind: Kind; children?: ReactNode }) {
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
      {children}
    </Badge>
  );
}

const ORIGINS: Record<Origin, Kind> = {
  task: { word: 'the task', tone: 'good', Icon: ClipboardList },
  record: { word: 'on record', tone: 'good', Icon: BookMarked },
  memory: { word: 'approved before', tone: 'good', Icon: History },
  made_here: { word: 'made here', tone: 'accent', Icon: Hammer },
  own_result: { word: 'own record', tone: 'accent', Icon: Database },
  content: { word: 'strangers’ text', tone: 'warning', Icon: MessageSquareQuote },
  composed: { word: 'in nothing it read', tone: 'neutral', Icon: PenLine },
  unseen: { word: 'not known', tone: 'neutral', Icon: CircleDashed },
};
const BY_KNOWLEDGE: Record<string, Origin> = {
  record: 'record',
  approval: 'memory',
  mandate: 'task',
  own_result: 'own_result',
  made_here: 'made_here',
};

/** @param known what makes the target known, which says enough before the session had read anything. */
export function OriginChip({ origin, known }: { origin: Origin | null; known: string | null }) {
  const shown = origin ?? (known === null ? undefined : BY_KNOWLEDGE[known]) ?? 'unseen';
  return <Chip kind={ORIGINS[shown]} />;
}

type ResultSource = NonNullable<Call['result']>['source'];

const RESULTS: Record<NonNullable<ResultSource> | 'undeclared', Kind> = {
  own: { word: 'own records', tone: 'accent', Icon: Database },
  content: { word: 'strangers’ text', tone: 'warning', Icon: MessageSquareQuote },
  undeclared: { word: 'not declared', tone: 'neutral', Icon: CircleDashed },
};

export function SourceChip({ source }: { source: ResultSource }) {
  return <Chip kind={RESULTS[source ?? 'undeclared']} />;
}

type Level = NonNullable<NonNullable<Call['result']>['confidentiality']>;

const LEVELS: Record<Level, Kind> = {
  public: { word: 'public', tone: 'neutral', Icon: Globe },
  internal: { word: 'internal', tone: 'neutral', Icon: Building2 },
  confidential: { word: 'confidential', tone: 'warning', Icon: Lock },
  secret: { word: 'secret', tone: 'bad', Icon: KeyRound },
};

export function ConfidentialityChip({ level }: { level: Level | null }) {
  return level === null ? null : <Chip kind={LEVELS[level]} />;
}

export type Doubt = Call['doubts'][number];

const DOUBTS: Partial<Record<Doubt, Kind>> = {
  stranger_named_party: { word: 'New party', tone: 'warning', Icon: UserRoundX },
  stranger_named_object: { word: 'New party', tone: 'warning', Icon: UserRoundX },
  stranger_link: { word: 'A stranger’s link', tone: 'warning', Icon: Link2 },
  composed_url: { word: 'Made-up address', tone: 'warning', Icon: PenLine },
  beyond_mandate: { word: 'Beyond the task', tone: 'warning', Icon: Route },
};

/** Nothing for other doubts: the reason says them. */
export function DoubtChips({ doubts }: { doubts: readonly Doubt[] }) {
  const kinds = doubts.flatMap((doubt) => DOUBTS[doubt] ?? []);
  const distinct = [...new Map(kinds.map((kind) => [kind.word, kind])).values()];
  return distinct.map((kind) => <Chip key={kind.word} kind={kind} />);
}

/** Explains the labels, above the line. */
export function Legend() {
  return (
    <>
      <Chip kind={ORIGINS.own_result}>: from your own registers</Chip>
      <Chip kind={ORIGINS.content}>: others may have written it</Chip>
      <Chip kind={ORIGINS.task}>: named before anything was read</Chip>
    </>
  );
}
