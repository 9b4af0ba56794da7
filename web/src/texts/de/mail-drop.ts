import type * as en from '../mail-drop.ts';

export const mailDrop = {
  title: 'E-Mail-Ablage',
  about:
    'Eine geheime Adresse, die nur Ihnen gehört. Setzen Sie sie ins Bcc, oder leiten Sie eine E-Mail als Anhang an sie weiter. Rapport legt die E-Mail bei den Personen ab, um die es geht.',
  from: 'Senden Sie von der Adresse, mit der Sie sich hier anmelden, oder der eines Ihrer Postfächer. Was von anderswo kommt, wartet unten, bis Sie es behalten.',
  make: 'Adresse erstellen',
  address: 'Ihre geheime Adresse',
  renew: 'Neue Adresse erstellen',
  renewTitle: 'Neue Adresse erstellen?',
  renewHint: 'Die alte gilt sofort nicht mehr. Ändern Sie sie überall, wo Sie sie gespeichert haben.',
  end: 'Beenden',
  endName: 'E-Mail-Ablage beenden',
  endTitle: 'E-Mail-Ablage beenden?',
  endHint:
    'Die Adresse gilt sofort nicht mehr, und was dort wartet, wird gelöscht. Was abgelegt wurde, bleibt.',
  none: 'Noch keine E-Mail eingetroffen.',
  last: (when: string, what: string) => `Letzte E-Mail: ${when}. ${what}`,
  outcomes: {
    kept: 'Sie steht bei den Personen, um die es geht.',
    held: 'Sie wartet auf Sie.',
    full: 'Sie wurde nicht angenommen: Es wartet schon zu viel. Stammt nichts davon von Ihnen, erstellen Sie eine neue Adresse.',
    nobody_known: 'Nichts davon wurde behalten: Niemand darin ist ein Kontakt oder Kunde.',
    automatic: 'Nichts davon wurde behalten: Ein Programm hatte sie von selbst gesendet.',
    unreadable: 'Nichts davon wurde behalten: Sie war nicht lesbar.',
  },
  held: 'E-Mails, die auf Sie warten',
  heldAbout:
    'Nichts belegt, dass sie von Ihnen sind. Was Sie nicht behalten, wird nach sieben Tagen gelöscht.',
  reasons: {
    unclear_sender: 'Sie nennt keinen Absender oder mehrere.',
    other_sender: 'Der Absender ist keine Ihrer Adressen.',
    unproven: 'Nichts belegt, dass sie von dieser Adresse kommt.',
  },
  noSubject: '(kein Betreff)',
  keep: 'Behalten',
  keepOf: (subject: string) => `„${subject}“ behalten`,
  kept: 'Die E-Mail steht bei den Personen, um die es geht.',
  discard: 'Verwerfen',
  discardOf: (subject: string) => `„${subject}“ verwerfen`,
  discardTitle: 'Diese E-Mail verwerfen?',
  discardHint: 'In Rapport bleibt nichts davon.',
} satisfies typeof en.mailDrop;
