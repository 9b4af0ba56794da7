/** Counting stops there. */
const MOST = 10_000;

const say = (count: number) =>
  count > MOST ? `over ${MOST.toLocaleString('en')}` : count.toLocaleString('en');

export const access = {
  title: 'Who sees what',
  about:
    'Which Clients, Contacts and Deals members and viewers see. Admins and owners see all. Tasks and notes follow the records that they are about.',
  presets: {
    all: 'Everybody sees and changes all',
    change_own: 'Everybody sees all, and changes their own',
    deals_by_team: 'Everybody sees all, but only the Deals of their team',
    own_and_team: 'Everybody sees their own, and what their team has',
  },
  hints: {
    all: 'A team in which each one steps in for the others.',
    change_own: 'Nobody changes or deletes what a colleague looks after.',
    deals_by_team: 'Clients and Contacts are everybody’s, each team has its own Deals.',
    own_and_team:
      'Their own are those that they own, and the Contacts and Deals of Clients that they own. Without a team that is all.',
  },
  ownerless: 'Only admins and owners see records that nobody owns',
  ownerlessHint: 'For records that wait to be handed out. Who makes one without an owner then owns it.',
  other: 'A program has set something else. Choose one of these to replace it.',
  nobody: 'This Account has no members or viewers yet. It holds for those who come.',
  member: 'Member',
  kinds: { client: 'Clients', contact: 'Contacts', deal: 'Deals' } as Record<string, string>,
  counts: (now: number, then: number) => (now === then ? say(now) : `${say(now)} → ${say(then)}`),
  handOver: 'Hand over',
  handOverOf: (name: string) => `Hand over the records of ${name}`,
  handOverAbout:
    'A colleague looks after them from now on, as for somebody who leaves or is away. It is one change, which you can take back under Changes.',
  handOverTo: 'To whom',
  onlyOpen: 'Of Deals and Tasks only open ones',
  nothingToHand: 'There is nothing to hand over.',
  handed: (kind: string, count: number) => {
    const words: Record<string, [string, string]> = {
      client: ['Client', 'Clients'],
      contact: ['Contact', 'Contacts'],
      deal: ['Deal', 'Deals'],
      task: ['Task', 'Tasks'],
      note: ['Note', 'Notes'],
      pipeline: ['Pipeline', 'Pipelines'],
    };
    const [one, many] = words[kind] ?? [kind, kind];
    return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  },
  handedOver: 'The records are handed over.',
  handingOver: 'They are being handed over, as Background work shows.',
  keptOwners: 'Named as owners',
  keptOwnersAbout:
    'An import kept these names, because nobody was called so then. Is it the same person, give them their records.',
  keptAs: (names: string[]) => `Named as ${names.join(', ')}`,
  assignTo: (count: number, name: string) =>
    `Assign ${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'} to ${name}`,
  isAnother: 'It is somebody else',
  isAnotherOf: (name: string) => `${name}: it is somebody else`,
  assigned: 'The records are assigned. You can take that back under Changes.',
  assigning: 'They are being assigned, as Background work shows.',
  whoSees: 'Who sees this',
  share: 'Share',
  shareWith: 'Share with',
  shareAbout: 'Who gets a Client sees its Contacts and Deals, too. Nothing else is shared by it.',
  shareOfAll:
    'Everybody sees all here, so there is nothing to share. An owner of the Account can change that under “Who sees what”.',
  sharedWith: 'Shared with',
  people: 'People',
  maySee: 'sees it',
  mayChange: 'changes it, too',
  mayOf: (name: string) => `What ${name} may do`,
  shared: (name: string) => `It is shared with ${name}.`,
  unshare: (name: string) => `Stop sharing with ${name}`,
  unshared: (name: string) => `It is no longer shared with ${name}.`,
  shareChanged: 'Somebody else has just changed with whom it is shared. Look again, then choose.',
  goneUser: 'Somebody who has left',
  goneTeam: 'A team that is gone',
  notYours: 'You may see it and not change it.',
  because: {
    role: 'sees all, by their role',
    level: 'sees all of these, as the Account lets their role',
    person: 'looks after it',
    shared: 'because it is shared with them',
    team: 'is in a team with who looks after it',
    held: 'looks after the Client it belongs to',
    nobodys: 'because nobody looks after it',
    about: 'sees what it is about',
  },
  saved: 'It holds from now on.',
  teams: 'Teams',
  teamsAbout:
    'Where members see what their team has, they see what each member of their teams owns. Somebody can be in several teams.',
  newTeam: 'New team',
  teamName: 'Name of the team',
  teamMembers: 'Members',
  teamSaved: (name: string) => `${name} is saved.`,
  teamDeleted: (name: string) => `${name} is deleted.`,
  removeTeam: (name: string) => `Delete the team ${name}`,
  removeTeamHint: 'No record changes. Its members see less at once, where they see what their team has.',
  emptyTeam: 'Nobody is in this team.',
};
