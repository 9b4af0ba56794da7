/** Texts of the bell: what a User is told without asking. */
export const notifications = {
  label: 'Notifications',
  labelWith: (unread: string) => `Notifications, ${unread} unread`,
  title: 'Notifications',
  readAll: 'Mark all as read',
  emptyTitle: 'Nothing new',
  empty:
    'Tasks that are due, what others give you, notes that name you with @, and changes of your Deals appear here.',
  unread: 'Unread',
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  earlier: 'Earlier',
  at: (day: string, time: string) => `${day} at ${time}`,
  settings: 'Choose what you are told',
  somebody: 'Somebody',
  /** `Zapier for Ada`. */
  through: (program: string, name: string) => `${program} for ${name}`,
  reminder: (when: string) => (when === '' ? 'Due' : `Due ${when}`),
  assigned: (who: string, what: string) => `${who} gave you a ${what}`,
  assignedMany: (who: string, count: number, what: string) =>
    `${who} gave you ${count.toLocaleString()} ${what}`,
  mentioned: (who: string, what: string) => `${who} mentioned you in a ${what}`,
  mentionedMany: (who: string, count: number, what: string) =>
    `${who} mentioned you in ${count.toLocaleString()} ${what}`,
  changedMany: (who: string, count: number) => `${who} changed ${count.toLocaleString()} of your Deals`,
  changed: {
    moved: (who: string) => `${who} moved your Deal`,
    won: (who: string) => `${who} won your Deal`,
    lost: (who: string) => `${who} lost your Deal`,
    reopened: (who: string) => `${who} reopened your Deal`,
    deleted: (who: string) => `${who} deleted your Deal`,
    restored: (who: string) => `${who} restored your Deal`,
    merged: (who: string) => `${who} merged your Deal`,
  } as Record<string, (who: string) => string>,
  changedOther: (who: string) => `${who} changed your Deal`,
  viewShared: (who: string, what: string) => `${who} shared a view of ${what}`,
  importDone: 'Your import has ended',
  receiverDisabled: 'A webhook was disabled',
  proposed: 'Changes are proposed to you',
  mailRefused: 'The mail server knows nobody at this address',
  mailboxRefused: 'Your mailbox can no longer be read',
  mailNotSent: 'Your mail was not sent, or may not have been. Decide what becomes of it:',
  ownMailRefused: 'Mails to your address are refused. Change it:',
};

/** Texts of the page on which a User chooses what they are told, and where. */
export const notificationSettings = {
  title: 'Notifications',
  about: 'What you are told, and where. Only yours: others have their own.',
  what: 'What you are told',
  sorts: {
    reminder: ['Reminders', 'A Task of yours is due'],
    assigned: ['Given to you', 'A Task, Client, Contact or Deal that is now yours'],
    mentioned: ['Your name', 'A note or a Task names you with @'],
    deal_changed: ['Your Deals', 'Somebody else moved, changed or closed one'],
    view_shared: ['Views', 'Somebody shares a view with everybody'],
    import_done: ['Imports', 'An import of yours has ended'],
    receiver_disabled: ['Webhooks', 'One of yours was disabled, because it failed too long'],
    proposed: ['Proposals', 'A program of yours proposes changes, and you decide'],
    mail_refused: ['Refused mails', 'Nobody has the address that you invited, or yours is refused'],
    mailbox_refused: ['Mailboxes', 'One of yours can no longer be read'],
    mail_not_sent: ['Mail not sent', 'A mail that you wrote here was not sent, or nobody knows'],
  },
  channels: { page: 'Bell', browser: 'Browser', mail: 'Mail' },
  channelOf: (channel: string, sort: string) => `${channel}: ${sort}`,
  mailDelay: 'A mail comes for what you have not read within two minutes. Each has a link that ends it.',
  noMails: 'This Rapport has no mail server, so no mail is sent. Your operator can set one up.',
  browser: 'This browser',
  browserAbout:
    'It can notify you while Rapport is open in a tab that you do not look at. Each browser asks for itself.',
  allow: 'Notify me in this browser',
  stop: 'No longer in this browser',
  isOn: 'This browser notifies you.',
  denied:
    'You have told this browser not to let Rapport notify you. Allow it in the settings of the page, beside the address, then reload.',
  unsupported: 'This browser cannot notify. It needs an address with https, or localhost.',
  morning: 'Each morning',
  morningAbout:
    'At seven, in your time zone: what is overdue and due, and your Deals without a next step. None comes when there is nothing.',
  morningMail: 'Send me a mail each morning',
};
