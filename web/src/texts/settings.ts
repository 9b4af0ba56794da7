/**
 * The pages of settings: their names in the menu, what the palette says of them, and other words by
 * which people look for them there.
 */
export const settings = {
  ofAccount: 'Account',
  ofMe: 'Me',
  ofDevelopers: 'Developers',
  account: {
    label: 'Account & members',
    about: 'Name, currency, country, time zone, week, members, sample data, deletion',
    words:
      'business company rename invite colleague team users role second factor delete export archive leave',
  },
  pipelines: { label: 'Pipelines', about: 'The stages of Deals', words: 'sales process probability' },
  imports: {
    label: 'Imports',
    about: 'Move in from another system, or add a list of files',
    words: 'upload csv excel xlsx vcard hubspot pipedrive salesforce zoho google outlook undo',
  },
  fields: {
    label: 'Fields',
    about: 'Custom fields of Clients, Contacts, Deals and Tasks',
    words: 'own property attribute column',
  },
  changes: {
    label: 'Changes',
    about: 'Who changed what, and how to take it back',
    words: 'undo redo history revert restore log import merge',
  },
  proposals: {
    label: 'Proposals',
    about: 'What programs and assistants propose, to accept or decline',
    words: 'assistant ai mcp suggest approve accept decline review',
  },
  jobs: {
    label: 'Background work',
    about: 'What runs, waits and has ended',
    words: 'jobs progress stop cancel',
  },
  tags: { label: 'Tags', about: 'Their colours, names and merges', words: 'label keyword category' },
  accountDetails: {
    label: 'Account Details',
    about: 'Your name, e-mail address, language, time zone, and Personal Access Tokens',
    words: 'profile me api key script mail language german deutsch sprache',
  },
  notifications: {
    label: 'Notifications',
    about: 'What you are told, and where: bell, browser, mail, each morning',
    words: 'reminder bell mail e-mail unsubscribe digest mention alert',
  },
  mailTemplates: {
    label: 'Mail templates',
    about: 'Texts with which members begin a mail',
    words: 'email e-mail template snippet text placeholder canned',
  },
  mailboxes: {
    label: 'Mailboxes',
    about: 'Read your mail here, and choose what others see of it',
    words: 'email e-mail imap inbox connect gmail outlook bcc drop box forward',
  },
  security: {
    label: 'Security',
    about: 'Password, second factor, sessions, audit log',
    words: 'two-factor 2fa totp devices recovery codes sign in log in',
  },
  connectedApps: {
    label: 'Connected apps',
    about: 'Applications that act for you',
    words: 'oauth integrations access',
  },
  accounts: {
    label: 'Accounts',
    about: 'All businesses in which you work',
    words: 'company new switch default join pending restore',
  },
  webhooks: {
    label: 'Webhooks',
    about: 'Subscriptions and their deliveries',
    words: 'receiver events url secret',
  },
  developers: { label: 'Developers', about: 'How programs use Rapport', words: 'api documentation openapi' },
};
