import { clients } from './clients.ts';
import { nav } from './common.ts';

export const palette = {
  goTo: 'Go to',
  do: 'Do',
  create: clients.create,
  theme: (scheme: string) => `Theme: ${scheme}`,
  clients: 'Clients',
  others: 'Contacts, Deals and Tasks',
  searching: 'Searching the Clients …',
  unreachable:
    'Rapport does not answer, so no Clients are found now. Check the connection and type the words again.',
  switchTo: (account: string) => `Switch to ${account}`,
  pages: [
    [nav.today, '/today'],
    [nav.clients, '/clients'],
    [nav.contacts, '/contacts'],
    [`${nav.deals}: Board`, '/deals/board'],
    [nav.deals, '/deals'],
    [nav.tasks, '/tasks'],
    [clients.trash.title, '/clients/deleted'],
    ['Import Clients from CSV', '/clients/import'],
    [nav.accounts, '/accounts'],
    ['Members: invite somebody to an Account', '/accounts'],
    [`${nav.settings}: ${nav.accountDetails}`, '/settings/account-details'],
    ['Personal Access Tokens', '/settings/account-details'],
    [`${nav.settings}: ${nav.webhooks}`, '/settings/webhooks'],
    [`${nav.settings}: ${nav.connectedApps}`, '/settings/connected-apps'],
    [`${nav.settings}: ${nav.security}`, '/settings/security'],
    [nav.developers, '/developers'],
    ['Receive webhooks', '/developers/receive'],
    ['Verify a signature', '/developers/verify'],
    ['Event catalogue', '/developers/events'],
  ] as [string, string][],
};
