import { clockAt, dayAt, NOWHERE } from '@rapport/contract/days';
import type { NotificationSort } from '@rapport/contract/notifications';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';
import { sayGermanDay } from '../../platform/time/times.ts';
import { withFooter } from './footer.ts';
import type { Mailed } from './queries.ts';

const DEFINITIONS: readonly RecordDefinition[] = RECORDS;

/** One mail for all that a User is told at a time. `unsubscribe` ends mails of these sorts. */
export function notificationMail(told: Mailed[], unsubscribe: string, base_url: string): Mail {
  const { email, user_name } = told[0]!;
  const name = nameInMail(user_name);
  const said = (say: Say) => {
    const parts = told.map((one) => {
      const where = one.account_name === null ? '' : ` (${nameInMail(one.account_name)})`;
      return `${say(one)}${where}\n${onOneLine(one.title)}\n${addressOf(one, base_url)}`;
    });
    return { first: `${say(told[0]!)}: ${onOneLine(told[0]!.title)}`, all: parts.join('\n\n') };
  };
  const [english, german] = [said(sayInEnglish), said(sayInGerman)];
  const isOne = told.length === 1;
  const mail: Mail = {
    to: email,
    words: {
      en: {
        subject: isOne ? english.first : `${told.length} notifications`,
        text: `Hello ${name},\n\n${english.all}\n`,
      },
      de: {
        subject: isOne ? german.first : `${told.length} Benachrichtigungen`,
        text: `Guten Tag ${name},\n\n${german.all}\n`,
      },
    },
  };
  return withFooter(mail, unsubscribe, base_url);
}

type Say = (told: Mailed) => string;

function sayInEnglish({ sort, doer, resource, count, event, ...due }: Mailed): string {
  const who = doer === null ? 'Somebody' : nameInMail(doer);
  const kind = DEFINITIONS.find(({ name }) => name === resource);
  const what = count > 1 ? `${count} ${kind?.plural ?? resource}` : `a ${resource}`;
  const said: Record<NotificationSort, string> = {
    reminder: sayDue(due, (day, time) => `Due ${day}${time && ` at ${time}`}`),
    assigned: `${who} gave you ${what}`,
    mentioned: `${who} mentioned you in ${what}`,
    deal_changed: count > 1 ? `${who} changed ${count} of your deals` : sayChange(who, event),
    view_shared: `${who} shared a view with everybody`,
    import_done: 'Your import has ended',
    bulk_done: 'Your bulk edit has ended',
    owner_joined: 'Somebody has joined whom imported records name as their owner',
    receiver_disabled: 'A webhook was disabled',
    proposed: 'A program proposes changes to you',
    mail_refused: 'A mail was refused',
    mailbox_refused: 'Your mailbox can no longer be read',
    mail_not_sent: 'A mail of yours was not sent, or may not have been',
    mail_held: 'Mail waits in your drop box',
  };
  return said[sort];
}

const CHANGES = ['moved', 'won', 'lost', 'reopened', 'deleted', 'restored', 'merged'];

function sayChange(who: string, event: string | null): string {
  const action = event?.split('.')[1] ?? '';
  return `${who} ${CHANGES.includes(action) ? action : 'changed'} your deal`;
}

/** Kinds of records in German: one that is given, one in which something stands, and several. */
const GERMAN_KINDS: Record<string, { given: string; within: string; many: string }> = {
  client: { given: 'einen Kunden', within: 'einem Kunden', many: 'Kunden' },
  contact: { given: 'einen Kontakt', within: 'einem Kontakt', many: 'Kontakte' },
  deal: { given: 'eine Verkaufschance', within: 'einer Verkaufschance', many: 'Verkaufschancen' },
  task: { given: 'eine Aufgabe', within: 'einer Aufgabe', many: 'Aufgaben' },
  note: { given: 'eine Notiz', within: 'einer Notiz', many: 'Notizen' },
};

const GERMAN_CHANGES: Record<string, string> = {
  moved: 'verschoben',
  won: 'als gewonnen markiert',
  lost: 'als verloren markiert',
  reopened: 'wieder geöffnet',
  deleted: 'gelöscht',
  restored: 'wiederhergestellt',
  merged: 'zusammengeführt',
};

function sayInGerman({ sort, doer, resource, count, event, ...due }: Mailed): string {
  const who = doer === null ? 'Jemand' : nameInMail(doer);
  const kind = GERMAN_KINDS[resource] ?? { given: resource, within: resource, many: resource };
  const changed = GERMAN_CHANGES[event?.split('.')[1] ?? ''] ?? 'geändert';
  const said: Record<NotificationSort, string> = {
    reminder: sayDue(due, (day, time) => `Fällig: ${sayGermanDay(day)}${time && `, ${time} Uhr`}`),
    assigned: `${who} hat Ihnen ${count > 1 ? `${count} ${kind.many}` : kind.given} übergeben`,
    mentioned: count > 1 ? `${who} hat Sie ${count}-mal erwähnt` : `${who} hat Sie in ${kind.within} erwähnt`,
    deal_changed:
      count > 1
        ? `${who} hat ${count} Ihrer Verkaufschancen geändert`
        : `${who} hat Ihre Verkaufschance ${changed}`,
    view_shared: `${who} hat eine Ansicht für alle freigegeben`,
    import_done: 'Ihr Import ist beendet',
    bulk_done: 'Ihre Sammeländerung ist beendet',
    owner_joined: 'Ein neues Mitglied ist in importierten Datensätzen als zuständig genannt',
    receiver_disabled: 'Ein Webhook wurde deaktiviert',
    proposed: 'Ein Programm schlägt Ihnen Änderungen vor',
    mail_refused: 'Eine E-Mail wurde abgelehnt',
    mailbox_refused: 'Ihr Postfach kann nicht mehr gelesen werden',
    mail_not_sent: 'Eine E-Mail von Ihnen wurde nicht oder vielleicht nicht gesendet',
    mail_held: 'In Ihrer E-Mail-Ablage wartet etwas',
  };
  return said[sort];
}

type Due = Pick<Mailed, 'due_on' | 'due_at' | 'time_zone'>;

/**
 * Puts into words by `say` the day, and the time of day, empty for a whole day. Empty when nothing
 * is due.
 */
function sayDue({ due_on, due_at, time_zone }: Due, say: (day: string, time: string) => string): string {
  const zone = time_zone ?? NOWHERE.time_zone;
  if (due_at === null) return due_on === null ? '' : say(due_on, '');
  const time = new Date(due_at);
  return say(dayAt(time, zone), clockAt(time, zone).slice(0, 5));
}

function addressOf(
  { sort, count, change_uuid, resource, subject_uuid, event }: Mailed,
  base_url: string,
): string {
  if (count > 1 && change_uuid) return `${base_url}/settings/changes/${change_uuid}`;
  if (resource === 'import') return `${base_url}/settings/imports/${subject_uuid}`;
  if (resource === 'webhook_subscription') return `${base_url}/settings/webhooks/${subject_uuid}`;
  if (resource === 'proposal') return `${base_url}/settings/proposals/${subject_uuid}`;
  if (resource === 'mailbox' || resource === 'mail_drop_box') return `${base_url}/settings/mailboxes`;
  if (sort === 'mail_refused') return `${base_url}/settings/notifications`;
  const { path } = DEFINITIONS.find(({ name }) => name === resource)!;
  const page = `${base_url}${path.replace('/api/v2', '')}`;
  if (sort === 'view_shared') return `${page}?view=${subject_uuid}`;
  return event?.endsWith('.deleted') ? `${page}/deleted` : `${page}/${subject_uuid}`;
}
