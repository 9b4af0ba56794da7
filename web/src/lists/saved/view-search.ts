import type { View } from '@rapport/contract/views';

type Search = Record<string, string | undefined>;

/** The parameters of the address that a view decides. */
const OWN = ['q', 'sort', 'updated_since', 'group'];

/**
 * Returns what the page shows at an address. An address with a view alone shows the view. With
 * `draft` the address says all by itself: it is a change of the view that is not saved. Its value
 * tells from which state of the view it began.
 */
export function searchAt(address: Search, view: View | undefined): Search {
  if (!view || address.draft) return address;
  return { account_uuid: view.account_uuid, ...address, ...searchOf(view) };
}

/**
 * Returns the address after changes. With a view it becomes a draft that says all by itself, and
 * the address of the view alone once nothing differs any more.
 */
export function addressAfter(address: Search, view: View | undefined, changes: Search): Search {
  if (!view) return { ...address, ...changes };
  const changed = { ...searchAt(address, view), ...changes };
  const isSame = sameQuery(queryOf(changed), queryOf(searchOf(view)));
  return isSame ? viewAlone(changed) : { ...changed, draft: address.draft ?? stateOf(view) };
}

/** True when the view of a draft has changed since the draft began, and is not the same as it. */
export function isOutdated(address: Search, view: View): boolean {
  if (!address.draft || address.draft === stateOf(view)) return false;
  return !sameQuery(queryOf(address), queryOf(searchOf(view)));
}

/** Returns the address of the view without the draft. */
export function viewAlone(address: Search): Search {
  const names = Object.keys(address).filter((name) => name === 'draft' || isOwn(name));
  return { ...address, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** Returns the query of a search, as a view keeps it. */
export function queryText(search: Search): string {
  const parameters = queryOf(search).filter(([name]) => name !== 'group');
  return new URLSearchParams(parameters).toString();
}

/** Returns the search of a view, without what the list no longer has. */
function searchOf({ query, group_by, faults }: View): Search {
  const parameters = [...new URLSearchParams(query)].filter(
    ([name]) => !faults.some(({ pointer }) => pointer === name),
  );
  const isGrouped = group_by && !faults.some(({ pointer }) => pointer === 'group_by');
  return { ...Object.fromEntries(parameters), ...(isGrouped && { group: group_by }) };
}

/** A short text that differs when the view asks for something else. Its name does not count. */
function stateOf({ query, group_by }: View): string {
  let hash = 0;
  for (const letter of `${query} ${group_by}`) hash = (hash * 31 + letter.codePointAt(0)!) % 2_147_483_647;
  return hash.toString(36);
}

function queryOf(search: Search): [string, string][] {
  return Object.entries(search).filter(
    (entry): entry is [string, string] => isOwn(entry[0]) && Boolean(entry[1]),
  );
}

function isOwn(name: string): boolean {
  return OWN.includes(name) || name.startsWith('filter[');
}

function sameQuery(a: [string, string][], b: [string, string][]): boolean {
  const text = (query: [string, string][]) => JSON.stringify(query.toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
