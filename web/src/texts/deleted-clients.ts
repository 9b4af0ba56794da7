/** Texts of the page of deleted Clients. */
export const deletedClients = {
  title: 'Deleted Clients',
  about: 'What is deleted stays here for 30 days. Restored, a Client is as it was.',
  readOnly: 'Your role lets you read Clients. A member, an admin or an owner can restore them.',
  readOnlyThere: 'Your role there only lets you read.',
  search: 'Search the deleted Clients',
  deleted: 'Deleted',
  until: 'Can be restored until',
  restoreOf: (name: string) => `Restore ${name}`,
  restored: 'Restored.',
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,
  notDeleted: 'It is not deleted any more, or its 30 days are over.',
  idTaken: (id: string) =>
    `Another Client has the external id “${id}” now. Change it there, then restore this one.`,
  showOther: 'Show that Client',
  emptyTitle: 'Nothing to restore',
  empty: 'No Client was deleted in the last 30 days.',
  none: 'No deleted Client matches these words.',
  showAll: 'Show all deleted Clients',
};
