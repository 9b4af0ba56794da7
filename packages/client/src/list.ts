/** A page of a list, as the service sends it. */
export type Page<T> = {
  data: T[];
  /** The cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** The number of records in the list. Only with `include: 'total'`. */
  total?: number;
  /**
   * The number of records, or 10,001 for more than 10,000. Only with `include: 'count'` or
   * `'amounts'`.
   */
  count?: number;
  /**
   * A sum for each currency, or null for more than 10,000 records. Only with `include: 'amounts'`.
   */
  amounts?: { currency: string | null; amount: string }[] | null;
};

/**
 * A list of the service. Reading it fetches page after page: `for await (const record of list)`. No
 * request is made before the first record is read.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #start: string | undefined;

  constructor(fetchPage: (cursor: string | undefined) => Promise<Page<T>>, start?: string) {
    this.#fetchPage = fetchPage;
    this.#start = start;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Yields the pages, with `next_cursor` and the counts that `include` asks for. */
  async *pages(): AsyncGenerator<Page<T>, void> {
    let cursor = this.#start;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      // The event feed has a cursor on its last page too, from which a reader continues later.
      cursor = page.data.length === 0 ? undefined : (page.next_cursor ?? undefined);
    } while (cursor !== undefined);
  }

  /** Returns the first page alone. */
  firstPage(): Promise<Page<T>> {
    return this.#fetchPage(this.#start);
  }

  /** Returns all records in one array, which may take much memory. */
  async toArray(): Promise<T[]> {
    const records: T[] = [];
    for await (const page of this.pages()) records.push(...page.data);
    return records;
  }
}
