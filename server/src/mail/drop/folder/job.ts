import type { FastifyBaseLogger } from 'fastify';
import type { JobType } from '../../../jobs/job-type.ts';
import type { Core } from '../../../platform/core.ts';
import type { TargetPolicy } from '../../../webhooks/guard/target.ts';
import { isMailProblem, type MailProblem } from '../../mailboxes/mail-problem.ts';
import type { DropFolder, MailDrop } from '../core.ts';
import { putProgress } from './queries.ts';
import { placeOf, type Read, readFolder } from './read.ts';

/** How often the folder is read, and how often after its server has refused. */
const [EVERY_MS, AFTER_PROBLEM_MS] = [60_000, 5 * 60_000];

type FolderCore = Core & { mail_targets: TargetPolicy; log: FastifyBaseLogger };

/** Reads the folder in which the operator gathers mail to secret addresses. */
export function dropFolderType(mail_drop: MailDrop, folder: DropFolder): JobType<object, FolderCore> {
  return {
    name: 'read_mail_drops',
    is_shown: false,
    lane: 'mailboxes',
    every_ms: EVERY_MS,
    outside: async (core, _job, stopping, place): Promise<Read | MailProblem> => {
      const read = await readFolder({ ...core, mail_drop }, folder, { stopping, place });
      stopping.throwIfAborted();
      return read;
    },
    run: async (core, tx, _job, outside) => {
      const read = outside as Read | MailProblem;
      const in_ms = (pause_ms: number) => new Date(core.clock.now().getTime() + pause_ms);
      if (isMailProblem(read)) {
        core.log.warn({ place: placeOf(folder), ...read }, 'the folder of drop boxes could not be read');
        return { next: {}, due_at: in_ms(AFTER_PROBLEM_MS) };
      }
      await putProgress(tx, placeOf(folder), read);
      return read.left > 0 ? { next: {} } : { next: {}, due_at: in_ms(EVERY_MS) };
    },
  };
}
