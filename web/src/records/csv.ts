/** Returns lines of values as CSV (RFC 4180). */
export function toCsv(lines: string[][]): string {
  return lines.map((values) => `${values.map(quote).join(',')}\r\n`).join('');
}

/** The first character of a file in UTF-8. Without it Excel assumes another encoding. */
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

/**
 * Removes the apostrophe that `toCsv` put before a value, so that an exported value is imported
 * unchanged.
 */
export function withoutGuard(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

/**
 * Puts an apostrophe before a value that a spreadsheet would run as a formula (OWASP, CSV
 * injection). A value that already begins so gets one more, which the import removes.
 */
function quote(value: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?[\d .()/-]+$/.test(value) ? `'${value}` : value;
  // Quotes also keep outer blanks, and the delimiters `;` and tab, which some programs assume.
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
