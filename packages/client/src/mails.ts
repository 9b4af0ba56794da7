import { at } from './path.ts';
import type {
  Mail,
  MailBounce,
  MailCreate,
  MailTemplate,
  MailTemplateCreate,
  MailTemplateFilled,
  MailTemplateUpdate,
  MailThread,
  MailUpdate,
  OutgoingMail,
  OutgoingMailResolve,
  WholeMail,
} from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import {
  type CreateOption,
  create,
  list,
  post,
  remove,
  retrieve,
  update,
  type VersionOption,
} from './verbs.ts';

const PATH = '/api/v2/mails';
const TEMPLATES = '/api/v2/mail-templates';
const OUTGOING = '/api/v2/outgoing-mails';

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
    /** Those of these addresses at which mail does not arrive. */
    bounces: (
      query: { addresses: string; account_uuid?: string; cursor?: string; limit?: number },
      call: CallOptions = {},
    ) => list<MailBounce>(send, '/api/v2/mail-bounces', query, call),
    /** A mail with its text, as far as you may read it. */
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<WholeMail>(send, PATH + at`/${uuid}`, call),
    /** Changes what others see of a mail of your own. */
    update: (uuid: string, changes: MailUpdate, call: VersionOption = {}) =>
      update<WholeMail>(send, PATH + at`/${uuid}`, changes, call),
    /** Forgets a mail of your own here, for ever. It stays in the mailbox. */
    delete: (uuid: string, call: VersionOption = {}) => remove(send, PATH + at`/${uuid}`, call),
    templates: {
      /** The texts for mails of your Accounts, by name. */
      list: (query: { cursor?: string; limit?: number } = {}, call: CallOptions = {}) =>
        list<MailTemplate>(send, TEMPLATES, query, call),
      create: (template: MailTemplateCreate, call: CreateOption = {}) =>
        create<MailTemplate>(send, TEMPLATES, template, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<MailTemplate>(send, TEMPLATES + at`/${uuid}`, call),
      update: (uuid: string, changes: MailTemplateUpdate, call: VersionOption = {}) =>
        update<MailTemplate>(send, TEMPLATES + at`/${uuid}`, changes, call),
      delete: (uuid: string, call: VersionOption = {}) => remove(send, TEMPLATES + at`/${uuid}`, call),
      /** A template with the values of a record and of whom the mail goes to. */
      fill: (uuid: string, query: { record_uuid?: string; to?: string } = {}, call: CallOptions = {}) =>
        retrieve<MailTemplateFilled>(send, TEMPLATES + at`/${uuid}/filled`, call, query),
    },
    /**
     * Has a mail be sent from a mailbox of your own, ten seconds from now. It is sent at most once;
     * `outgoing.retrieve` says what became of it.
     */
    send: (mail: MailCreate, call: CreateOption = {}) => create<OutgoingMail>(send, PATH, mail, call),
    outgoing: {
      /** Your mails on their way out, and those that were within 30 days. The newest first. */
      list: (query: { record_uuid?: string; cursor?: string; limit?: number } = {}, call: CallOptions = {}) =>
        list<OutgoingMail>(send, OUTGOING, query, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<OutgoingMail>(send, OUTGOING + at`/${uuid}`, call),
      /** Takes a mail back that still waits. */
      cancel: (uuid: string, call: CallOptions = {}) =>
        post<OutgoingMail>(send, OUTGOING + at`/${uuid}/cancel`, {}, call),
      /** Decides about an uncertain mail, or has one be sent again that failed. */
      resolve: (uuid: string, decision: OutgoingMailResolve, call: CallOptions = {}) =>
        post<OutgoingMail>(send, OUTGOING + at`/${uuid}/resolve`, decision, call),
      /** Removes an outgoing mail that is on its way no more. A sent mail stays with its record. */
      delete: (uuid: string, call: CallOptions = {}) => remove(send, OUTGOING + at`/${uuid}`, call),
    },
  };
}
