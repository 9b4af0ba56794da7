/** A page of a list as the service sends it. */
export type Page<T> = {
  data: T[];
  /** Where the next page begins; null at the end. */
  next_cursor: string | null;
  /** Only with `include: 'total'`. */
  total?: number;
  /** Only with `include: 'count'` or `'amounts'`: 10,001 when there are more than 10,000. */
  count?: number;
  /** Only with `include: 'amounts'`: a sum for each currency; null for more than 10,000 records. */
  amounts?: { currency: string | null; amount: string }[] | null;
};

/**
 * A list of the service, fetched page by page as it is read: `for await (const record of list)`.
 * Nothing is asked of the service before the first record is.
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

  /** Page by page, with `next_cursor` and what `include` asks for. */
  async *pages(): AsyncGenerator<Page<T>, void> {
    let cursor = this.#start;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      // The feed of events gives a cursor on its last page too, to go on from later.
      cursor = page.data.length === 0 ? undefined : (page.next_cursor ?? undefined);
    } while (cursor !== undefined);
  }

  /** The first page alone. */
  firstPage(): Promise<Page<T>> {
    return this.#fetchPage(this.#start);
  }

  /** All records at once. Mind the memory. */
  async toArray(): Promise<T[]> {
    const records: T[] = [];
    for await (const page of this.pages()) records.push(...page.data);
    return records;
  }
}
