import type * as en from '../import-losses.ts';
import { TYPE_LABELS } from './imports.ts';
import { KIND_NAMES } from './kind-names.ts';
import { num, type Sentence, said } from './sentences.ts';

const TYPES: Record<string, string> = TYPE_LABELS;

const NONE_OF: Record<string, string> = {
  client: 'keinen Kunden',
  contact: 'keinen Kontakt',
  deal: 'keine Verkaufschance',
  task: 'keine Aufgabe',
  note: 'keine Notiz',
  'client, contact or deal': 'keinen Kunden, keinen Kontakt und keine Verkaufschance',
};

const SENTENCES: readonly Sentence[] = [
  [/^The text(?: of a \w+)? is cut after (\d+) characters\.$/, (of) => `Der Text endet nach ${of} Zeichen.`],
  [/^"(.*)" is no address of a website\.$/s, (cell) => `„${cell}“ ist keine Adresse einer Website.`],
  [/^"(.*)" is none of (.+)\.$/s, (cell, of) => `„${cell}“ ist keiner dieser Werte: ${of}.`],
  [/^"(.*)" is no day\.$/s, (cell) => `„${cell}“ ist kein Datum.`],
  [/^"(.*)" is no time\.$/s, (cell) => `„${cell}“ ist kein Zeitpunkt.`],
  [/^"(.*)" is no number of per cent\.$/s, (cell) => `„${cell}“ ist kein Prozentwert.`],
  [/^"(.*)" is no number\.$/s, (cell) => `„${cell}“ ist keine Zahl.`],
  [/^"(.*)" is neither yes nor no\.$/s, (cell) => `„${cell}“ ist weder Ja noch Nein.`],
  [/^"(.*)" is no e-mail address\.$/s, (cell) => `„${cell}“ ist keine E-Mail-Adresse.`],
  [/^"(.*)" is no phone number\.$/s, (cell) => `„${cell}“ ist keine Telefonnummer.`],
  [/^"(.*)" is no currency\.$/s, (cell) => `„${cell}“ ist keine Währung.`],
  [/^"(.*)" names nobody\.$/s, (cell) => `„${cell}“ ist kein Name einer Person.`],
  [/^"(.*)" is not what an export writes\.$/s, (cell) => `So schreibt ein Export es nicht: „${cell}“`],
  [/^"(.*)" is no amount, /s, (cell) => `„${cell}“ ist kein Betrag, weder mit Währung noch ohne.`],
  [
    /^Nobody has said which currency "(.*)" is\.$/s,
    (sign) => `Welche Währung „${sign}“ bedeutet, ist noch nicht gewählt.`,
  ],
  [/^"(.*)" is no (\w+)\.$/s, (cell, type) => `„${cell}“ passt nicht zum Typ ${TYPES[type] ?? type}.`],
  [/^The amount beside it is in (.+)\.$/, (code) => `Der Betrag daneben ist in ${code}.`],
  [/^Its currency is not known\.$/, () => 'Die Währung dazu ist nicht bekannt.'],
  [/^No User of the Account is called "(.*)"\.$/s, (name) => `Im Account heißt niemand „${name}“.`],
  [/^Several (\w+)s are called "(.*)"\.$/s, (kind, name) => `Mehrere ${manyOf(kind)} heißen „${name}“.`],
  [
    /^There is no (\w+) "(.*)" that the row could link\.$/s,
    (kind, id) => `Die Zeile kann nichts verknüpfen: Es gibt ${NONE_OF[kind] ?? kind} „${id}“.`,
  ],
  [/^There is no ([\w, ]+?) "(.*)"\.$/s, (kind, name) => `Es gibt ${NONE_OF[kind] ?? kind} „${name}“.`],
  [
    /^A deal has one client, /,
    () => 'Eine Verkaufschance hat einen Kunden, und die Zeile nennt vorher einen anderen.',
  ],
  [/^The record is there already\.$/, () => 'Den Datensatz gibt es schon.'],
  [
    /^Several records fit this row\./,
    () => 'Zu dieser Zeile passen mehrere Datensätze. Geben Sie ihr eine externe ID.',
  ],
  [/^It is deleted in the source\.$/, () => 'In der Quelle gelöscht.'],
  [
    /^It was converted in the source/,
    () => 'In der Quelle umgewandelt: Die Person ist dort unter den Kontakten.',
  ],
  [/^The row names no person\.$/, () => 'Die Zeile nennt keine Person.'],
  [/^It is no e-mail address\.$/, () => 'Das ist keine E-Mail-Adresse.'],
  [/^It is no phone number\.$/, () => 'Das ist keine Telefonnummer.'],
  [
    /^"(.*)" is a Contact with this address already/s,
    (name) => `Diese Adresse hat schon der Kontakt „${name}“, ohne Kunden oder bei einem anderen.`,
  ],
  [
    /^An earlier row has the same record, "(.*)", and this one/s,
    (name) =>
      `Eine frühere Zeile hat denselben Datensatz, „${name}“, und diese gäbe ihm einen anderen Namen. ` +
      'Geben Sie beiden Zeilen eine ID, oder wählen Sie, woran gleiche Datensätze sonst zu erkennen sind.',
  ],
  [/^A row before says another one\.$/, () => 'Eine frühere Zeile nennt etwas anderes.'],
  [/^A row before says "(.*)"\.$/s, (other) => `In einer früheren Zeile steht „${other}“.`],
  [
    /^The row has (more than )?(\d+) cells and the header (\d+)\./,
    (more, cells, header) =>
      `Die Zeile hat ${more ? 'mehr als ' : ''}${cells} Zellen und die Kopfzeile ${header}. Fehlen einem Text mit dem Trennzeichen die Anführungszeichen?`,
  ],
  [
    /^Column (\d+) has no name in the header\./,
    (at) => `Spalte ${at} hat in der Kopfzeile keinen Namen. Mit einem Namen kommen ihre Werte mit.`,
  ],
  [/^\w+ is required|^\w+ must have at least 1 character/, () => 'Hier fehlt ein Wert.'],
  [/^\w+ must have at most ([\d,]+) characters/, (of) => `Höchstens ${num(of)} Zeichen`],
  [/^\w+ must (?:have|be) at most ([\d.,]+)/, (of) => `Höchstens ${of}`],
  [/^\w+ must (?:have|be) at least ([\d.,-]+)/, (of) => `Mindestens ${of}`],
  [/^\w+ must be an e-mail address/, () => 'Das ist keine E-Mail-Adresse.'],
  [/^[a-z_]+ (?:must|may|has|is|cannot|can) /, () => 'Dieser Wert ist in diesem Feld nicht möglich.'],
];

const manyOf = (kind: string) => KIND_NAMES[kind]?.many ?? kind;

export const sayLoss: typeof en.sayLoss = (detail) => said(SENTENCES, detail) ?? detail;
