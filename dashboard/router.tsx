/** The pages and their addresses. Each page is loaded when it is first opened. */
import { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, Unreachable } from './api/client.ts';
import type { RootSearch } from './api/environment.ts';
import { meQuery } from './api/me.ts';
import { NotFound, PageFailed } from './shell/failed.tsx';
import { Shell } from './shell/shell.tsx';

export const queries = new QueryClient({
  defaultOptions: {
    // Fail at once without a network: a decision that waits for one would be sent when no one looks.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal, but a service that was out of reach may be back.
      retry: (count, error) =>
        count < 2 && (error instanceof Unreachable || (error instanceof ApiError && error.status >= 500)),
    },
  },
});

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  validateSearch: ({ env }: Record<string, unknown>): RootSearch => (env === 'sandbox' ? { env } : {}),
  search: { middlewares: [retainSearchParams(['env'])] },
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
});

/** The pages that need to know who is signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ context, search, location }) => {
    const me = meQuery(search.env ?? 'production');
    await context.queries.ensureQueryData(me).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) {
        throw redirect({ to: '/sign-in', search: { next: location.href } });
      }
      // Without an answer the page opens, and says that the service is out of reach.
      if (!(error instanceof Unreachable)) throw error;
    });
  },
});

type Search = Record<string, unknown>;
const anything = (search: Search): Search => search;

// Each page reads its own parameters, and decides what to do with those it can't read.
const under =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Name extends string>(
    path: Path,
    load: () => Promise<Record<Name, () => ReactNode>>,
    name: Name,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(load, name),
      validateSearch: anything,
    });
const page = under(inside);
const outside = under(root);

const tree = root.addChildren([
  inside.addChildren([
    page('/', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
    page('/welcome', () => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
    page('/approvals', () => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
    page('/approvals/$id', () => import('./approvals/approval-page.tsx'), 'ApprovalPage'),
    page('/evidence', () => import('./evidence/evidence-page.tsx'), 'EvidencePage'),
    page('/evidence/$id', () => import('./evidence/record-page.tsx'), 'RecordPage'),
    page('/verify', () => import('./evidence/verify-page.tsx'), 'VerifyPage'),
    page('/integrity', () => import('./integrity/integrity-page.tsx'), 'IntegrityPage'),
    page('/playground', () => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
    page('/tools', () => import('./tools/tools-page.tsx'), 'ToolsPage'),
    page('/targets', () => import('./targets/targets-page.tsx'), 'TargetsPage'),
    page('/mandates', () => import('./mandates/mandates-page.tsx'), 'MandatesPage'),
    page('/sessions', () => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
    page('/sessions/$id', () => import('./sessions/session-page.tsx'), 'SessionPage'),
    page('/policies', () => import('./policies/policies-page.tsx'), 'PoliciesPage'),
    page('/policies/$name', () => import('./policies/policy-page.tsx'), 'PolicyPage'),
    page('/settings', () => import('./settings/settings-page.tsx'), 'SettingsPage'),
    page('/agents', () => import('./agents/agents-page.tsx'), 'AgentsPage'),
    page('/agents/$id', () => import('./agents/agent-page.tsx'), 'AgentPage'),
    page('/budgets', () => import('./budgets/budgets-page.tsx'), 'BudgetsPage'),
    page('/compliance', () => import('./compliance/compliance-page.tsx'), 'CompliancePage'),
    page('/exceptions', () => import('./compliance/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
    page('/changes', () => import('./changes/changes-page.tsx'), 'ChangesPage'),
    page('/incidents', () => import('./incidents/incidents-page.tsx'), 'IncidentsPage'),
    page('/incidents/$id', () => import('./incidents/incident-page.tsx'), 'IncidentPage'),
    page('/access-review', () => import('./access-review/access-review-page.tsx'), 'AccessReviewPage'),
    page('/holds', () => import('./holds/holds-page.tsx'), 'HoldsPage'),
    page('/usage', () => import('./usage/usage-page.tsx'), 'UsagePage'),
    page('/keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
    page('/issuers', () => import('./issuers/issuers-page.tsx'), 'IssuersPage'),
    page('/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    page('/webhooks/$id', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
    page('/channels', () => import('./channels/channels-page.tsx'), 'ChannelsPage'),
    page('/channels/$id', () => import('./channels/channel-page.tsx'), 'ChannelPage'),
    page('/sinks', () => import('./sinks/sinks-page.tsx'), 'SinksPage'),
    page('/sinks/$id', () => import('./sinks/sink-page.tsx'), 'SinkPage'),
    page('/members', () => import('./members/members-page.tsx'), 'MembersPage'),
    page('/account', () => import('./account/account-page.tsx'), 'AccountPage'),
  ]),
  outside('/sign-in', () => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  outside('/join', () => import('./sign-in/join-page.tsx'), 'JoinPage'),
  outside('/open', () => import('./sign-in/open-page.tsx'), 'OpenPage'),
  outside('/invitations', () => import('./sign-in/invitations-page.tsx'), 'InvitationsPage'),
  outside('/decide', () => import('./decide/decide-page.tsx'), 'DecidePage'),
  outside('/design', () => import('./design/design-page.tsx'), 'DesignPage'),
  outside('/reset', () => import('./sign-in/reset-page.tsx'), 'ResetPage'),
]);

export const router = createRouter({
  routeTree: tree,
  context: { queries },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
