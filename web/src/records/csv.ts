/** Lines of values as CSV (RFC 4180). */
export function toCsv(lines: string[][]): string {
  return lines.map((values) => `${values.map(quote).join(',')}\r\n`).join('');
}

/** What a file begins with that is in UTF-8; without it Excel takes another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** Lets the browser save CSV as a file. */
export function download(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** What `toCsv` put before a value, taken away again: a file of ours says the same when it is read as when it was written. */
export function withoutGuard(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

/**
 * A value that a spreadsheet would run as a formula is kept as text by an apostrophe (OWASP, CSV injection); and one that looks as if
 * it had been, by one more.
 */
function quote(value: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?[\d .()/-]+$/.test(value) ? `'${value}` : value;
  // Blanks around a value, and the other delimiters in a name, mean something to those who read it.
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
