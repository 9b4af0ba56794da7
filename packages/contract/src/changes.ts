/** The ways in which a change can come. */
export const CHANGE_SOURCES = [
  'api',
  'page',
  'cli',
  'import',
  'batch',
  'bulk',
  'merge',
  'tag',
  'undo',
] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];
