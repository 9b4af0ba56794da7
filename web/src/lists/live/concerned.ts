import type { Nudge } from '@rapport/contract/live';
import { RECORDS } from '@rapport/contract/records/all';
import { kindNamed } from '../../fields/kinds.ts';

/**
 * True when what the query with this key shows may be another after the nudge. Reports and what a
 * menu offers are not asked again by themselves: the ones are costly, the others are in use.
 */
export function isConcerned([place, what, of]: readonly unknown[], nudge: Nudge): boolean {
  const { resource } = nudge;
  // The histories of its records show it.
  if (resource === 'file') return place === 'files' || what === 'timeline';
  const kind = kindNamed(resource);
  if (kind === undefined) return OTHERS[resource]?.includes(place as string) ?? place === `${resource}s`;
  if (place === 'related') return what === resource;
  if (place === 'referred') return what === resource && isNamed(nudge, of);
  const shown = KINDS_BY_PATH.get(place as string);
  if (shown === undefined || NOT_AGAIN.includes(what as string)) return false;
  const isOwn = shown === resource;
  if (what === MEANWHILE) return isOwn && isNamed(nudge, of);
  if (what === 'record') return isOwn ? isNamed(nudge, of) : isDerived(shown, resource);
  // The history of a record shows others as well.
  if (what === 'timeline') return !isOwn || isNamed(nudge, of);
  return isOwn || isDerived(shown, resource);
}

/** True when changes of others may concern the query at all. */
export function isLive(key: readonly unknown[]): boolean {
  return RESOURCES.some((resource) =>
    isConcerned(key, { resource, account_uuid: null, uuids: null, change_uuid: null }),
  );
}

/**
 * Tells whether a query is read at once, whatever is in use. The number at the bell and the hint to
 * an editor move nothing. The dialog of an open conversation shows nothing else.
 */
export function isAtOnce([place, what]: readonly unknown[]): boolean {
  return (
    what === MEANWHILE ||
    (place === 'notifications' && what === 'unread') ||
    (place === 'mails' && what === 'thread')
  );
}

/**
 * True for an import or another large change, which names no records. What is no record never has
 * names, and is one thing.
 */
export function isOfMany({ resource, uuids }: Nudge): boolean {
  return uuids === null && kindNamed(resource) !== undefined;
}

const MEANWHILE = 'meanwhile';

/** What is asked for while somebody chooses from it, or has seen the cost of. */
const NOT_AGAIN = ['to-choose', 'similar', 'merge', 'duplicates'];

/** The places of queries about what is no record. */
const OTHERS: Record<string, string[]> = {
  custom_field: ['custom-fields'],
  account: ['accounts', 'me'],
  login: ['accounts', 'me'],
  // What was taken back may have been an import.
  change: ['changes', 'imports'],
  view: ['saved-views'],
  tag: ['tags'],
  mailbox: ['mailboxes', 'mail-drop-boxes', 'held-mails'],
};

const RESOURCES = [
  ...RECORDS.map(({ name }) => name as string),
  ...Object.keys(OTHERS),
  'notification',
  'file',
  'mail',
];

const KINDS_BY_PATH = new Map(RECORDS.map(({ name }) => [kindNamed(name)!.path, name as string]));

/** The kind of record whose lists are at this place. */
export function kindAt(place: string): string | undefined {
  return KINDS_BY_PATH.get(place);
}

function isNamed({ uuids }: Nudge, uuid: unknown): boolean {
  return uuids === null || uuids.includes(uuid as string);
}

/** True when records of the `shown` kind have fields that follow from those of `changed`. */
function isDerived(shown: string, changed: string): boolean {
  return hasField(shown, 'last_activity_at') && hasField(changed, 'records');
}

function hasField(kind: string, field: string): boolean {
  return RECORDS.some(({ name, fields }) => name === kind && field in fields);
}
