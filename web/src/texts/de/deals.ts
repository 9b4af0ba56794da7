import type * as en from '../deals.ts';
import { counted, plural, sayNumber } from './plural.ts';
import { recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

export const DEAL_LABELS: typeof en.DEAL_LABELS = {
  title: 'Titel',
  client_uuid: 'Kunde',
  status: 'Status',
  stage_uuid: 'Phase',
  pipeline_uuid: 'Pipeline',
  amount: 'Betrag',
  currency: 'Währung',
  expected_close_on: 'Erwarteter Abschluss',
  probability: 'Wahrscheinlichkeit in %',
  contacts: 'Kontakte',
  source: 'Herkunft',
  lost_reason: 'Verlustgrund',
  closed_at: 'Abgeschlossen',
  stage_entered_at: 'In dieser Phase seit',
  description: 'Beschreibung',
  ...COMMON_LABELS,
};

export const DEAL_STATUS_LABELS: typeof en.DEAL_STATUS_LABELS = {
  open: 'Offen',
  won: 'Gewonnen',
  lost: 'Verloren',
};

export const deals = {
  ...recordTexts({
    one: 'Verkaufschance',
    many: 'Verkaufschancen',
    manyDative: 'Verkaufschancen',
    fresh: 'Neue Verkaufschance',
    search: 'Titel, Herkunft, Schlagwörter',
    what: 'Eine Verkaufschance ist ein laufendes Geschäft: was ein Kunde kaufen könnte, für wie viel und bis wann.',
  }),
  board: 'Board',
  noClient: 'Noch kein Kunde',
  asTable: 'Tabelle',
  layout: 'Verkaufschancen zeigen als',
  pipeline: 'Pipeline',
  mine: 'Meine',
  inStage: (stage: string, count: number) =>
    `${stage}, ${counted(count, 'Verkaufschance', 'Verkaufschancen')}`,
  stageEmpty: 'Keine Verkaufschancen',
  more: (count: number) => `${sayNumber(count)} weitere`,
  next: 'Als Nächstes',
  noNextStep: 'Kein nächster Schritt',
  stale: (days: number) => `seit ${sayNumber(days)} ${plural(days, 'Tag', 'Tagen')} in dieser Phase`,
  daysHere: (days: number) =>
    days === 0 ? 'seit heute' : `${sayNumber(days)} ${plural(days, 'Tag', 'Tage')}`,
  path: 'Phasen',
  closes: 'Abschluss',
  moveTo: 'Verschieben nach …',
  moveOf: (title: string) => `„${title}“ verschieben`,
  moved: (title: string, stage: string) => `„${title}“ ist jetzt in „${stage}“.`,
  notMoved: (title: string) =>
    `Rapport antwortet nicht, daher ist „${title}“ noch an seiner Stelle. Prüfen Sie die Verbindung.`,
  won: 'Gewonnen',
  lost: 'Verloren',
  reopen: 'Wieder öffnen',
  reopened: (title: string) => `„${title}“ wieder offen.`,
  isWon: (title: string) => `„${title}“ gewonnen.`,
  isLost: (title: string) => `„${title}“ verloren.`,
  dropWon: 'Hier ablegen, wenn gewonnen',
  dropLost: 'Hier ablegen, wenn verloren',
  markLost: 'Als verloren markieren',
  lostTitle: (title: string) => `Warum ging „${title}“ verloren?`,
  lostReason: 'Grund',
  lostReasons: ['Zu teuer', 'Anderes Angebot gewählt', 'Kein Budget', 'Keine Antwort', 'Falscher Zeitpunkt'],
  howToMove:
    'Karte in eine andere Phase ziehen oder ihr Menü nutzen. Tastatur: Pfeiltasten gehen von Karte zu Karte, M verschiebt.',
} satisfies typeof en.deals;
