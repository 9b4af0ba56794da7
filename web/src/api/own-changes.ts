/** The latest changes of this window, whose answers it has. */
const own = new Set<string>();

const KEPT_MAX = 200;

/** Remembers a change that this window made. */
export function keepOwnChange(change_uuid: string): void {
  own.add(change_uuid);
  if (own.size > KEPT_MAX) own.delete(own.values().next().value!);
}

/** True for a change that this window made, so that it need not be told of it. */
export function isOwnChange(change_uuid: string | null): boolean {
  return change_uuid !== null && own.has(change_uuid);
}
