import type { Account } from '@rapport/contract/accounts';
import { fold } from '@rapport/contract/fold';
import type { ReactNode } from 'react';
import {
  AccountsIcon,
  AppsIcon,
  BellIcon,
  ChangesIcon,
  DevelopersIcon,
  FieldsIcon,
  ImportsIcon,
  MailIcon,
  ManyAccountsIcon,
  PipelinesIcon,
  ProposalsIcon,
  SecurityIcon,
  TagsIcon,
  UserIcon,
  WebhooksIcon,
  WorkIcon,
} from './layout/icons.tsx';
import { settings as texts } from './texts/settings.ts';

/** A page of settings. `about` is shown in the palette; `words` are others that find it there. */
export type SettingsPage = { to: string; label: string; about: string; words: string; icon: ReactNode };

/**
 * Returns the pages of settings in groups, in the order of the menu: the Account, the User, and
 * what is for programs. Each thing is set in one place. `account` is the current one.
 */
export function settingsPages(account: Account | null): { title: string; pages: SettingsPage[] }[] {
  const ofOneAccount = account
    ? [{ to: `/accounts/${account.uuid}`, ...texts.account, icon: <AccountsIcon /> }]
    : [];
  return [
    {
      title: texts.ofAccount,
      pages: [
        ...ofOneAccount,
        { to: '/settings/pipelines', ...texts.pipelines, icon: <PipelinesIcon /> },
        { to: '/settings/fields', ...texts.fields, icon: <FieldsIcon /> },
        { to: '/settings/tags', ...texts.tags, icon: <TagsIcon /> },
        { to: '/settings/mail-templates', ...texts.mailTemplates, icon: <MailIcon /> },
        { to: '/settings/imports', ...texts.imports, icon: <ImportsIcon /> },
        { to: '/settings/changes', ...texts.changes, icon: <ChangesIcon /> },
        { to: '/settings/proposals', ...texts.proposals, icon: <ProposalsIcon /> },
        { to: '/settings/jobs', ...texts.jobs, icon: <WorkIcon /> },
      ],
    },
    {
      title: texts.ofMe,
      pages: [
        { to: '/settings/account-details', ...texts.accountDetails, icon: <UserIcon /> },
        { to: '/settings/notifications', ...texts.notifications, icon: <BellIcon /> },
        { to: '/settings/mailboxes', ...texts.mailboxes, icon: <MailIcon /> },
        { to: '/settings/security', ...texts.security, icon: <SecurityIcon /> },
        { to: '/settings/connected-apps', ...texts.connectedApps, icon: <AppsIcon /> },
        { to: '/accounts', ...texts.accounts, icon: <ManyAccountsIcon /> },
      ],
    },
    {
      title: texts.ofDevelopers,
      pages: [
        { to: '/settings/webhooks', ...texts.webhooks, icon: <WebhooksIcon /> },
        { to: '/developers', ...texts.developers, icon: <DevelopersIcon /> },
      ],
    },
  ];
}

/** True for the address of a page of settings. */
export function isSetting(pathname: string): boolean {
  return /^\/(settings|accounts|developers)(\/|$)/.test(pathname);
}

/**
 * Returns the pages of settings whose name, description or other words have all the given words.
 */
export function settingsFound(account: Account | null, words: string) {
  const asked = fold(words).split(/\s+/).filter(Boolean);
  const matches = ({ label, about, words: others }: SettingsPage) => {
    const said = fold(`${label} ${about} ${others}`);
    return asked.every((word) => said.includes(word));
  };
  return settingsPages(account)
    .map(({ title, pages }) => ({ title, pages: pages.filter(matches) }))
    .filter(({ pages }) => pages.length > 0);
}
