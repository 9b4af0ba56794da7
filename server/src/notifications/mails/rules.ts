import { clockAt, dayAt, NOWHERE } from '@rapport/contract/days';
import type { NotificationSort } from '@rapport/contract/notifications';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';
import { footer } from './footer.ts';
import type { Mailed } from './queries.ts';

const DEFINITIONS: readonly RecordDefinition[] = RECORDS;

/** One mail for all that a User is told at a time. `unsubscribe` ends mails of these sorts. */
export function notificationMail(told: Mailed[], unsubscribe: string, base_url: string): Mail {
  const { email, user_name } = told[0]!;
  const parts = told.map((one) => {
    const where = one.account_name === null ? '' : ` (${nameInMail(one.account_name)})`;
    return `${say(one)}${where}\n${onOneLine(one.title)}\n${addressOf(one, base_url)}`;
  });
  const subject =
    told.length === 1 ? `${say(told[0]!)}: ${onOneLine(told[0]!.title)}` : `${told.length} notifications`;
  return {
    to: email,
    subject,
    text: `Hello ${nameInMail(user_name)},\n\n${parts.join('\n\n')}\n\n${footer(unsubscribe, base_url)}`,
    unsubscribe,
  };
}

function say({ sort, doer, resource, count, event, ...due }: Mailed): string {
  const who = doer === null ? 'Somebody' : nameInMail(doer);
  const kind = DEFINITIONS.find(({ name }) => name === resource);
  const what = count > 1 ? `${count} ${kind?.plural ?? resource}` : `a ${resource}`;
  const said: Record<NotificationSort, string> = {
    reminder: sayDue(due),
    assigned: `${who} gave you ${what}`,
    mentioned: `${who} mentioned you in ${what}`,
    deal_changed: count > 1 ? `${who} changed ${count} of your deals` : sayChange(who, event),
    import_done: 'Your import has ended',
    receiver_disabled: 'A webhook was disabled',
  };
  return said[sort];
}

const CHANGES = ['moved', 'won', 'lost', 'reopened', 'deleted', 'restored', 'merged'];

function sayChange(who: string, event: string | null): string {
  const action = event?.split('.')[1] ?? '';
  return `${who} ${CHANGES.includes(action) ? action : 'changed'} your deal`;
}

function sayDue({ due_on, due_at, time_zone }: Pick<Mailed, 'due_on' | 'due_at' | 'time_zone'>): string {
  const zone = time_zone ?? NOWHERE.time_zone;
  if (due_at === null) return `Due ${due_on}`;
  const at = new Date(due_at);
  return `Due ${dayAt(at, zone)} at ${clockAt(at, zone).slice(0, 5)}`;
}

function addressOf({ count, change_uuid, resource, subject_uuid, event }: Mailed, base_url: string): string {
  if (count > 1 && change_uuid) return `${base_url}/settings/changes/${change_uuid}`;
  if (resource === 'import') return `${base_url}/settings/imports/${subject_uuid}`;
  if (resource === 'webhook_subscription') return `${base_url}/settings/webhooks/${subject_uuid}`;
  const { path } = DEFINITIONS.find(({ name }) => name === resource)!;
  const page = `${base_url}${path.replace('/api/v2', '')}`;
  return event?.endsWith('.deleted') ? `${page}/deleted` : `${page}/${subject_uuid}`;
}
