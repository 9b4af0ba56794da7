import type { FieldError } from '@rapport/contract/problems';
import type * as en from '../problems.ts';

/** Sentences of the API that say what to do. What the pattern groups is $1, $2 in German. */
const SENTENCES: [RegExp, string][] = [
  [
    /^(\d+) deals? (?:is|are) in the stage "(.+)"\. Move or delete them first\.$/,
    'In „$2“ sind noch Verkaufschancen ($1). Verschieben oder löschen Sie sie zuerst.',
  ],
  [
    /^Only the User who made a change/,
    'Rückgängig machen kann eine Änderung, wer sie gemacht hat, sonst die Inhaberschaft oder Administration.',
  ],
  [
    /^A change can be taken back for 30 days/,
    'Eine Änderung lässt sich 30 Tage lang rückgängig machen. Diese ist älter.',
  ],
  [
    /^The change has been taken back already/,
    'Die Änderung ist schon rückgängig gemacht. Machen Sie das rückgängig, um sie wieder zu haben.',
  ],
  [
    /^The change has changed nothing so far/,
    'Bisher hat sich nichts geändert, also gibt es nichts rückgängig zu machen.',
  ],
  [/^The import is running already/, 'Der Import läuft schon.'],
  [/^The import is completed/, 'Der Import ist abgeschlossen.'],
  [/^No file has rows to import/, 'Keine Datei hat Zeilen zum Importieren. Sagen Sie, was die Zeilen sind.'],
  [
    /^This is the last owner/,
    'Diese Person hat als letzte die Inhaberschaft. Geben Sie sie zuerst jemand anderem, oder löschen Sie den Account.',
  ],
  [
    /^Only an owner of the Account can/,
    'Die Inhaberschaft vergibt und entzieht nur, wer sie hat. Bitten Sie eine Person mit dieser Rolle.',
  ],
  [
    /^You have requested too many mails\. Wait (\d+) minutes/,
    'Zu viele E-Mails angefordert. Warten Sie $1 Minuten.',
  ],
  [/^(\S+@\S+) has a login/, '$1 ist schon Mitglied dieses Accounts.'],
  [
    /^This Account has (\d+) custom fields/,
    'Dieser Account hat $1 eigene Felder dieser Art, mehr gehen nicht. Löschen Sie eines, das niemand braucht. Die Werte bleiben.',
  ],
  [
    /^The values of "(.+)" are still being read/,
    'Die Werte von „$1“ werden noch gelesen. Warten Sie, bis das beendet ist.',
  ],
  [
    /^The user name or the password|^The e-mail address or the password/,
    'E-Mail-Adresse oder Passwort stimmen nicht.',
  ],
  [
    /^The User who started the import may no longer/,
    'Die Person, die den Import gestartet hat, darf in diesem Account nicht mehr schreiben.',
  ],
];

/** What a refusal means, where no sentence above says more. */
const CODES: Record<string, string> = {
  json_invalid: 'Rapport konnte die Anfrage nicht lesen.',
  query_invalid:
    'Diese Liste kennt einen Filter oder eine Sortierung nicht. Entfernen Sie Filter, und versuchen Sie es erneut.',
  cursor_invalid: 'Die Liste hat sich geändert. Beginnen Sie sie von vorn.',
  header_invalid: 'Rapport konnte die Anfrage nicht lesen.',
  csv_invalid: 'Die Datei lässt sich nicht als CSV lesen.',
  archive_invalid: 'Die Datei ist kein lesbares Archiv eines Accounts.',
  address_invalid: 'Die Adresse ist nicht richtig geschrieben.',
  credentials_missing: 'Sie sind abgemeldet. Melden Sie sich an, und versuchen Sie es erneut.',
  sign_in_failed: 'Die Anmeldung hat nicht funktioniert. Prüfen Sie die Angaben.',
  insufficient_scope: 'Diese Berechtigung reicht dafür nicht.',
  cross_site: 'Die Anfrage kam von einer anderen Website. Laden Sie die Seite neu.',
  session_required: 'Das geht nur, wenn eine Person angemeldet ist.',
  password_required: 'Dafür ist Ihr Passwort noch einmal nötig.',
  second_factor_required: 'Dafür ist ein zweiter Faktor nötig.',
  role_insufficient: 'Ihre Rolle erlaubt das nicht. Bitten Sie die Administration des Accounts.',
  not_found: 'Nicht gefunden. Vielleicht wurde es inzwischen gelöscht.',
  conflict: 'Das passt nicht zu dem, was inzwischen gespeichert ist. Laden Sie die Seite neu.',
  use_convert: 'Ein anderer Typ braucht eine Umwandlung.',
  subscription_disabled: 'Der Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.',
  delivery_unfinished: 'Die Zustellung wird gerade gesendet. Warten Sie einen Moment.',
  recovery_running: 'Für diesen Webhook wird schon nachgeholt.',
  recovery_ended: 'Das Nachholen ist schon beendet.',
  job_ended: 'Der Hintergrundvorgang ist schon beendet.',
  idempotency_key_running: 'Die erste Anfrage läuft noch. Warten Sie einen Moment.',
  link_invalid: 'Der Link gilt nicht mehr. Fordern Sie einen neuen an.',
  version_mismatch: 'Jemand anders hat den Datensatz geändert. Prüfen Sie den jetzigen Stand.',
  body_too_large: 'Das ist zu groß. Senden Sie weniger auf einmal.',
  content_type_unsupported: 'Diese Art von Datei nimmt Rapport nicht an.',
  fields_invalid: 'Einige Angaben passen nicht.',
  idempotency_key_reused: 'Das wurde schon mit anderen Angaben gesendet. Laden Sie die Seite neu.',
  still_owner: 'Die Person ist noch für Datensätze zuständig.',
  last_owner: 'Ein Account braucht eine Inhaberschaft.',
  limit_reached: 'Mehr sind nicht möglich. Löschen Sie zuerst, was niemand braucht.',
  rate_limited: 'Zu viele Anfragen. Warten Sie einen Moment.',
  internal_error:
    'In Rapport ist ein Fehler aufgetreten. Die Systembetreuung findet ihn unter der Nummer der Anfrage.',
  unavailable: 'Rapport ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
};

/** The fault of a field. `of` is the first number in the English sentence. */
const FIELDS: Record<string, (of: string | undefined) => string> = {
  required: () => 'Pflichtfeld: Geben Sie etwas ein.',
  unknown_field: () => 'Dieses Feld gibt es nicht.',
  wrong_type: () => 'Der Wert hat die falsche Art.',
  wrong_format: () => 'Das ist nicht richtig geschrieben.',
  too_short: (of) => (of === undefined ? 'Geben Sie etwas ein.' : `Mindestens ${of} Zeichen`),
  too_long: (of) => (of === undefined ? 'Zu lang' : `Höchstens ${of} Zeichen`),
  too_small: (of) => (of === undefined ? 'Zu klein' : `Mindestens ${of}`),
  too_large: (of) => (of === undefined ? 'Zu groß' : `Höchstens ${of}`),
  too_few_items: (of) => (of === undefined ? 'Wählen Sie mehr aus.' : `Mindestens ${of} Einträge`),
  too_many_items: (of) => (of === undefined ? 'Zu viele Einträge' : `Höchstens ${of} Einträge`),
  not_unique: () => 'Das steht zweimal da.',
  not_in_list: () => 'Wählen Sie einen Wert der Liste.',
  invalid_characters: () => 'Ein Zeichen ist nicht erlaubt.',
  not_found: () => 'Nicht gefunden. Vielleicht wurde es inzwischen gelöscht.',
  taken: () => 'Das ist schon vergeben.',
  not_allowed: () => 'Das ist hier nicht möglich.',
  wrong_value: () => 'Dieser Wert ist nicht möglich.',
};

function say(code: string | null, detail: string): string {
  const found = SENTENCES.find(([pattern]) => pattern.test(detail));
  if (found) return detail.match(found[0])![0].replace(found[0], found[1]);
  return (code && CODES[code]) ?? detail;
}

function field(code: string, detail: string): string {
  return FIELDS[code]?.(/\d+/.exec(detail)?.[0]) ?? detail;
}

/** The name of a field is its key here: the label stands beside the input. */
function fields(errors: FieldError[]): string {
  return errors
    .map(
      ({ pointer, code, detail }) =>
        `${pointer.split('/').at(-1)}: ${field(code, detail.replace(/^\/\S+/, ''))}`,
    )
    .join(' ');
}

export const problems = { say, field, fields } satisfies typeof en.problems;
