import type * as en from '../kind-names.ts';

export const KIND_NAMES: typeof en.KIND_NAMES = {
  client: { one: 'Kunde', many: 'Kunden' },
  contact: { one: 'Kontakt', many: 'Kontakte' },
  deal: { one: 'Verkaufschance', many: 'Verkaufschancen' },
  task: { one: 'Aufgabe', many: 'Aufgaben' },
  note: { one: 'Notiz', many: 'Notizen' },
  pipeline: { one: 'Pipeline', many: 'Pipelines' },
};
