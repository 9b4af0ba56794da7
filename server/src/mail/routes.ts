import { Mail, Mailbox, MailboxChecked, MailExclusion, MailThread, WholeMail } from '@rapport/contract/mail';
import { OutgoingMail } from '@rapport/contract/outgoing-mails';
import type { Api } from '../platform/http/api/api.ts';
import type { ResourceCore } from '../platform/resources/resource-routes.ts';
import { exclusionRoutes } from './exclusions/routes.ts';
import type { MailboxCore } from './mailboxes/actions.ts';
import { mailboxRoutes } from './mailboxes/routes.ts';
import type { MailsCore } from './mails/actions.ts';
import { htmlRoute } from './mails/html-route.ts';
import { mailRoutes } from './mails/routes.ts';
import { threadRoutes } from './mails/thread-routes.ts';
import { sendingRoutes } from './sending/routes.ts';

export const schemas = [Mailbox, MailboxChecked, MailExclusion, Mail, MailThread, WholeMail, OutgoingMail];

export function routes(api: Api, core: MailboxCore & MailsCore & ResourceCore): void {
  mailboxRoutes(api, core);
  exclusionRoutes(api, core);
  mailRoutes(api, core);
  threadRoutes(api, core);
  htmlRoute(api, core);
  sendingRoutes(api, core);
}
