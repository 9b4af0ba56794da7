import type { Similar } from '@rapport/contract/records/duplicates';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import * as queries from './queries.ts';
import { domainsOf, linkedBy, nameToCompare, pointsOf, whatTheyShare } from './rules.ts';

/**
 * For each of these records, which nobody has yet, the one that looks most like it; null: none. The
 * domain of a business says nothing of a person.
 */
export async function mostSimilarTo(
  core: RecordsCore,
  kind: AnyKind,
  account_uuid: string,
  drafts: CrmRecord[],
): Promise<(Similar | null)[]> {
  const found = await similarTo(core, kind, account_uuid, drafts);
  const { name } = kind.definition;
  const isNear = ({ resource, because }: Similar) =>
    resource === name || because.some((way) => way !== 'domain');
  return found.map((similar) => similar.find(isNear) ?? null);
}

/**
 * For each of these records those that look like it, of whatever kind, the most alike first; in a
 * form (`areTyped`) also namesakes of whom no place is known.
 */
export async function similarTo(
  { db, ...core }: RecordsCore,
  kind: AnyKind,
  account_uuid: string,
  drafts: CrmRecord[],
  areTyped = false,
): Promise<Similar[][]> {
  const { definition } = kind;
  const kinds = core.kinds.filter((one) => one.definition.match_by);
  const values = drafts as unknown as Record<string, unknown>[];
  const looked = drafts.map((draft, place) => ({
    points: pointsOf(definition, draft),
    name: nameToCompare(definition, draft, areTyped),
    domains: domainsOf(definition, values[place]!),
  }));
  const isLinked = values.map((one) => linkedBy(definition, one));
  const found = await queries.findSimilar(db, kinds, account_uuid, looked);
  const similar: Similar[][] = drafts.map(() => []);
  for (const other of kinds) {
    const { name: resource, named_by } = other.definition;
    const own = found.filter((one) => one.resource === resource && !isLinked[one.place]!(one.uuid));
    if (own.length === 0) continue;
    const uuids = [...new Set(own.map(({ uuid }) => uuid))];
    const records = await queries.findRecords(db, other, account_uuid, uuids);
    const byUuid = new Map(records.map((record) => [record.uuid, record]));
    for (const { place, uuid } of own) {
      const record = byUuid.get(uuid);
      const because =
        record && whatTheyShare([definition, drafts[place]!], [other.definition, record], areTyped);
      if (!record || !because?.length) continue;
      const name = String((record as unknown as Record<string, unknown>)[named_by]);
      similar[place]!.push({ resource, uuid, name, because });
    }
  }
  return similar.map((some) => some.toSorted((a, b) => b.because.length - a.because.length));
}
