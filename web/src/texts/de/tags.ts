import type * as en from '../tags.ts';
import { sayNumber } from './plural.ts';

export const tags = {
  title: 'Schlagwörter',
  about:
    'Die Schlagwörter Ihrer Datensätze, jedes mit genau einer Schreibweise. Umbenennen und Zusammenführen ändern alle Datensätze damit und lassen sich rückgängig machen.',
  readOnly: 'Mit Ihrer Rolle können Sie lesen. Zum Ändern brauchen Sie mindestens die Rolle Bearbeitung.',
  name: 'Schlagwort',
  colour: 'Farbe',
  colourOf: (name: string) => `Farbe von „${name}“`,
  none: 'Keine',
  used: 'Verwendet von',
  emptyTitle: 'Noch keine Schlagwörter',
  empty: 'Geben Sie einem Datensatz ein Schlagwort, auf seiner Seite oder für viele in einer Liste.',
  search: 'Schlagwort suchen',
  nothing: 'Kein Schlagwort enthält das.',
  rename: 'Umbenennen',
  renameOf: (name: string) => `„${name}“ umbenennen`,
  renameTitle: (name: string) => `„${name}“ umbenennen`,
  renameHint: (count: number) =>
    count === 1 ? 'Ändert einen Datensatz.' : `Ändert ${sayNumber(count)} Datensätze.`,
  newName: 'Neuer Name',
  merge: 'Zusammenführen',
  mergeOf: (name: string) => `„${name}“ mit einem anderen Schlagwort zusammenführen`,
  mergeTitle: (name: string) => `„${name}“ mit einem anderen Schlagwort zusammenführen`,
  mergeHint: (name: string) => `Alle Datensätze mit „${name}“ bekommen stattdessen das andere.`,
  into: 'Mit',
  mergeInstead: (name: string) => `Stattdessen mit „${name}“ zusammenführen`,
  renamed: (name: string) => `Das Schlagwort heißt jetzt „${name}“.`,
  merged: (from: string, into: string) => `„${from}“ ist jetzt „${into}“.`,
  going: 'Wird in vielen Datensätzen geändert …',
} satisfies typeof en.tags;
