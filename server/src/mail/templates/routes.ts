import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  MailTemplate,
  MailTemplateCreate,
  MailTemplateFilled,
  MailTemplateUpdate,
} from '@rapport/contract/mail-templates';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { MailsCore } from '../mails/actions.ts';
import * as actions from './actions.ts';

const tags = ['Mails'];
const path = '/api/v2/mail-templates';

export function templateRoutes(api: Api, core: MailsCore & ResourceCore): void {
  resourceRoutes(api, core, {
    path,
    tags,
    name: 'MailTemplate',
    words: 'mail template',
    schema: MailTemplate,
    isVersioned: true,
    list: {
      description: 'All members of the Account use them.',
      refused: [403],
      act: (caller) => actions.listTemplates(core, caller),
    },
    create: {
      description:
        'A placeholder that nothing fills in is refused, with the one that is likely meant. Needs the role member.',
      body: MailTemplateCreate,
      refused: [403, 404],
      act: (own, ...made) => actions.createTemplate({ ...core, ...own } as MailsCore, ...made),
    },
    retrieve: { refused: [403], act: (...one) => actions.getTemplate(core, ...one) },
    update: {
      description: 'Needs the role member.',
      body: MailTemplateUpdate,
      refused: [403],
      act: (...change) => actions.updateTemplate(core, ...change),
    },
    delete: {
      description: 'For good. Needs the role member.',
      refused: [403],
      act: (...one) => actions.deleteTemplate(core, ...one),
    },
  });
  api.get(
    `${path}/:uuid/filled`,
    {
      schema: {
        tags,
        operationId: 'fillMailTemplate',
        summary: 'Fill in a mail template',
        description:
          'For a mail from a record to an address, as far as you see them. Nothing is sent: pass it on to POST /mails. What has no value stands in its braces, and such a mail is refused.',
        params: UuidParams,
        querystring: Type.Object(
          {
            record_uuid: Type.Optional(
              Type.String({ format: 'uuid', description: 'The Contact, Client or Deal that it is about.' }),
            ),
            to: Type.Optional(
              Type.String({ maxLength: EMAIL_MAX_LENGTH, description: 'The address that it goes to.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: dataOf(MailTemplateFilled), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) => {
      const record_uuid = query.record_uuid?.toLowerCase() ?? null;
      const asked = { record_uuid, to: query.to ?? null };
      return envelope(await actions.fillTemplate(core, caller, params.uuid.toLowerCase(), asked));
    },
  );
}
