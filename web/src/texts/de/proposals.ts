const STATES = {
  open: 'Offen',
  accepted: 'Angenommen',
  partly_accepted: 'Teilweise angenommen',
  declined: 'Abgelehnt',
  expired: 'Abgelaufen',
};

export const proposals = {
  title: 'Vorschläge',
  one: 'Vorschlag',
  about:
    'Änderungen, die Ihre Programme und Assistenten vorschlagen. Geschrieben wird erst, was Sie annehmen. Mit der Rolle Inhaberschaft oder Administration sehen Sie alle Vorschläge des Accounts.',
  emptyTitle: 'Keine Vorschläge',
  empty:
    'Ein Programm, das nur vorschlagen darf, legt seine Änderungen hier ab. Sie nehmen sie an oder lehnen sie ab.',
  back: 'Alle Vorschläge',
  states: STATES,
  changesOf: (count: number) => `${count} ${count === 1 ? 'Änderung' : 'Änderungen'}`,
  by: 'Wer',
  why: 'Begründung',
  when: 'Wann',
  until: 'Annehmen bis',
  what: 'Was sich ändern würde',
  whatWas: 'Was vorgeschlagen wurde',
  create: (kind: string) => `Neu: ${kind}`,
  update: (kind: string) => kind,
  chosen: 'Dies annehmen',
  nothing: 'Es würde sich nichts ändern: So ist es schon.',
  accept: (count: number, all: number) => (count === all ? 'Annehmen' : `${count} von ${all} annehmen`),
  decline: 'Rest ablehnen',
  declineAll: 'Ablehnen',
  accepted: 'Angenommen.',
  declined: 'Abgelehnt.',
  seeChange: 'Änderung ansehen',
  readOnly:
    'Mit Ihrer Rolle können Sie nur lesen. Zum Entscheiden brauchen Sie die Rolle Inhaberschaft oder Administration.',
};
