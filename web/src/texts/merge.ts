/** Texts of merging two records, and of the page that goes through likely duplicates. */
export const merge = {
  onlyWhole:
    'Your Account lets you see or change only some of its records, and a merge may change others. Ask an owner or admin.',
  action: 'Merge',
  title: (one: string) => `Merge with another ${one}`,
  other: (one: string) => `The other ${one}`,
  about:
    'One of them stays, and gets the values that you choose. The other one is deleted and leads to it: links, addresses of pages and external ids find the one that stays. It can be undone for 30 days.',
  stays: 'Stays',
  goes: 'Goes',
  swap: 'Keep the other one',
  both: 'Both',
  nothing: 'empty',
  alike: 'All values are the same.',
  moves: (what: string) => `${what} will name the one that stays.`,
  movesNothing: 'No other record names the one that goes.',
  counted: (count: number, label: string) => `${count.toLocaleString()} ${label}`,
  merged: (name: string) => `Both are ${name} now.`,
};

export const duplicates = {
  title: (many: string) => `Duplicates among ${many}`,
  about: 'Pairs that share an e-mail address, a phone number, a domain, or the name with the postal code.',
  keys: 'Keys: m merges, l links a Client and a Contact, d says that they are different, n goes on, p goes back, s swaps which one stays.',
  pair: (number: number, found: number, isAll: boolean) =>
    `Pair ${number.toLocaleString()} of ${found.toLocaleString()}${isAll ? '' : ' found so far'}`,
  because: {
    emails: 'the same e-mail address',
    phones: 'the same phone number',
    domain: 'the same domain',
    name: 'the same name',
  } as Record<string, string>,
  shares: (ways: string[]) => `They have ${ways.join(', ')}.`,
  different: 'Not the same',
  toldApart: (a: string, b: string) =>
    a === b ? `The two named ${a} are not the same.` : `${a} and ${b} are not the same.`,
  link: 'Link',
  linkAbout: (one: string, other: string) =>
    `The ${one} and the ${other} stay two records. A link says that they belong together.`,
  linked: (one: string, other: string) => `The ${one} and the ${other} are linked.`,
  next: 'Next',
  previous: 'Back',
  looking: 'Looking for duplicates …',
  none: 'No duplicates',
  noneAbout: 'No two of them look the same. New ones appear here as they come in.',
  end: 'That was the last pair',
  endAbout: 'Pairs that you passed are still there.',
  again: 'From the beginning',
  looksLike: (kind: string) => `It looks like the ${kind}`,
  madeOn: (day: string) => `created ${day}`,
  readOnly: 'Your role lets you read them. A member, an admin or an owner can merge and link.',
};
