/** The first character of a file in UTF-8. Without it Excel assumes another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line of CSV (RFC 4180). No cell of it starts a formula. */
export function csvLine(cells: string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/** Removes the apostrophe that `csvLine` put before a cell. */
export function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula (OWASP, CSV
 * injection). A cell that already begins so gets one more.
 */
function quote(cell: string): string {
  const isFormula = /^'*[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d .]+$/.test(cell);
  const harmless = isFormula ? `'${cell}` : cell;
  // Quotes also keep outer blanks, and the delimiters `;` and tab, which some programs assume.
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
