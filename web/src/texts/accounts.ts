import type { Role } from '@rapport/contract/accounts';

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

export const ROLE_HINTS: Record<Role, string> = {
  viewer: 'reads',
  member: 'also changes Clients',
  admin: 'also manages members',
  owner: 'also the Account itself',
};

export const accounts = {
  title: 'Accounts',
  about: 'An Account is a business whose data is kept apart. You reach all of yours with one sign-in.',
  create: 'New Account',
  name: 'Name of the business',
  created: (name: string) => `${name} is created.`,
  yourRole: 'Your role',
  since: 'Since',
  look: 'Clients',
  rename: 'Rename',
  renamed: 'The Account is renamed.',
  emptyTitle: 'You have no Account',
  empty: 'Create one, or ask a colleague to invite you.',
  members: 'Members',
  membersAbout: 'Who can sign in to this Account, and what they may do.',
  role: 'Role',
  lastSeen: 'Last seen',
  removeMember: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name} from this Account?`,
  removeHint: 'Their tokens and connected apps no longer reach this Account, at once.',
  removed: (name: string) => `${name} is removed.`,
  leave: 'Leave',
  leaveTitle: (account: string) => `Leave ${account}?`,
  leaveHint:
    'You, your tokens and your connected apps no longer reach this Account, at once. Somebody has to invite you to come back.',
  left: (account: string) => `You have left ${account}.`,
  roleChanged: (name: string, role: string) => `${name} is now ${role}.`,
  changeRole: 'Change the role',
  ownRoleTitle: (role: string) => `Make yourself ${role}?`,
  ownRoleHint:
    'You lose at once what only your present role allows, and cannot take it back yourself: somebody who still has that role has to.',
  ownerRoleTitle: (name: string) => `Take the ownership from ${name}?`,
  ownerRoleHint: (role: string) => `They are ${role} at once. Only an owner can make them an owner again.`,
  roleOf: (name: string) => `Role of ${name}`,
  invite: 'Invite',
  inviteAbout: 'They get a mail with a link. It works once, for seven days.',
  inviteAboutKept:
    'They need a link, which works once, for seven days. This Rapport sends no mails: its operator gets the link, and passes it on.',
  invited: (email: string) => `The invitation to ${email} is on its way.`,
  invitedKept: (email: string) => `${email} is invited. No mail is sent: ask the operator for the link.`,
  invitations: 'Invitations',
  expires: 'Expires',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation to ${email}`,
  withdrawn: 'The invitation is withdrawn.',
  deleteTitle: 'Delete this Account',
  deleteAbout:
    'Its Clients, members and events go with it. It is kept for 30 days, in which only the operator can bring it back.',
  deleteConfirm: (name: string) => `Type “${name}” to confirm`,
  deleted: 'The Account is deleted.',
  details: 'Details',
  you: 'you',
};
