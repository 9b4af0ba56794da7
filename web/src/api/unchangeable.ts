// What the User sees and may not change, as the answers of the API have said of late.

const unchangeable = new Set<string>();

type Answer = { data?: unknown; unchangeable?: string[] };
type Known = { uuid?: string };

/**
 * Notes which records of an answer the User may not change: it says so beside a list, or within a
 * board.
 */
export function noteUnchangeable(answer: unknown): void {
  const { data, unchangeable: own } = (answer ?? {}) as Answer;
  const board = data as { stages?: { deals?: Known[] }[]; unchangeable?: string[] } | undefined;
  const named = own ?? board?.unchangeable;
  if (!Array.isArray(named)) return;
  const records = Array.isArray(data)
    ? (data as Known[])
    : (board?.stages ?? []).flatMap(({ deals = [] }) => deals);
  for (const { uuid } of records) if (uuid) unchangeable.delete(uuid);
  for (const uuid of named) unchangeable.add(uuid);
}

/** True unless the last answer with this record said that the User may not change it. */
export function isChangeable({ uuid }: { uuid: string }): boolean {
  return !unchangeable.has(uuid);
}
