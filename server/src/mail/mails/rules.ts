import type { Mail, MailAttachment, WholeMail } from '@rapport/contract/mail';
import type { MailThread } from '@rapport/contract/mail-threads';
import { toApiTime } from '../../platform/time/clock.ts';
import type { AttachmentRow, MailRow, WholeRow } from './queries.ts';

/** How much a reader may read: a holder all, others what the mail shows. */
export function levelOf(
  { holder_uuid, visibility }: Pick<MailRow, 'holder_uuid' | 'visibility'>,
  user_uuid: string,
): Mail['level'] {
  if (holder_uuid === user_uuid || visibility === 'full') return 'full';
  return visibility === 'subject' ? 'subject' : 'trace';
}

/** A mail as its reader sees it. This is the only way out for one. */
export function shownMail(row: MailRow, user_uuid: string): Mail {
  const level = levelOf(row, user_uuid);
  const isAll = level === 'full';
  const isOwn = row.holder_uuid === user_uuid;
  return {
    uuid: row.uuid,
    account_uuid: row.account_uuid,
    mailbox_uuid: isOwn ? row.mailbox_uuid : null,
    user_uuid: row.user_uuid,
    thread_uuid: row.thread_uuid,
    direction: row.direction,
    visibility: row.visibility,
    level,
    sent_at: row.sent_at,
    people: row.people
      .filter(({ is_own, record }) => isAll || is_own || record !== null)
      .map(({ bounce, ...one }) => ({
        ...one,
        bounce: bounce && {
          ...bounce,
          bounced_at: toApiTime(new Date(bounce.bounced_at)),
          detail: isAll ? bounce.detail : null,
        },
      })),
    records: row.records,
    subject: level === 'trace' ? null : row.subject,
    excerpt: isAll ? row.excerpt : null,
    attachment_count: isAll ? row.attachment_count : null,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A conversation by its newest mail. */
export function shownThread(row: MailRow & { mail_count: number }, user_uuid: string): MailThread {
  const { thread_uuid: uuid, account_uuid, mail_count } = row;
  return { uuid, account_uuid, mail_count, last_mail: shownMail(row, user_uuid) };
}

export function shownWhole(row: WholeRow, attachments: AttachmentRow[], user_uuid: string): WholeMail {
  const mail = shownMail(row, user_uuid);
  const isAll = mail.level === 'full';
  return {
    ...mail,
    text: isAll ? row.text : null,
    has_html: isAll && row.has_html,
    unreadable: isAll ? row.unreadable : null,
    attachments: isAll ? attachments.map(shownAttachment) : null,
  };
}

function shownAttachment({ number, name, type, size_bytes }: AttachmentRow): MailAttachment {
  return { number, name, type, size_bytes: Number(size_bytes) };
}

/**
 * HTML whose frames and links to other files are unknown elements, which do nothing. A policy
 * blocks what they load, but only after a browser has connected to its server.
 */
export function withoutFrames(html: string): string {
  return html.replaceAll(/<(?=(?:i?frame|frameset|link)\b)/gi, '<no-');
}
