/** The page of the guide about each page of the dashboard, by the first part of its address. */
const GUIDE_PAGES: Readonly<Record<string, string>> = {
  '': 'dashboard',
  'access-review': 'members',
  account: 'notifications',
  agents: 'agents',
  approvals: 'approvals',
  budgets: 'halts-and-budgets',
  changes: 'second-person',
  channels: 'channels',
  compliance: 'compliance',
  design: 'dashboard',
  evidence: 'evidence',
  exceptions: 'compliance',
  holds: 'erasure',
  incidents: 'compliance',
  integrity: 'evidence',
  issuers: 'identity',
  keys: 'asking',
  mandates: 'mandates',
  members: 'members',
  playground: 'judgement',
  policies: 'policies',
  sessions: 'provenance',
  settings: 'settings',
  sinks: 'siem',
  targets: 'targets',
  tools: 'tools',
  usage: 'usage',
  webhooks: 'webhooks',
};

/** @returns the address of the page about this one, or of the guide. */
export function guideFor(pathname: string): string {
  const [, first = ''] = pathname.split('/');
  return `/guide/${GUIDE_PAGES[first] ?? ''}`;
}
