import type { FieldError, FieldErrorCode, ProblemCode } from '@rapport/contract/problems';
import type * as en from '../problems.ts';
import { FIELD_LABELS } from './clients.ts';
import { CONTACT_LABELS } from './contacts.ts';
import { DEAL_LABELS } from './deals.ts';
import { NOTE_LABELS } from './notes.ts';
import { SENTENCES } from './problem-sentences.ts';
import { said } from './sentences.ts';
import { TASK_LABELS } from './tasks.ts';

/** What a refusal means, where no sentence above says more. */
const CODES: Record<ProblemCode, string> = {
  json_invalid: 'Rapport konnte die Anfrage nicht lesen.',
  query_invalid:
    'Diese Liste kennt einen Filter oder eine Sortierung nicht. Entfernen Sie Filter, und versuchen Sie es erneut.',
  cursor_invalid: 'Die Liste hat sich geändert. Beginnen Sie sie von vorn.',
  header_invalid: 'Rapport konnte die Anfrage nicht lesen.',
  csv_invalid: 'Die Datei lässt sich nicht als Liste lesen. Es wurde nichts importiert.',
  form_invalid: 'Die Datei kam nicht vollständig an. Senden Sie sie noch einmal.',
  archive_invalid: 'Die Datei ist kein lesbares Archiv eines Accounts.',
  address_invalid: 'Die Adresse ist nicht richtig geschrieben.',
  invalid_request: 'Rapport konnte die Anmeldung nicht lesen.',
  invalid_token: 'Das Token gilt nicht oder nicht mehr.',
  credentials_missing: 'Sie sind abgemeldet. Melden Sie sich an, und versuchen Sie es erneut.',
  sign_in_failed: 'Die Anmeldung hat nicht funktioniert. Prüfen Sie die Angaben.',
  insufficient_scope: 'Diese Berechtigung reicht dafür nicht.',
  cross_site: 'Die Anfrage kam von einer anderen Website. Laden Sie die Seite neu.',
  session_required: 'Das geht nur, wenn eine Person angemeldet ist.',
  password_required: 'Dafür ist Ihr Passwort noch einmal nötig.',
  second_factor_required: 'Dafür ist ein zweiter Faktor nötig.',
  change_not_allowed:
    'Sie sehen das, dürfen es aber nicht ändern. Bitten Sie die Administration des Accounts.',
  role_insufficient: 'Ihre Rolle erlaubt das nicht. Bitten Sie die Administration des Accounts.',
  not_found: 'Nicht gefunden. Vielleicht wurde es inzwischen gelöscht.',
  method_not_allowed: 'Das geht hier nicht.',
  not_acceptable: 'Rapport antwortet hier in JSON.',
  file_infected: 'Der Virenscanner hat in der Datei etwas Schädliches gefunden.',
  mailbox_refused: 'Der Mailserver hat abgelehnt.',
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
const FIELDS: Record<FieldErrorCode, (of: string | undefined) => string> = {
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
  return said(SENTENCES, detail) ?? CODES[code as ProblemCode] ?? detail;
}

function field(code: string, detail: string): string {
  const general = FIELDS[code as FieldErrorCode] as ((of: string | undefined) => string) | undefined;
  return said(SENTENCES, detail) ?? general?.(/\d+/.exec(detail)?.[0]) ?? detail;
}

function fields(errors: FieldError[]): string {
  return errors
    .map(({ pointer, code, detail }) => {
      const sentence = said(SENTENCES, detail);
      return sentence ?? `${labelOf(pointer)}: ${field(code, detail.replace(/^\/\S+/, ''))}`;
    })
    .map((fault) => (/[.?!]$/.test(fault) ? fault : `${fault}.`))
    .join(' ');
}

/**
 * The label of the field that a pointer leads to: `/emails/0/value` is „E-Mail“. A field of the
 * Account has the name that programs call it.
 */
function labelOf(pointer: string): string {
  const keys = pointer.split('/').slice(1);
  const known = keys[0] === 'custom' ? undefined : keys.findLast((key) => Object.hasOwn(LABELS, key));
  return known === undefined ? (keys.at(-1) ?? '') : LABELS[known]!;
}

const LABELS: Record<string, string> = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  new_password: 'Neues Passwort',
  role: 'Rolle',
  url: 'URL',
  events: 'Ereignisse',
  label: 'Bezeichnung',
  options: 'Auswahlwerte',
  stages: 'Phasen',
  address: 'Adresse',
  expires_at: 'Ablauf',
  subject: 'Betreff',
  to: 'An',
  text: 'Text',
  ...TASK_LABELS,
  ...NOTE_LABELS,
  ...DEAL_LABELS,
  ...CONTACT_LABELS,
  ...FIELD_LABELS,
};

export const problems = { say, field, fields } satisfies typeof en.problems;
