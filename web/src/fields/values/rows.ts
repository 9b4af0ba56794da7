/** An e-mail address or phone number. */
export type Point = {
  value: string;
  label?: string;
  primary?: boolean;
  /** Of a phone number; the service takes both from the value. */
  e164?: string;
  extension?: string;
};

/** A postal address, with the API's names of its parts. */
export type Address = {
  label?: string;
  street?: string;
  postal_code?: string;
  city?: string;
  region?: string;
  country?: string;
  primary?: boolean;
};

const ADDRESS_PARTS = ['street', 'postal_code', 'city', 'region', 'country'] as const;

type Row = Point | Address;

/** Returns entries as the text of a draft. */
export function toRowsText(value: Row[]): string {
  return JSON.stringify(value);
}

/** Returns points as the text of a draft, without what the service takes from their values. */
export function toPointsText(value: Point[]): string {
  return toRowsText(value.map(({ e164: _, extension: __, ...typed }) => typed));
}

/**
 * Returns the rows of a draft. A draft of an older version of the page may be other text, which
 * gives no rows.
 */
export function readRows<R extends Row>(text: string): R[] {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** Returns the points to save, without blank rows and blank labels. */
export function pointsFrom(text: string): Point[] {
  const rows = readRows<Point>(text).map((row) => ({ ...row, value: (row.value ?? '').trim() }));
  return rows.filter(({ value }) => value !== '').map(clean);
}

/** Returns the addresses to save, without blank ones. */
export function addressesFrom(text: string): Address[] {
  return readRows<Address>(text).filter(isAddress).map(clean);
}

/** True when a part of the address is typed, not only its label. */
export function isAddress(row: Address): boolean {
  return ADDRESS_PARTS.some((part) => row[part]?.trim());
}

/** Returns the rows with this one as the only primary one. */
export function withPrimary<R extends Row>(rows: R[], index: number): R[] {
  return rows.map(({ primary: _, ...row }, each) => (each === index ? { ...row, primary: true } : row) as R);
}

/** Returns the rows with these changes in one of them. */
export function withRow<R extends Row>(rows: R[], index: number, changes: Partial<R>): R[] {
  return rows.map((row, each) => (each === index ? { ...row, ...changes } : row));
}

/**
 * Returns the index of a row among those that are sent. The API's messages count only these,
 * without blank rows.
 */
export function sentIndex<R extends Row>(rows: R[], index: number, isBlank: (row: R) => boolean): number {
  return rows.slice(0, index).filter((row) => !isBlank(row)).length;
}

/** Returns the primary row, or the first if none is primary. */
export function firstOf<R extends Row>(rows: R[]): R | undefined {
  return rows.find(({ primary }) => primary) ?? rows[0];
}

/** Returns the number by which one calls somebody: as `firstOf`, but no fax. */
export function firstToCall(points: Point[]): Point | undefined {
  return firstOf(points.filter((point) => !isFax(point)));
}

/** True for a number that its label calls a fax, in whichever words: "Work fax", "Telefax". */
export function isFax({ label }: Point): boolean {
  return /fax/i.test(label ?? '');
}

/** Removes blank parts, which the API does not accept. */
function clean<R extends Row>(row: R): R {
  const parts = Object.entries(row)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== '' && value !== false && value !== undefined);
  return Object.fromEntries(parts) as R;
}
