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

/** A value that a spreadsheet would run as a formula is kept as text by an apostrophe (OWASP, CSV injection). */
function quote(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d .()/-]+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
