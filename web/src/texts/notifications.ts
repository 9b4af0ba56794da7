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
  settings: 'Settings',
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
  importDone: 'Your import has ended',
  receiverDisabled: 'A webhook was disabled',
};
