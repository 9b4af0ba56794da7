const DAY_MS = 24 * 60 * 60 * 1000;

/** The last day that a spreadsheet knows: 9999-12-31. */
const LAST = 2_958_466;

/** Days of the first year are none that a list has: a time was added up beyond midnight. */
const YEAR = 366;

/**
 * A day of a spreadsheet, counted from 1900 or 1904, as `2026-01-31`; with a time as
 * `2026-01-31T10:30:00`. A time without a day is `10:30:00`. Text of the number when there is no
 * such day.
 */
export function serialDay(serial: number, is1904: boolean): string {
  if (!Number.isFinite(serial) || serial < 0 || serial > LAST) return String(serial);
  // Excel counts a 29 February 1900, which never was.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((days - 25_569) * 86_400);
  const time = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (serial < 1) return time.slice(11);
  return (seconds * 1000) % DAY_MS === 0 ? time.slice(0, 10) : time;
}

/** What a cell for times shows: `10:30:00`. A day that stands behind it is kept. */
export function serialTime(serial: number, is1904: boolean): string {
  return serial >= 1 && serial < YEAR ? serialDay(serial % 1, is1904) : serialDay(serial, is1904);
}
