import { fold } from '@rapport/contract/fold';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Take } from '@rapport/contract/records/merges';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { CrmRecord } from '../kind.ts';

type Values = Record<string, unknown>;
type Entry = Record<string, unknown>;

/**
 * The fields that a record gets from another one of its kind. A field that `take` does not name
 * keeps its value, or is filled if it is empty; lists and custom fields get those of both; what one
 * of them asks for, such as not to be contacted, stays asked for.
 */
export function mergedFields(
  { fields }: RecordDefinition,
  into: CrmRecord,
  from: CrmRecord,
  take: Record<string, Take>,
): Values {
  const given: Values = {};
  for (const [name, field] of Object.entries(fields as Record<string, RecordField>)) {
    if (field.by !== 'caller' || take[name] === 'into') continue;
    const [mine, theirs] = [(into as unknown as Values)[name], (from as unknown as Values)[name]];
    const value = take[name] === 'from' ? theirs : bothOf(field, mine, theirs);
    if (JSON.stringify(value) !== JSON.stringify(mine)) given[name] = value;
  }
  return given;
}

/**
 * The fields of a record in which `uuid` stands in the place of the merged record. A link that is
 * there already is not there twice.
 */
export function redirected(
  { fields }: RecordDefinition,
  record: CrmRecord,
  from_uuid: string,
  uuid: string,
): Values {
  const given: Values = {};
  for (const [name, { type, key, by }] of Object.entries(fields as Record<string, RecordField>)) {
    const value = (record as unknown as Values)[name];
    if (by !== 'caller') continue;
    if (type === 'uuid' && value === from_uuid) given[name] = uuid;
    if (type !== 'links' || !(value as Entry[]).some((link) => link[key!] === from_uuid)) continue;
    const links = (value as Entry[]).map((link) =>
      link[key!] === from_uuid ? { ...link, [key!]: uuid } : link,
    );
    given[name] = withoutTwins(links, (link) => String(link[key!]));
  }
  return given;
}

function bothOf(field: RecordField, mine: unknown, theirs: unknown): unknown {
  switch (field.type) {
    case 'tags':
      return withoutTwins([...(mine as string[]), ...(theirs as string[])], fold);
    case 'points':
      return joined(mine as Entry[], theirs as Entry[], ({ value }) => fold(String(value)));
    case 'addresses':
      return joined(mine as Entry[], theirs as Entry[], asOneLine);
    case 'links':
      return joined(mine as Entry[], theirs as Entry[], (link) => String(link[field.key!]));
    case 'json':
      return { ...(theirs as object), ...(mine as object) };
    case 'boolean':
      return mine || theirs;
    default:
      return mine === null || mine === '' ? theirs : mine;
  }
}

/** The entries of both. Of two primary ones, the first stays so. */
function joined(mine: Entry[], theirs: Entry[], identify: (entry: Entry) => string): Entry[] {
  const hasPrimary = mine.some(({ primary }) => primary);
  const more = hasPrimary
    ? theirs.map((entry) => (entry.primary ? { ...entry, primary: false } : entry))
    : theirs;
  return withoutTwins([...mine, ...more], identify);
}

function withoutTwins<Item>(items: Item[], identify: (item: Item) => string): Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const identity = identify(item);
    return known.has(identity) ? false : known.add(identity);
  });
}

function asOneLine({ label: _, primary: __, ...address }: Entry): string {
  return fold(Object.values(address).join(' '));
}
