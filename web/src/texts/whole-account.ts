const NUMBER = new Intl.NumberFormat(undefined);

/** The length of a file as people read it. */
function sizeOf(bytes: number): string {
  const format = (value: number, unit: string) =>
    `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(value)} ${unit}`;
  if (bytes < 1024 * 1024) return format(Math.max(1, Math.round(bytes / 1024)), 'KB');
  if (bytes < 1024 ** 3) return format(bytes / 1024 / 1024, 'MB');
  return format(bytes / 1024 ** 3, 'GB');
}

export const wholeAccount = {
  title: 'Leave with everything',
  about:
    'The whole Account as a file: all records, also those deleted in the last 30 days, your own fields, views and histories, as JSON that other programs can read. Another Rapport takes it in. It holds no passwords and no tokens.',
  events: 'With the history of all records',
  begin: 'Make the file',
  again: 'Make it anew',
  running: (done: number, total: number) =>
    total === 0
      ? 'The file is being made …'
      : `The file is being made: ${NUMBER.format(Math.min(done, total))} of ${NUMBER.format(total)}. You can leave this page.`,
  progress: 'How much of the file is made',
  stop: 'Stop',
  download: (bytes: number) => `Download (${sizeOf(bytes)})`,
  ready: (made: string, until: string) => `Made ${made}. It is deleted ${until}.`,
  remove: 'Delete the file',
  removeTitle: 'Delete the file?',
  removeHint: 'Nothing in the Account changes. You can make the file anew.',
  failed: 'The file could not be made',
  expired: 'The last file is gone after seven days.',
};
