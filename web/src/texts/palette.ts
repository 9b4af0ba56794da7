import { clients } from './clients.ts';
import { nav } from './common.ts';

export const palette = {
  goTo: 'Go to',
  do: 'Do',
  create: (one: string) => `New ${one}`,
  /** `pattern` extracts the name of the record from the typed words. */
  writing: [
    {
      write: 'log',
      begin: 'Log a call with',
      pattern: /^log (?:a )?(?:call )?(?:with )?(\S.*)$/i,
      label: (name: string) => `Log a call with ${name}`,
    },
    {
      write: 'note',
      begin: 'Write a note about',
      pattern: /^(?:write )?(?:a )?note (?:about |on )(\S.*)$/i,
      label: (name: string) => `Write a note about ${name}`,
    },
    {
      write: 'task',
      begin: 'Add a task for',
      pattern: /^(?:add )?(?:a )?task (?:for )(\S.*)$/i,
      label: (name: string) => `Add a task for ${name}`,
    },
  ],
  theme: (scheme: string) => `Theme: ${scheme}`,
  clients: 'Clients',
  others: 'Other records',
  searching: 'Searching the Clients …',
  unreachable:
    'Rapport does not answer, so no Clients are found now. Check the connection and type the words again.',
  switchTo: (account: string) => `Switch to ${account}`,
  /** Pages besides Today and the lists of all kinds. */
  pages: [
    ['Deals: Table', '/deals'],
    ['Tasks: All', '/tasks'],
    [clients.trash.title, '/clients/deleted'],
    ['Import Clients from CSV', '/clients/import'],
    [nav.accounts, '/accounts'],
    ['Members: invite somebody to an Account', '/accounts'],
    ['Audit log of an Account', '/accounts'],
    [`${nav.settings}: ${nav.accountDetails}`, '/settings/account-details'],
    ['Personal Access Tokens', '/settings/account-details'],
    [`${nav.settings}: ${nav.pipelines}`, '/settings/pipelines'],
    [`${nav.settings}: ${nav.fields} (custom fields)`, '/settings/fields'],
    [`${nav.settings}: ${nav.webhooks}`, '/settings/webhooks'],
    [`${nav.settings}: ${nav.connectedApps}`, '/settings/connected-apps'],
    [`${nav.settings}: ${nav.security}`, '/settings/security'],
    [nav.developers, '/developers'],
    ['Receive webhooks', '/developers/receive'],
    ['Verify a signature', '/developers/verify'],
    ['Event catalogue', '/developers/events'],
    ['API requests', '/developers/requests'],
  ] as [string, string][],
};
