import { FILE_SENTENCES } from './file-problem-sentences.ts';
import { JOB_SENTENCES } from './job-sentences.ts';
import { num, type Sentence } from './sentences.ts';

/** `Diese Aufgabe`, `Dieser Kunde` */
const THIS: Record<string, string> = {
  client: 'Dieser Kunde',
  contact: 'Dieser Kontakt',
  deal: 'Diese Verkaufschance',
  task: 'Diese Aufgabe',
  note: 'Diese Notiz',
};
const thisOf = (kind: string) => THIS[kind] ?? 'Dieser Datensatz';

const minutes = (of: string) => (of === '1' ? 'eine Minute' : `${of} Minuten`);

/** What the API refuses, where its sentence says more than its code, or asks for something. */
export const SENTENCES: readonly Sentence[] = [
  // Signing in, passwords
  [/^The e-mail address or the password is wrong\./, () => 'E-Mail-Adresse oder Passwort stimmen nicht.'],
  [
    /^Your password was given too long ago\./,
    () => 'Ihre Passworteingabe ist zu lange her. Geben Sie es erneut ein.',
  ],
  [
    /^You gave your password more than 15 minutes ago\./,
    () => 'Ihre Passworteingabe ist mehr als 15 Minuten her. Geben Sie es erneut ein.',
  ],
  [/^Too many sign-ins failed\. Wait (\d+) minutes/, (of) => `Zu viele Versuche. Warten Sie ${minutes(of)}.`],
  [/^This is not your password\.$/, () => 'Das ist nicht Ihr Passwort.'],
  [
    /^This password is one of the first that attackers try\./,
    () =>
      'Dieses Passwort gehört zu den ersten, die Angreifer probieren. Wählen Sie ein paar Wörter, die nur zu Ihnen gehören.',
  ],
  [
    /^This password follows a pattern that attackers try first\./,
    () =>
      'Dieses Passwort folgt einem Muster, das Angreifer zuerst probieren. Wählen Sie ein paar Wörter, die nur zu Ihnen gehören.',
  ],
  [
    /^This password is little more than your name/,
    () =>
      'Dieses Passwort ist kaum mehr als Ihr Name, Ihre Adresse oder der Name des Dienstes. Wählen Sie ein paar Wörter, die nur zu Ihnen gehören.',
  ],
  [
    /^This is neither a code of your app/,
    () => 'Das ist weder ein Code Ihrer App, der sechs Ziffern hat, noch ein unbenutzter Ersatzcode.',
  ],
  [
    /^Give the code that your app shows as well/,
    () => 'Geben Sie auch den Code Ihrer App ein oder einen Ersatzcode.',
  ],
  [
    /^The clock of this service was set back/,
    () =>
      'Die Uhr dieses Dienstes wurde zurückgestellt. Nehmen Sie einen Ersatzcode, oder bitten Sie die Systembetreuung, die Uhr zu prüfen.',
  ],
  [/^There is no setup to finish\./, () => 'Es gibt keine begonnene Einrichtung. Beginnen Sie von vorn.'],
  [
    /^Your second factor is on already\./,
    () => 'Ihr zweiter Faktor ist schon eingerichtet. Schalten Sie ihn aus, um eine andere App zu nehmen.',
  ],
  [/^Your second factor is off\./, () => 'Ihr zweiter Faktor ist ausgeschaltet. Richten Sie ihn zuerst ein.'],
  [
    /a second factor of all members, and you have none\./,
    () =>
      'Dieser Account verlangt einen zweiten Faktor. Richten Sie ihn unter „Einstellungen“, „Sicherheit“ ein.',
  ],
  [
    /^Rapport is set up already\./,
    () => 'Rapport ist schon eingerichtet. Lassen Sie sich einladen, oder melden Sie sich an.',
  ],
  [
    /^There is a User with the address (\S+) already\./,
    (email) => `Die Adresse ${email} hat hier schon jemand. Gehört sie Ihnen, hilft die Systembetreuung.`,
  ],
  [
    /^(\S+@\S+) is deactivated\./,
    (email) => `${email} ist deaktiviert. Bitten Sie die Systembetreuung, das zu ändern.`,
  ],
  [
    /^You have requested too many mails\. Wait (\d+) minutes/,
    (of) => `Zu viele E-Mails angefordert. Warten Sie ${minutes(of)}.`,
  ],
  // Accounts and their people
  [
    /^This is the last owner/,
    () =>
      'Diese Person hat als letzte die Inhaberschaft. Geben Sie sie zuerst jemand anderem, oder löschen Sie den Account.',
  ],
  [
    /^Only an owner of the Account can/,
    () => 'Die Inhaberschaft vergibt und entzieht nur, wer sie hat. Bitten Sie eine Person mit dieser Rolle.',
  ],
  [/^(\S+@\S+) has a login/, (email) => `${email} ist schon Mitglied dieses Accounts.`],
  [
    /^Nobody has proven that the User (\S+) is/,
    (email) =>
      `Dass ${email} dieser Person gehört, ist nicht bestätigt: Wer sich so angemeldet hat, könnte diesen Account lesen. Fragen Sie die Person auf anderem Weg, oder laden Sie sie mit einem Link ein.`,
  ],
  [
    /^There is no User with the address (\S+)\./,
    (email) => `Die Adresse ${email} hat hier niemand. Laden Sie die Person ein.`,
  ],
  [
    /^(\S+@\S+) needs no link\./,
    (email) => `${email} braucht keinen Link: Auf der Seite „Accounts“ lässt sich die Einladung annehmen.`,
  ],
  [
    /^The link was mailed to (\S+)\./,
    (email) => `Der Link ging per E-Mail an ${email}. Laden Sie erneut ein, um einen neuen zu senden.`,
  ],
  [/^You are a member of (.+) already\./, (name) => `Sie sind schon Mitglied von ${name}.`],
  [
    /^confirm_name must be/,
    () => 'Geben Sie den Namen des Accounts genau so ein: Alles darin wird gelöscht.',
  ],
  [
    /^This Account has records already, or had some\./,
    () =>
      'Dieser Account hat schon Datensätze oder hatte welche. Beispieldaten kommen nur in einen leeren Account.',
  ],
  [
    /^An export of this Account is under way\./,
    () => 'Ein Export dieses Accounts läuft. Warten Sie, bis er fertig ist, oder löschen Sie ihn.',
  ],
  [/^The file is still being written\./, () => 'Die Datei entsteht noch.'],
  [
    /^The records of this User are being handed over\./,
    () => 'Die Datensätze dieser Person werden gerade übergeben. Warten Sie, bis das fertig ist.',
  ],
  [/is wider than what a \w+ sees\./, () => 'Geändert werden kann nur, was auch zu sehen ist.'],
  // Records
  [
    /^(\d+) deals? (?:is|are) in the stage "(.+)"\. Move or delete them first\.$/,
    (count, name) =>
      `In „${name}“ sind noch Verkaufschancen (${count}). Verschieben oder löschen Sie sie zuerst.`,
  ],
  [
    /^This (\w+) was merged into/,
    (kind) =>
      `${thisOf(kind)} wurde mit einem anderen zusammengeführt. Öffnen Sie den, oder machen Sie das rückgängig.`,
  ],
  [
    /^More than ([\d,]+) records name the/,
    (of) =>
      `Mehr als ${num(of)} Datensätze hängen an dem, der verschwindet. Führen Sie andersherum zusammen.`,
  ],
  [
    /^"(.*)" \([\w-]+\), another \w+ of this Account, has the external_id "(.*)"\./s,
    (name, id) => `Die externe ID „${id}“ hat schon „${name}“.`,
  ],
  [
    /^Another \w+ of this Account has (?:the external_id|just got)/,
    () => 'Diese externe ID hat schon ein anderer Datensatz.',
  ],
  [
    /^The tag "(.*)" is being written into many records\./s,
    (name) =>
      `Das Schlagwort „${name}“ wird gerade in viele Datensätze geschrieben. Warten Sie, bis das fertig ist.`,
  ],
  [
    /^Only who made it, and owners and admins of the Account, change a shared view\./,
    () =>
      'Eine geteilte Ansicht ändern nur, wer sie angelegt hat, und die Administration. Speichern Sie sie als eigene.',
  ],
  [
    /^Only who made a view takes it back/,
    () => 'Die Freigabe nimmt nur zurück, wer die Ansicht angelegt hat.',
  ],
  [
    /^You have made (\d+) views in this Account/,
    (of) => `Sie haben ${of} Ansichten in diesem Account, mehr gehen nicht. Löschen Sie zuerst eine.`,
  ],
  [/is missing\. Say why the deal was lost\./, () => 'Geben Sie an, warum die Verkaufschance verloren ist.'],
  [/is for lost deals\./, () => 'Einen Grund haben nur verlorene Verkaufschancen.'],
  [/is for deals that are won or lost\./, () => 'Das haben nur gewonnene und verlorene Verkaufschancen.'],
  [/is for completed tasks\./, () => 'Das haben nur erledigte Aufgaben.'],
  [/is another day than that of due_at\./, () => 'Tag und Uhrzeit passen nicht zusammen.'],
  [/must be another record\.$/, () => 'Wählen Sie einen anderen Datensatz.'],
  [/must be another User\.$/, () => 'Wählen Sie eine andere Person.'],
  [
    /is the owner, who sees and changes it anyway\.$/,
    () => 'Diese Person ist zuständig und darf ohnehin alles damit.',
  ],
  [
    /^The (\w+) [\w-]+ has (\d+) files, the most of a record\./,
    (kind, of) => `${thisOf(kind)} hat ${of} Dateien, mehr gehen nicht. Löschen Sie zuerst welche.`,
  ],
  // Own fields
  [
    /^This Account has (\d+) custom fields/,
    (of) =>
      `Dieser Account hat ${of} eigene Felder dieser Art, mehr gehen nicht. Löschen Sie eines, das niemand braucht. Die Werte bleiben.`,
  ],
  [
    /^The values of "(.+)" are still being read/,
    (name) => `Die Werte von „${name}“ werden noch gelesen. Warten Sie, bis das fertig ist.`,
  ],
  [
    /^Its values are still being removed from the lists\./,
    () => 'Seine Werte werden noch aus den Listen genommen. Versuchen Sie es später.',
  ],
  [
    /"(.*)" is in ([\d,]+) records\. Leave it in one of them\.$/s,
    (value, of) => `„${value}“ steht in ${num(of)} Datensätzen. Behalten Sie den Wert nur in einem davon.`,
  ],
  // Changes and proposals
  [
    /^Only the User who made a change/,
    () =>
      'Rückgängig machen kann eine Änderung, wer sie gemacht hat, sonst die Inhaberschaft oder Administration.',
  ],
  [
    /^A change can be taken back for 30 days/,
    () => 'Eine Änderung lässt sich 30 Tage lang rückgängig machen. Diese ist älter.',
  ],
  [
    /^The change has been taken back already/,
    () => 'Die Änderung ist schon rückgängig gemacht. Wählen Sie „Wiederholen“, um sie wieder zu haben.',
  ],
  [
    /^The change has changed nothing so far/,
    () => 'Bisher hat sich nichts geändert, also gibt es nichts rückgängig zu machen.',
  ],
  [
    /is gone, or out of your reach\. Decline this part\.$/,
    () => 'Der Datensatz ist gelöscht oder für Sie nicht sichtbar. Lehnen Sie diesen Teil ab.',
  ],
  [/^It ended at /, () => 'Der Vorschlag ist abgelaufen.'],
  [/^It was decided before/, () => 'Über den Vorschlag ist schon entschieden. Laden Sie ihn neu.'],
  [
    /^Somebody has decided operation/,
    () => 'Über einen Teil hat schon jemand entschieden. Laden Sie den Vorschlag neu.',
  ],
  ...FILE_SENTENCES,
  ...JOB_SENTENCES,
];
