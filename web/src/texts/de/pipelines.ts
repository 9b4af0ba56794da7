import type * as en from '../pipelines.ts';
import { plural, sayNumber } from './plural.ts';

export const pipelines = {
  title: 'Pipelines',
  about:
    'Die Phasen, die Verkaufschancen durchlaufen, in ihrer Reihenfolge. Wer auf mehrere Arten verkauft, hat für jede eine Pipeline.',
  create: 'Neue Pipeline',
  name: 'Name',
  created: (name: string) => `„${name}“ angelegt, mit Phasen für den Anfang.`,
  stages: 'Phasen',
  stage: (number: number) => `Phase ${number}`,
  stageName: 'Phase',
  probability: 'Wahrscheinlichkeit in %',
  rotDays: 'Tage bis Stillstand',
  addStage: 'Phase hinzufügen',
  drag: (name: string) => `„${name}“ ziehen`,
  up: (name: string) => `„${name}“ nach oben`,
  down: (name: string) => `„${name}“ nach unten`,
  remove: (name: string) => `„${name}“ entfernen`,
  keys: 'Zu jeder Phase gehört, mit welcher Wahrscheinlichkeit ihre Verkaufschancen gewonnen werden und nach wie vielen Tagen sie stillstehen. Ziehen Sie eine Phase am Griff, oder verschieben Sie sie mit den Pfeilen; Alt ↑ und Alt ↓ tun dasselbe.',
  filled: (stage: string, count: number) =>
    `In „${stage}“ ${plural(count, 'ist', 'sind')} noch ${sayNumber(count)} ${plural(count, 'Verkaufschance', 'Verkaufschancen')}. Erst verschieben oder löschen.`,
  showFilled: (count: number) =>
    count === 1 ? 'Diese Verkaufschance zeigen' : `Diese ${sayNumber(count)} Verkaufschancen zeigen`,
  save: 'Pipeline speichern',
  discard: 'Änderungen verwerfen',
  unsaved: 'Noch nicht gespeichert',
  changedMeanwhile:
    'Jemand anders hat diese Pipeline inzwischen geändert. Verwerfen Sie Ihre Änderungen, um den jetzigen Stand zu sehen.',
  saved: (name: string) => `„${name}“ gespeichert.`,
  archive: 'Archivieren',
  archiveOf: (name: string) => `„${name}“ archivieren`,
  archived: (name: string) => `„${name}“ archiviert. Die Verkaufschancen darin bleiben.`,
  archivedTitle: 'Archiviert',
  archivedHint: 'Die Verkaufschancen darin bleiben in der Tabelle, neue kommen nicht hinzu.',
  lastOne: 'Die letzte Pipeline bleibt: Jede Verkaufschance braucht eine Phase.',
  bringBack: 'Wieder verwenden',
  isBack: (name: string) => `„${name}“ wieder in Gebrauch.`,
  readOnly: 'Mit Ihrer Rolle können Sie lesen. Zum Ändern brauchen Sie mindestens die Rolle Bearbeitung.',
} satisfies typeof en.pipelines;
