import type { Sentence } from './sentences.ts';

/** Why a job has ended before its work was done, or waits. */
export const JOB_SENTENCES: readonly Sentence[] = [
  [
    /^Its change was taken back before all was done/,
    () => 'Seine Änderung wurde rückgängig gemacht, bevor alles erledigt war.',
  ],
  [
    /^The process that did it ended again and again/,
    () => 'Der Prozess ist immer wieder abgebrochen. Wenden Sie sich an die Systembetreuung.',
  ],
  [
    /^It failed again and again by a fault of Rapport/,
    () => 'In Rapport ist immer wieder ein Fehler aufgetreten. Wenden Sie sich an die Systembetreuung.',
  ],
  [
    /^Its User may no longer do this in the Account/,
    () => 'Die Person darf das in diesem Account nicht mehr. Was schon übergeben ist, bleibt so.',
  ],
  [
    /^Its User may no longer write in the Account\. What was taken back/,
    () =>
      'Die Person darf in diesem Account nicht mehr schreiben. Was schon rückgängig gemacht ist, bleibt so.',
  ],
  [
    /^Its User may no longer write in the Account\. What was changed/,
    () => 'Die Person darf in diesem Account nicht mehr schreiben. Was schon geändert ist, bleibt so.',
  ],
  [
    /^The token that began it was revoked/,
    () => 'Das Token, mit dem es begann, wurde widerrufen. Was schon geändert ist, bleibt so.',
  ],
  [
    /^Who changed the Account may no longer do so/,
    () => 'Die Person darf den Account nicht mehr ändern. Wählen Sie das Land noch einmal.',
  ],
  [
    /^The field is gone, or is read anew/,
    () => 'Das Feld gibt es nicht mehr, oder seine Werte werden neu gelesen.',
  ],
  [
    /^Who asked for it may no longer change fields/,
    () => 'Die Person darf die Felder dieses Accounts nicht mehr ändern.',
  ],
  [
    /^The subscription is disabled, or is no more/,
    () => 'Den Webhook gibt es nicht mehr, oder er ist deaktiviert.',
  ],
  [/^The link in the mail no longer works/, () => 'Der Link in der E-Mail gilt nicht mehr.'],
];
