import { at } from './path.ts';
import type { Mail, MailThread, MailUpdate, WholeMail } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { list, remove, retrieve, update, type VersionOption } from './verbs.ts';

const PATH = '/api/v2/mails';

/** Returns the functions about mails of people that the Account knows. */
export function mails(send: Transport) {
  return {
    /** The mails of a record or a conversation; without either, your own. The newest first. */
    list: (
      query: { record_uuid?: string; thread_uuid?: string; cursor?: string; limit?: number } = {},
      call: CallOptions = {},
    ) => list<Mail>(send, PATH, query, call),
    /** The conversations of a record, each by its newest mail that you may know of. */
    threads: (query: { record_uuid: string; cursor?: string; limit?: number }, call: CallOptions = {}) =>
      list<MailThread>(send, '/api/v2/mail-threads', query, call),
    /** A mail with its text, as far as you may read it. */
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<WholeMail>(send, PATH + at`/${uuid}`, call),
    /** Changes what others see of a mail of your own. */
    update: (uuid: string, changes: MailUpdate, call: VersionOption = {}) =>
      update<WholeMail>(send, PATH + at`/${uuid}`, changes, call),
    /** Forgets a mail of your own here, for ever. It stays in the mailbox. */
    delete: (uuid: string, call: VersionOption = {}) => remove(send, PATH + at`/${uuid}`, call),
  };
}
