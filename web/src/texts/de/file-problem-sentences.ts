import type { Sentence } from './sentences.ts';

const FILES_ARE: Record<string, string> = {
  empty: 'leer',
  'a PDF': 'ein PDF',
  'a picture': 'ein Bild',
  'a web page or XML': 'eine Webseite oder XML',
  'no text': 'kein Text',
  'packed with gzip': 'mit gzip gepackt',
  'text in UTF-32': 'Text in UTF-32',
  'a zip file within the zip file': 'ein ZIP in einem ZIP',
};

const SERVER_DID: Record<string, string> = {
  'refused the name or the password': 'hat Benutzernamen oder Passwort abgelehnt',
  'could not be reached': 'war nicht erreichbar',
  'has no certificate that this Rapport trusts': 'hat kein Zertifikat, dem Rapport vertraut',
  'would be spoken to without encryption': 'verschlüsselt die Verbindung nicht',
  'may not be connected to': 'ist von Rapport aus nicht erlaubt',
};

/** What the API refuses of imports, files and mails. */
export const FILE_SENTENCES: readonly Sentence[] = [
  // Imports
  [/^The import is running already/, () => 'Der Import läuft schon.'],
  [/^The import is completed/, () => 'Der Import ist abgeschlossen.'],
  [/^The import is not running/, () => 'Der Import läuft nicht.'],
  [
    /^The import was started, so its plan stands/,
    () => 'Der Import hat begonnen und lässt sich nicht mehr ändern.',
  ],
  [
    /^The import was started, so it stays/,
    () => 'Der Import hat begonnen und lässt sich nicht löschen. Machen Sie seine Änderung rückgängig.',
  ],
  [
    /^It was taken back before all its rows/,
    () => 'Er wurde rückgängig gemacht, bevor alle Zeilen da waren. Laden Sie die Dateien noch einmal hoch.',
  ],
  [
    /^No file has rows to import/,
    () => 'Keine Datei hat Zeilen zum Importieren. Legen Sie fest, was die Zeilen sind.',
  ],
  [
    /^The User who started the import may no longer/,
    () => 'Die Person, die den Import gestartet hat, darf in diesem Account nicht mehr schreiben.',
  ],
  [
    /^The imports of this Account that are kept take more than (\d+) GiB/,
    (of) =>
      `Die aufbewahrten Importe dieses Accounts belegen mehr als ${of} GiB. Löschen Sie Entwürfe, oder warten Sie: Zeilen bleiben 30 Tage.`,
  ],
  [
    /^Other files are being read just now\./,
    () =>
      'Gerade werden andere Dateien gelesen. Es wurde nichts importiert. Senden Sie diese gleich noch einmal.',
  ],
  [
    /^(?:"(.*)": )?The zip file is locked with a password\./s,
    () => 'Das ZIP ist mit einem Passwort geschützt. Entpacken Sie es, und senden Sie die Dateien darin.',
  ],
  [
    /The zip file (?:is damaged|has a name that leads)/,
    () =>
      'Das ZIP ist beschädigt oder unvollständig. Laden Sie es noch einmal herunter, oder packen Sie es neu.',
  ],
  [
    /The zip files? (?:has|is packed|unpack)|is packed in a way that is not usual/,
    () =>
      'Dieses ZIP ist zu groß oder ungewöhnlich gepackt. Entpacken Sie es, und senden Sie die Listen selbst.',
  ],
  [
    /^More than (\d+) files came at once|^There are more than (\d+) lists/,
    (one, other) => `Höchstens ${one || other} Listen auf einmal.`,
  ],
  [
    /^No file in "(.*)" is a list by its name/s,
    (name) => `In „${name}“ ist keine Liste, die so heißt, etwa contacts.csv.`,
  ],
  [
    /^The file "(.*)" is (empty|a PDF|a picture|a web page or XML|no text|packed with gzip|text in UTF-32|a zip file within the zip file)\./s,
    (name, what) =>
      `Die Datei „${name}“ ist ${FILES_ARE[what]}. Es wurde nichts importiert. Senden Sie CSV, .xlsx oder vCard.`,
  ],
  [
    /^(?:"(.*)": )?The workbook cannot be read/s,
    (name) =>
      `Die Arbeitsmappe${name && ` „${name}“`} lässt sich nicht lesen. Es wurde nichts importiert. Speichern Sie sie als .xlsx oder CSV, und senden Sie das.`,
  ],
  [
    /^(?:"(.*)": )?The card that begins at line ([\d,]+) has no end/s,
    (_, line) =>
      `Die Visitenkarte ab Zeile ${line} hat kein Ende (END:VCARD). Es wurde nichts importiert. Speichern Sie das Adressbuch noch einmal.`,
  ],
  [
    /^(?:"(.*)": )?The row that begins at line ([\d,]+) is longer than 1 MiB/s,
    (_, line) =>
      `Die Zeile ${line} ist länger als 1 MiB. Fehlt dort ein schließendes Anführungszeichen? Es wurde nichts importiert.`,
  ],
  [
    /^(?:"(.*)": )?In the row that begins at line ([\d,]+), column (\d+)/s,
    (_, line, column) =>
      `In Zeile ${line}, Spalte ${column}, stimmen die Anführungszeichen nicht. Es wurde nichts importiert.`,
  ],
  [
    /Around line ([\d,]+), the text changes from UTF-8/,
    (line) =>
      `Etwa in Zeile ${line} wechselt die Zeichenkodierung, und einige Buchstaben wären falsch. Es wurde nichts importiert. Speichern Sie die Datei als CSV in UTF-8.`,
  ],
  [
    /^(?:The file "(.*)"|The form) cannot be read: it (is of a form)?/s,
    (name, isOdd) =>
      `„${name}“ ${isOdd ? 'hat eine Form, an der das Lesen scheitert' : 'braucht zu viel Zeit oder Speicher'}. Es wurde nichts importiert. Speichern Sie die Datei als CSV, wenn sie groß ist in mehreren Teilen.`,
  ],
  [
    /^The connection ended before the file did\./,
    () => 'Die Verbindung endete vor der Datei. Senden Sie sie noch einmal.',
  ],
  [
    /^Nothing came for \d+ s, so the file is not whole\./,
    () => 'Die Datei kam nicht vollständig an. Senden Sie sie über eine bessere Verbindung noch einmal.',
  ],
  [
    /^The disk of the service has no room/,
    () => 'Dem Dienst fehlt Platz für die Datei. Bitten Sie die Systembetreuung, Platz zu schaffen.',
  ],
  // Files
  [
    /^The scanner found something harmful in the file\./,
    () => 'Der Virenscanner hat in der Datei etwas gefunden. Sie wurde nicht gespeichert.',
  ],
  [
    /^The scanner found something harmful/,
    () => 'Der Virenscanner hat darin etwas gefunden, also bekommt es hier niemand.',
  ],
  [
    /^The scanner (?:has not looked at|cannot look)/,
    () => 'Der Virenscanner hat das noch nicht geprüft. Versuchen Sie es gleich noch einmal.',
  ],
  [
    /^You are sending other files just now\./,
    () => 'Sie senden gerade andere Dateien. Senden Sie diese danach.',
  ],
  // Mail
  [
    /^(\S+) \((IMAP|SMTP)\) (refused the name or the password|could not be reached|has no certificate that this Rapport trusts|would be spoken to without encryption|may not be connected to): (.*)$/s,
    (server, kind, did, words) => `${server} (${kind}) ${SERVER_DID[did]}: ${words}`,
  ],
  [
    /^The server of (\S+) refuses its password\./,
    (address) => `Der Server von ${address} lehnt das Passwort ab. Geben Sie es neu ein.`,
  ],
  [
    /^This is a copy of a Rapport, which (?:sends no mail|reads no mailbox)\./,
    () => 'Dies ist eine Kopie von Rapport. Sie sendet keine E-Mails und liest keine Postfächer.',
  ],
  [
    /is a mailbox without a server for sending\./,
    () =>
      'Dieses Postfach hat keinen Server zum Senden. Geben Sie ihn unter „Einstellungen“, „Postfächer“ an.',
  ],
  [/^It is too late to take this mail back/, () => 'Diese E-Mail lässt sich nicht mehr zurückhalten.'],
  [/^There is nothing to decide about this mail/, () => 'Über diese E-Mail ist nichts zu entscheiden.'],
  [
    /^This mail is on its way\./,
    () => 'Diese E-Mail ist unterwegs. Halten Sie sie zurück, solange sie wartet.',
  ],
  [/^The Account has (\d+) such rules/, (of) => `Der Account hat ${of} solche Regeln, mehr gehen nicht.`],
  [/^The Account has (\d+) templates/, (of) => `Der Account hat ${of} Vorlagen, mehr gehen nicht.`],
  [
    /^You have (\d+) mailboxes in this Account/,
    (of) => `Sie haben ${of} Postfächer in diesem Account, mehr gehen nicht.`,
  ],
  [
    /^(\d+) mails were sent within ten minutes/,
    (of) => `In zehn Minuten gehen höchstens ${of} E-Mails hinaus. Warten Sie ein wenig.`,
  ],
  [
    /^Mail servers were tried too often\. Wait (\d+) s/,
    (of) => `Zu viele Versuche bei Mailservern. Warten Sie ${of} Sekunden.`,
  ],
];
