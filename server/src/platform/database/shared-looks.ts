/**
 * Shares one look-up between calls that ask for the same key at the same time. A call that comes
 * during a look-up waits for the next one, because the present one may have read before. So no
 * answer is out of date.
 */
export class SharedLooks<Found> {
  readonly #underWay = new Map<string, { found: Promise<Found>; next?: Promise<Found> }>();

  look(key: string, find: () => Promise<Found>): Promise<Found> {
    const look = this.#underWay.get(key);
    if (!look) return this.#begin(key, find);
    const begin = () => this.#begin(key, find);
    look.next ??= look.found.then(begin, begin);
    return look.next;
  }

  #begin(key: string, find: () => Promise<Found>): Promise<Found> {
    const look = { found: find() };
    this.#underWay.set(key, look);
    const end = () => {
      if (this.#underWay.get(key) === look && !('next' in look)) this.#underWay.delete(key);
    };
    look.found.then(end, end);
    return look.found;
  }
}
