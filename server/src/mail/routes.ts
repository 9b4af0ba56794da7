import { Mail, MailBounce, MailTrace, WholeMail } from '@rapport/contract/mail';
import { HeldMail, MailDropBox } from '@rapport/contract/mail-drop';
import { MailExclusion } from '@rapport/contract/mail-exclusions';
import { MailTemplate, MailTemplateFilled } from '@rapport/contract/mail-templates';
import { MailThread, MailThreadDeal } from '@rapport/contract/mail-threads';
import { Mailbox, MailboxChecked, MailboxSignIn } from '@rapport/contract/mailboxes';
import { OutgoingMail } from '@rapport/contract/outgoing-mails';
import type { FastifyInstance } from 'fastify';
import type { FilesCore } from '../files/seen.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { ResourceCore } from '../platform/resources/resource-routes.ts';
import { bounceRoutes } from './bounces/routes.ts';
import { dealRoutes } from './deals/routes.ts';
import { boxRoutes } from './drop/boxes/routes.ts';
import type { MailDropCore } from './drop/core.ts';
import { heldRoutes } from './drop/held/routes.ts';
import { signedRoute } from './drop/take/signed-route.ts';
import { exclusionRoutes } from './exclusions/routes.ts';
import { fromFileRoute } from './from-file/routes.ts';
import type { MailboxCore } from './mailboxes/actions.ts';
import { mailboxRoutes } from './mailboxes/routes.ts';
import type { MailsCore } from './mails/actions.ts';
import { attachmentRoute } from './mails/attachment-route.ts';
import type { AttachmentsCore } from './mails/attachments.ts';
import { htmlRoute } from './mails/html-route.ts';
import { mailRoutes } from './mails/routes.ts';
import { threadRoutes } from './mails/thread-routes.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { sendingRoutes } from './sending/routes.ts';
import { templateRoutes } from './templates/routes.ts';

export const schemas = [
  ...[Mailbox, MailboxChecked, MailboxSignIn, MailExclusion, OutgoingMail, MailTemplate, MailTemplateFilled],
  ...[MailDropBox, HeldMail],
  ...[Mail, MailBounce, MailThread, MailThreadDeal, MailTrace, WholeMail],
];

/** What mail servers hand over, which have no token: they sign. */
export async function routesForAnybody(
  app: FastifyInstance,
  core: Parameters<typeof boxRoutes>[1],
): Promise<void> {
  const { mail_drop } = core;
  if (mail_drop?.key) await signedRoute(app, { ...core, mail_drop: { ...mail_drop, key: mail_drop.key } });
}

export function routes(
  api: Api,
  core: MailboxCore & MailsCore & AttachmentsCore & FilesCore & MailDropCore & ResourceCore,
): void {
  mailboxRoutes(api, core);
  oauthRoutes(api, core);
  exclusionRoutes(api, core);
  boxRoutes(api, core);
  heldRoutes(api, core);
  mailRoutes(api, core);
  threadRoutes(api, core);
  dealRoutes(api, core);
  bounceRoutes(api, core);
  htmlRoute(api, core);
  sendingRoutes(api, core);
  templateRoutes(api, core);
  attachmentRoute(api, core);
  // It has a body of its own, so it has a scope of its own.
  api.register(async (scope) => fromFileRoute(scope as unknown as Api, core));
}
