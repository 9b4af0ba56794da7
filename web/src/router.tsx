import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { isOutOfReach } from './accounts/current-account.ts';
import { ApiProblem } from './api/request.ts';
import { PageLoading } from './layout/loading.tsx';
import { NotFound } from './layout/not-found.tsx';
import { RouteProblem } from './layout/route-problem.tsx';
import { type RecordView, ViewProvider, ViewsProvider } from './records/view.ts';
import { Shell } from './shell.tsx';
import { common } from './texts/common.ts';

/** All page addresses. A search is flat text, so that filters stand in the address in the grammar of the API. */
type Search = Record<string, string | undefined>;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  validateSearch: (search: Search): Search => search,
  search: {
    middlewares: [
      // Which Account one looks at goes along from page to page; "all" is said by an empty value.
      ({ search, next }) => ({ ...keptAccount(search), ...next(search) }),
    ],
  },
});

function keptAccount(search: Search): Search {
  const { account_uuid } = search;
  return account_uuid && !isOutOfReach(account_uuid) ? { account_uuid } : {};
}

/** What comes sooner takes the place of the page before it without anything between. */
const PENDING_MS = 300;

/**
 * A script that cannot be fetched makes the router load the page anew, for a Rapport that was replaced meanwhile. One that does not answer
 * at all would leave the browser's own error page in the place of ours.
 */
const unlessAway = (load: () => Promise<Record<string, unknown>>) => () =>
  load().catch(async (error) => {
    const answers = await fetch('/healthz').catch(() => null);
    throw answers ? error : new ApiProblem(0, { detail: common.unreachable });
  }) as Promise<Record<string, () => unknown>>;

const inShell = <const P extends string>(
  path: P,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(unlessAway(load), name) as never,
    // While its script is on the way: what stands around the page is there already.
    pendingComponent: PageLoading,
  });

const outside = <const P extends string>(
  path: P,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (search: Search): Search => search,
    component: lazyRouteComponent(unlessAway(load), name) as never,
  });

/** The pages of a kind of record: the same for every kind, about what its view says. */
const kind = <const P extends string>(path: P, view: () => Promise<{ view: RecordView }>) => {
  const about = (load: () => Promise<Record<string, unknown>>, name: string) => async () => {
    const [page, kind] = await Promise.all([load(), view()]);
    return { Page: ofKind(kind.view, {}, page[name] as ComponentType) };
  };
  // It shows records of other kinds as well.
  const record = async () => {
    const [{ RecordPage }, kind, { VIEWS }] = await Promise.all([
      import('./records/page/record-page.tsx'),
      view(),
      import('./views.ts'),
    ]);
    return { Page: ofKind(kind.view, VIEWS, RecordPage) };
  };
  const list = about(() => import('./records/table/records-page.tsx'), 'RecordsPage');
  const deleted = about(() => import('./records/deleted/deleted-page.tsx'), 'DeletedPage');
  const importing = about(() => import('./records/import/import-page.tsx'), 'ImportPage');
  return [
    inShell(path, list, 'Page'),
    inShell<`${P}/deleted`>(`${path}/deleted`, deleted, 'Page'),
    inShell<`${P}/import`>(`${path}/import`, importing, 'Page'),
    inShell<`${P}/$uuid`>(`${path}/$uuid`, record, 'Page'),
  ] as const;
};

const ofKind = (view: RecordView, views: Record<string, RecordView>, Page: ComponentType) => () =>
  createElement(
    ViewsProvider,
    { value: views },
    createElement(ViewProvider, { key: view.path, value: view }, createElement(Page)),
  );

const tree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/today' });
    },
  }),
  outside('/first-run', () => import('./identity/first-run-page.tsx'), 'FirstRunPage'),
  outside('/forgot-password', () => import('./identity/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  outside('/reset-password', () => import('./identity/reset-password-page.tsx'), 'ResetPasswordPage'),
  outside('/confirm-email', () => import('./identity/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  outside('/invitation', () => import('./identity/invitation-page.tsx'), 'InvitationPage'),
  shell.addChildren([
    inShell('/today', () => import('./today/today-page.tsx'), 'TodayPage'),
    ...kind('/clients', () => import('./clients/view.ts')),
    ...kind('/contacts', () => import('./contacts/view.ts')),
    inShell('/deals/board', () => import('./deals/board-page.tsx'), 'BoardPage'),
    ...kind('/deals', () => import('./deals/view.ts')),
    ...kind('/tasks', () => import('./tasks/view.ts')),
    ...kind('/notes', () => import('./notes/view.ts')),
    inShell('/accounts', () => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
    inShell('/accounts/$uuid', () => import('./accounts/account-page.tsx'), 'AccountPage'),
    inShell(
      '/accounts/$uuid/audit-log',
      () => import('./security/account-audit-page.tsx'),
      'AccountAuditPage',
    ),
    createRoute({
      getParentRoute: () => shell,
      path: '/settings',
      beforeLoad: () => {
        throw redirect({ to: '/settings/account-details' });
      },
    }),
    inShell(
      '/settings/account-details',
      () => import('./tokens/account-details-page.tsx'),
      'AccountDetailsPage',
    ),
    inShell('/settings/pipelines', () => import('./deals/pipelines-page.tsx'), 'PipelinesPage'),
    inShell('/settings/webhooks', () => import('./webhooks/subscriptions-page.tsx'), 'SubscriptionsPage'),
    inShell('/settings/webhooks/$uuid', () => import('./webhooks/subscription-page.tsx'), 'SubscriptionPage'),
    inShell(
      '/settings/connected-apps',
      () => import('./applications/connected-applications-page.tsx'),
      'ConnectedApplicationsPage',
    ),
    inShell('/settings/security', () => import('./security/security-page.tsx'), 'SecurityPage'),
    inShell('/developers', () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
    inShell('/developers/receive', () => import('./developers/receive-page.tsx'), 'ReceivePage'),
    inShell('/developers/events', () => import('./developers/events-page.tsx'), 'EventsPage'),
    inShell('/developers/events/$uuid', () => import('./developers/event-page.tsx'), 'EventPage'),
    inShell('/developers/requests', () => import('./developers/requests-page.tsx'), 'RequestsPage'),
    inShell('/developers/verify', () => import('./developers/verify-page.tsx'), 'VerifyPage'),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(entries as [string, string][]).toString();
    return query === '' ? '' : `?${query.replaceAll('%5B', '[').replaceAll('%5D', ']')}`;
  },
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_MS,
  // A page that has come is shown, however short one has waited.
  defaultPendingMinMs: 0,
  defaultErrorComponent: RouteProblem,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
