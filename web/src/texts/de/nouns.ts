/** Kinds of records in the forms that a German sentence needs, by their name in the singular. */
const FORMS: Record<string, { accusative: string; anAccusative: string; aDative: string }> = {
  Kunde: { accusative: 'Kunden', anAccusative: 'einen Kunden', aDative: 'einem Kunden' },
  Kontakt: { accusative: 'Kontakt', anAccusative: 'einen Kontakt', aDative: 'einem Kontakt' },
  Verkaufschance: {
    accusative: 'Verkaufschance',
    anAccusative: 'eine Verkaufschance',
    aDative: 'einer Verkaufschance',
  },
  Aufgabe: { accusative: 'Aufgabe', anAccusative: 'eine Aufgabe', aDative: 'einer Aufgabe' },
  Notiz: { accusative: 'Notiz', anAccusative: 'eine Notiz', aDative: 'einer Notiz' },
};

/** `Kunden` for `Kunde`: in „Kunden hinzufügen“. */
export function accusative(one: string): string {
  return FORMS[one]?.accusative ?? one;
}

/** `einen Kunden` for `Kunde`. */
export function anAccusative(one: string): string {
  return FORMS[one]?.anAccusative ?? one;
}

/** `einem Kunden` for `Kunde`. */
export function aDative(one: string): string {
  return FORMS[one]?.aDative ?? one;
}
