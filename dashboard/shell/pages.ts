/** The entries of the navigation, in their groups. */
import {
  Activity,
  BadgeCheck,
  Bot,
  ClipboardCheck,
  FileCheck2,
  FlaskConical,
  Gauge,
  History,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  RadioTower,
  Receipt,
  Scale,
  ScrollText,
  ShieldCheck,
  Siren,
  SlidersHorizontal,
  Target,
  Ticket,
  UserCheck,
  Users,
  Wallet,
  Waypoints,
  Webhook,
  Wrench,
} from 'lucide-react';

export interface Entry {
  to: string;
  name: string;
  Icon: LucideIcon;
  /** The second key after `g`. */
  key: string;
}

export const GROUPS: readonly { name: string; entries: readonly Entry[] }[] = [
  {
    name: 'Watch',
    entries: [
      { to: '/', name: 'Overview', Icon: Gauge, key: 'o' },
      { to: '/approvals', name: 'Approvals', Icon: Inbox, key: 'a' },
      { to: '/evidence', name: 'Evidence', Icon: ScrollText, key: 'e' },
      { to: '/agents', name: 'Agents', Icon: Bot, key: 'g' },
      { to: '/sessions', name: 'Sessions', Icon: Waypoints, key: 'd' },
    ],
  },
  {
    name: 'Govern',
    entries: [
      { to: '/policies', name: 'Policies', Icon: ShieldCheck, key: 'p' },
      { to: '/playground', name: 'Playground', Icon: FlaskConical, key: 'y' },
      { to: '/tools', name: 'Tools', Icon: Wrench, key: 't' },
      { to: '/targets', name: 'Targets', Icon: Target, key: 'r' },
      { to: '/mandates', name: 'Mandates', Icon: Ticket, key: 'm' },
      { to: '/budgets', name: 'Budgets', Icon: Wallet, key: 'b' },
      { to: '/settings', name: 'Settings', Icon: SlidersHorizontal, key: 's' },
    ],
  },
  {
    name: 'Prove',
    entries: [
      { to: '/integrity', name: 'Integrity', Icon: FileCheck2, key: 'i' },
      { to: '/compliance', name: 'Compliance', Icon: ClipboardCheck, key: 'c' },
      { to: '/exceptions', name: 'Exceptions', Icon: ListChecks, key: 'x' },
      { to: '/changes', name: 'Changes', Icon: History, key: 'h' },
      { to: '/incidents', name: 'Incidents', Icon: Siren, key: 'j' },
      { to: '/holds', name: 'Holds', Icon: Scale, key: 'l' },
    ],
  },
  {
    name: 'Account',
    entries: [
      { to: '/usage', name: 'Usage', Icon: Receipt, key: 'u' },
      { to: '/keys', name: 'Keys', Icon: KeyRound, key: 'k' },
      { to: '/issuers', name: 'Issuers', Icon: BadgeCheck, key: 'f' },
      { to: '/channels', name: 'Channels', Icon: MessagesSquare, key: 'v' },
      { to: '/webhooks', name: 'Webhooks', Icon: Webhook, key: 'w' },
      { to: '/sinks', name: 'SIEM sinks', Icon: RadioTower, key: 'z' },
      { to: '/members', name: 'Members', Icon: Users, key: 'n' },
      { to: '/access-review', name: 'Access review', Icon: UserCheck, key: 'q' },
    ],
  },
];

/** The pages within reach of a thumb. */
export const TABS: readonly Entry[] = (GROUPS[0]?.entries ?? []).map((entry) =>
  entry.to === '/evidence' ? { ...entry, Icon: Activity } : entry,
);
