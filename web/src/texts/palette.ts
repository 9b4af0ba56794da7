import { clients } from './clients.ts';
import { nav } from './common.ts';

export const palette = {
  goTo: 'Go to',
  do: 'Do',
  create: clients.create,
  theme: (scheme: string) => `Theme: ${scheme}`,
  clients: 'Clients',
  searching: 'Searching the Clients …',
  unreachable:
    'Rapport does not answer, so no Clients are found now. Check the connection and type the words again.',
  switchTo: (account: string) => `Switch to ${account}`,
  pages: [
    [nav.clients, '/clients'],
    [clients.trash.title, '/clients/deleted'],
    ['Import Clients from CSV', '/clients/import'],
    [nav.accounts, '/accounts'],
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
