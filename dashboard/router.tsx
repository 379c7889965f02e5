/** The pages and their addresses. Each page is loaded when it is first opened. */
import { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
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
const page = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path, component, validateSearch: anything });

const outside = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: anything });

const tree = root.addChildren([
  inside.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
    ),
    page(
      '/welcome',
      lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
    ),
    page(
      '/approvals',
      lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
    ),
    page(
      '/approvals/$id',
      lazyRouteComponent(() => import('./approvals/approval-page.tsx'), 'ApprovalPage'),
    ),
    page(
      '/evidence',
      lazyRouteComponent(() => import('./evidence/evidence-page.tsx'), 'EvidencePage'),
    ),
    page(
      '/evidence/$id',
      lazyRouteComponent(() => import('./evidence/record-page.tsx'), 'RecordPage'),
    ),
    page(
      '/verify',
      lazyRouteComponent(() => import('./evidence/verify-page.tsx'), 'VerifyPage'),
    ),
    page(
      '/integrity',
      lazyRouteComponent(() => import('./integrity/integrity-page.tsx'), 'IntegrityPage'),
    ),
    page(
      '/tools',
      lazyRouteComponent(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
    ),
    page(
      '/targets',
      lazyRouteComponent(() => import('./targets/targets-page.tsx'), 'TargetsPage'),
    ),
    page(
      '/mandates',
      lazyRouteComponent(() => import('./mandates/mandates-page.tsx'), 'MandatesPage'),
    ),
    page(
      '/policies',
      lazyRouteComponent(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
    ),
    page(
      '/policies/$name',
      lazyRouteComponent(() => import('./policies/policy-page.tsx'), 'PolicyPage'),
    ),
    page(
      '/settings',
      lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
    ),
    page(
      '/agents',
      lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
    ),
    page(
      '/agents/$id',
      lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
    ),
    page(
      '/budgets',
      lazyRouteComponent(() => import('./budgets/budgets-page.tsx'), 'BudgetsPage'),
    ),
    page(
      '/compliance',
      lazyRouteComponent(() => import('./compliance/compliance-page.tsx'), 'CompliancePage'),
    ),
    page(
      '/changes',
      lazyRouteComponent(() => import('./changes/changes-page.tsx'), 'ChangesPage'),
    ),
    page(
      '/holds',
      lazyRouteComponent(() => import('./holds/holds-page.tsx'), 'HoldsPage'),
    ),
    page(
      '/usage',
      lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
    ),
    page(
      '/keys',
      lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
    ),
    page(
      '/webhooks',
      lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    ),
    page(
      '/webhooks/$id',
      lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
    ),
    page(
      '/members',
      lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage'),
    ),
    page(
      '/account',
      lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
    ),
  ]),
  outside(
    '/sign-in',
    lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  ),
  outside(
    '/join',
    lazyRouteComponent(() => import('./sign-in/join-page.tsx'), 'JoinPage'),
  ),
  outside(
    '/invitations',
    lazyRouteComponent(() => import('./sign-in/invitations-page.tsx'), 'InvitationsPage'),
  ),
  outside(
    '/reset',
    lazyRouteComponent(() => import('./sign-in/reset-page.tsx'), 'ResetPage'),
  ),
]);

export const router = createRouter({
  routeTree: tree,
  context: { queries },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
