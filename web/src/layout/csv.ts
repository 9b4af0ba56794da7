/** Lines of values as CSV (RFC 4180). */
export function toCsv(lines: string[][]): string {
  return lines.map((values) => `${values.map(quote).join(',')}\r\n`).join('');
}

/** Lets the browser save a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
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
