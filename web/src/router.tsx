import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router';
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import { isOutOfReach } from './accounts/current-account.ts';
import { ApiProblem } from './api/request.ts';
import { PanelsProvider, type RecordView, ViewsProvider } from './fields/view.ts';
import { firstReads } from './first-reads.ts';
import { later } from './layout/later.tsx';
import { PageLoading } from './layout/loading.tsx';
import { NotFound } from './layout/not-found.tsx';
import { RouteProblem } from './layout/route-problem.tsx';
import { ViewOfPage } from './record/view-in-account.tsx';
import { Shell } from './shell.tsx';
import { common } from './texts/common.ts';

/**
 * The addresses of all pages. Searches are flat text, so filters have the grammar of the API in the
 * address.
 */
type Search = Record<string, string | undefined>;

const Notices = later(async () => (await import('./layout/notices.tsx')).Notices);

const root = createRootRoute({
  component: () => createElement(Fragment, null, createElement(Notices), createElement(Outlet)),
  notFoundComponent: NotFound,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  // Once, before the first page is drawn.
  loader: firstReads,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  shouldReload: false,
  validateSearch: (search: Search): Search => search,
  search: {
    middlewares: [
      // The current Account stays from page to page. An empty value means "all".
      ({ search, next }) => ({ ...keptAccount(search), ...next(search) }),
    ],
  },
});

function keptAccount(search: Search): Search {
  const { account_uuid } = search;
  return account_uuid && !isOutOfReach(account_uuid) ? { account_uuid } : {};
}

/** Below this time the next page replaces the old one without a loading state between. */
const PENDING_MS = 300;

/**
 * Handles a script that cannot be loaded. If the service answers, the router reloads the page,
 * because the release may have changed. Otherwise a reload would show the browser's error page
 * instead of ours.
 */
const unlessAway = (load: () => Promise<Record<string, unknown>>) => () =>
  load().catch(async (error) => {
    const answers = await fetch('/healthz').catch(() => null);
    throw answers ? error : new ApiProblem(0, { detail: common.unreachableRead });
  }) as Promise<Record<string, () => unknown>>;

type BeforeLoad = (at: { location: { pathname: string } }) => Promise<void> | undefined;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const inShell = <const P extends string>(
  path: P,
  load: () => Promise<Record<string, unknown>>,
  name: string,
  beforeLoad: BeforeLoad = () => undefined,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: (at) => {
      const { uuid } = at.params as { uuid?: string };
      // Nothing has such an address, so nobody is asked for it.
      if (uuid !== undefined && !UUID.test(uuid)) throw notFound();
      return beforeLoad(at);
    },
    component: lazyRouteComponent(unlessAway(load), name) as never,
    // Shown while the script of a page is loaded. The frame of the page is already there.
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

/**
 * The pages of a kind of record, which are the same for every kind. The kind's view supplies the
 * differences.
 */
const kind = <const P extends string>(path: P, view: () => Promise<{ view: RecordView }>) => {
  const show: About = async (load) => {
    const [{ Page, views }, kind] = await Promise.all([load, view()]);
    return () => inViews(kind.view, views, Page);
  };
  return pagesOfKind(path, show, async () => (await view()).view);
};

/**
 * The pages of a kind without a view of its own. They follow from the kind's definition, found by
 * the address.
 */
const plainKind = () => {
  const show: About = async (load) => {
    const [{ Page, views }, { plainViewAt }] = await Promise.all([load, import('./fields/plain-view.ts')]);
    return () => {
      const view = plainViewAt(`/${useParams({ strict: false }).plural}`);
      return view ? inViews(view, views, Page) : null;
    };
  };
  const find: Find = async (pathname) => {
    const { plainViewAt } = await import('./fields/plain-view.ts');
    return plainViewAt(`/${pathname.split('/')[1]}`);
  };
  return pagesOfKind('/$plural', show, find, async ({ location }) => {
    if (!(await find(location.pathname))) throw notFound();
  });
};

/** Finds the view of the kind at an address. */
type Find = (pathname: string) => Promise<RecordView | undefined>;

type LoadedPage = { Page: ComponentType; views: Record<string, RecordView> };

/** Gives a page the view of its kind, or all views if the page shows records of other kinds too. */
type About = (load: Promise<LoadedPage>) => Promise<() => ReactNode>;

const pagesOfKind = <const P extends string>(
  path: P,
  show: About,
  find: Find,
  beforeLoad: BeforeLoad = () => undefined,
) => {
  const about = (load: () => Promise<LoadedPage>) => async () => ({ Page: await show(load()) });
  const alone = (page: Promise<ComponentType>) => page.then((Page) => ({ Page, views: {} }));
  const list = about(() => alone(import('./lists/table/records-page.tsx').then((page) => page.RecordsPage)));
  const deleted = about(() =>
    alone(import('./lists/deleted/deleted-page.tsx').then((page) => page.DeletedPage)),
  );
  // The page of duplicates also compares with records of other kinds.
  const duplicates = about(async () => {
    const [{ DuplicatesPage }, { VIEWS }] = await Promise.all([
      import('./lists/duplicates/duplicates-page.tsx'),
      import('./views.ts'),
    ]);
    return { Page: DuplicatesPage, views: VIEWS };
  });
  // The page of a record also shows records of other kinds.
  const record = about(async () => {
    const [page, { VIEWS, PANELS }] = await Promise.all([
      import('./record/page/record-page.tsx'),
      import('./views.ts'),
    ]);
    const Page = () => createElement(PanelsProvider, { value: PANELS }, createElement(page.RecordPage));
    return { Page, views: VIEWS };
  });
  return [
    inShell(path, list, 'Page', beforeLoad),
    inShell<`${P}/deleted`>(`${path}/deleted`, deleted, 'Page', beforeLoad),
    inShell<`${P}/duplicates`>(`${path}/duplicates`, duplicates, 'Page', async ({ location }) => {
      if (!(await find(location.pathname))?.isMatched) throw notFound();
    }),
    inShell<`${P}/$uuid`>(`${path}/$uuid`, record, 'Page', beforeLoad),
  ] as const;
};

/** The page of an import or of a change shows records of all kinds. */
const ofAllKinds = (load: () => Promise<ComponentType>) => async () => {
  const [Page, { VIEWS }] = await Promise.all([load(), import('./views.ts')]);
  return { Page: () => createElement(ViewsProvider, { value: VIEWS }, createElement(Page)) };
};
const importPage = ofAllKinds(async () => (await import('./imports/import-page.tsx')).ImportPage);
const proposalPage = ofAllKinds(async () => (await import('./proposals/proposal-page.tsx')).ProposalPage);
const changePage = ofAllKinds(async () => (await import('./changes/change-page.tsx')).ChangePage);

const inViews = (view: RecordView, views: Record<string, RecordView>, Page: ComponentType) =>
  createElement(
    ViewsProvider,
    { value: views },
    createElement(ViewOfPage, { key: view.path, view, children: createElement(Page) }),
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
    inShell('/calendar', () => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
    inShell('/overview', () => import('./reports/overview-page.tsx'), 'OverviewPage'),
    inShell('/reports', () => import('./reports/reports-page.tsx'), 'ReportsPage'),
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
      () => import('./security/account-details-page.tsx'),
      'AccountDetailsPage',
    ),
    inShell('/settings/fields', () => import('./custom-fields/fields-page.tsx'), 'FieldsPage'),
    inShell('/settings/changes', () => import('./changes/changes-page.tsx'), 'ChangesPage'),
    inShell('/settings/changes/$uuid', changePage, 'Page'),
    inShell('/settings/proposals', () => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
    inShell('/settings/proposals/$uuid', proposalPage, 'Page'),
    inShell('/settings/tags', () => import('./tags/tags-page.tsx'), 'TagsPage'),
    inShell(
      '/settings/notifications',
      () => import('./notifications/settings-page.tsx'),
      'NotificationSettingsPage',
    ),
    inShell('/settings/mailboxes', () => import('./mail/mailboxes-page.tsx'), 'MailboxesPage'),
    inShell(
      '/settings/mailboxes/signed-in/$provider',
      () => import('./mail/signed-in-page.tsx'),
      'SignedInPage',
    ),
    inShell('/settings/mail-templates', () => import('./mail/templates/templates-page.tsx'), 'TemplatesPage'),
    inShell('/settings/jobs', () => import('./jobs/jobs-page.tsx'), 'JobsPage'),
    inShell('/settings/pipelines', () => import('./deals/pipelines-page.tsx'), 'PipelinesPage'),
    inShell('/settings/imports', () => import('./imports/imports-page.tsx'), 'ImportsPage'),
    inShell('/settings/imports/$uuid', importPage, 'Page'),
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
    ...plainKind(),
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
  // A loaded page is shown at once, however short the loading state was visible.
  defaultPendingMinMs: 0,
  defaultErrorComponent: RouteProblem,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
