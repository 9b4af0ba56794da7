/** An e-mail address or phone number. */
export type Point = { value: string; label?: string; primary?: boolean };

/** A postal address, its parts as the API names them. */
export type Address = {
  label?: string;
  street?: string;
  postal_code?: string;
  city?: string;
  region?: string;
  country?: string;
  primary?: boolean;
};

export const ADDRESS_PARTS = ['street', 'postal_code', 'city', 'region', 'country'] as const;

type Row = Point | Address;

/** Entries that are typed in rows, as the text of a draft. */
export function toRowsText(value: Row[]): string {
  return JSON.stringify(value);
}

/** The rows as they are typed; the text may be a draft of an earlier form of the page. */
export function readRows<R extends Row>(text: string): R[] {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** The points to save, without blank rows and blank labels. */
export function pointsFrom(text: string): Point[] {
  const rows = readRows<Point>(text).map((row) => ({ ...row, value: (row.value ?? '').trim() }));
  return rows.filter(({ value }) => value !== '').map(clean);
}

/** The addresses to save. */
export function addressesFrom(text: string): Address[] {
  return readRows<Address>(text).filter(isAddress).map(clean);
}

/** Whether something of the address itself is typed, not only what it is for. */
export function isAddress(row: Address): boolean {
  return ADDRESS_PARTS.some((part) => row[part]?.trim());
}

/** The rows with this one as the only primary one. */
export function withPrimary<R extends Row>(rows: R[], index: number): R[] {
  return rows.map(({ primary: _, ...row }, each) => (each === index ? { ...row, primary: true } : row) as R);
}

/** The primary one; without one, the first. */
export function firstOf<R extends Row>(rows: R[]): R | undefined {
  return rows.find(({ primary }) => primary) ?? rows[0];
}

/** Without what is blank: the API has no empty parts. */
function clean<R extends Row>(row: R): R {
  const parts = Object.entries(row)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== '' && value !== false && value !== undefined);
  return Object.fromEntries(parts) as R;
}
