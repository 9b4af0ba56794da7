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

/** Takes away what `toCsv` put before a value, so that a file of ours reads as it was written. */
export function withoutGuard(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

/**
 * An apostrophe keeps a value that a spreadsheet would run as a formula as text (OWASP, CSV
 * injection). A value that looks so protected already gets one more.
 */
function quote(value: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?[\d .()/-]+$/.test(value) ? `'${value}` : value;
  // Readers of CSV take blanks around a value, and other delimiters in a name, to mean something.
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
