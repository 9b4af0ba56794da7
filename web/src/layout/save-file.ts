/** Lets the browser save text as a file. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves CSV. Without the byte order mark Excel assumes another encoding than UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, `\ufeff${csv}`, 'text/csv;charset=utf-8');
}
