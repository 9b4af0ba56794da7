import type { FastifyBaseLogger } from 'fastify';
import { KINDS } from './crm/kinds.ts';
import { MORNING_MAILS } from './crm/mornings/actions.ts';
import { EXPORT } from './exports/actions.ts';
import { MOVE_FILES } from './files/move.ts';
import type { ObjectStore } from './files/objects.ts';
import { SCAN_FILES } from './files/scan-job.ts';
import type { Scanner } from './files/scanner.ts';
import { PASSWORD_RESET } from './identity/profile/actions.ts';
import { lookForNameType } from './imports/owners/job.ts';
import { RUN_IMPORT } from './imports/run/run-import.ts';
import type { AnyJobType } from './jobs/job-type.ts';
import type { MailDrop } from './mail/drop/core.ts';
import { dropFolderType } from './mail/drop/folder/job.ts';
import type { AccessCore } from './mail/oauth/access.ts';
import { FIND_PAST, READ_PAST } from './mail/past/jobs.ts';
import { KEEP_SENDING, SEND_MAIL } from './mail/sending/job.ts';
import { KEEP_MAILBOXES, SYNC_MAILBOX } from './mail/sync/job.ts';
import { mailType } from './mails/actions.ts';
import { tellOfRefusedMail } from './notifications/actions.ts';
import { MAIL_NOTIFICATIONS } from './notifications/mails/actions.ts';
import { REMIND } from './notifications/reminders/actions.ts';
import type { Core } from './platform/core.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { bulkType } from './records/bulk/job.ts';
import { undoType } from './records/changes/job.ts';
import { CLEAR_JOB, fillJob } from './records/custom-fields/fill.ts';
import { handoverType } from './records/handover/job.ts';
import { renewType } from './records/renew.ts';
import { retagType } from './records/tags/retag.ts';
import type { TargetPolicy } from './webhooks/guard/target.ts';
import { RECOVERY } from './webhooks/recoveries/actions.ts';

/** What the steps of all jobs need. */
export type JobCore = Core &
  AccessCore & {
    log: FastifyBaseLogger;
    mailer: Mailer;
    scanner: Scanner | null;
    objects: ObjectStore | null;
    mail_targets: TargetPolicy;
  };

/**
 * The types of jobs of all rooms, without those that come every hour. On a copy nobody is reminded,
 * no mailbox is read, no mail of a User is sent, and the bucket, which is that of its original,
 * stays as it is: all that waits until it is made live.
 */
export function jobTypesOf({
  is_copy,
  mail_drop = null,
}: {
  is_copy: boolean;
  mail_drop?: MailDrop | null;
}): AnyJobType<JobCore>[] {
  if (!is_copy)
    return mail_drop?.imap ? [...JOB_TYPES, dropFolderType(mail_drop, mail_drop.imap)] : JOB_TYPES;
  const resting = [REMIND, MOVE_FILES, ...OF_MAILBOXES];
  return JOB_TYPES.flatMap((type) => (resting.includes(type) ? atRest(type) : type));
}

/** A job that comes every so often does nothing on a copy. Any other job waits on. */
function atRest({ outside: _, ...type }: AnyJobType<JobCore>): AnyJobType<JobCore>[] {
  const { every_ms } = type;
  if (every_ms === undefined) return [];
  const later = (now: Date) => new Date(now.getTime() + every_ms);
  return [{ ...type, run: async ({ clock }) => ({ next: {}, due_at: later(clock.now()) }) }];
}

const OF_MAILBOXES: AnyJobType<JobCore>[] = [
  ...[SYNC_MAILBOX, KEEP_MAILBOXES, FIND_PAST, READ_PAST],
  ...[SEND_MAIL, KEEP_SENDING],
];

export const JOB_TYPES: AnyJobType<JobCore>[] = [
  mailType(tellOfRefusedMail),
  PASSWORD_RESET,
  RECOVERY,
  undoType(KINDS),
  bulkType(KINDS),
  fillJob(KINDS),
  retagType(KINDS),
  handoverType(KINDS),
  CLEAR_JOB,
  renewType(KINDS),
  RUN_IMPORT,
  lookForNameType(KINDS),
  EXPORT,
  REMIND,
  MAIL_NOTIFICATIONS,
  MORNING_MAILS,
  SCAN_FILES,
  MOVE_FILES,
  ...OF_MAILBOXES,
];
