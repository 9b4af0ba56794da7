import { MailExclusion, MailExclusionCreate } from '@rapport/contract/mail-exclusions';
import type { Core } from '../../platform/core.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

export function exclusionRoutes(api: Api, core: Core & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/mail-exclusions',
    tags: ['Mailboxes'],
    name: 'MailExclusion',
    words: 'mail exclusion',
    schema: MailExclusion,
    list: {
      summary: 'List whose mail is not kept',
      description: 'Your own rules, and those of the whole Account.',
      refused: [403],
      act: (caller) => actions.listExclusions(core, caller),
    },
    create: {
      summary: 'Leave somebody out of mail',
      description: 'From now on; what is kept already stays. For the whole Account it needs the role admin.',
      body: MailExclusionCreate,
      refused: [403, 404],
      act: actions.createExclusion,
    },
    retrieve: {
      description: 'One of your own, or of the whole Account.',
      refused: [403],
      act: (caller, uuid) => actions.getExclusion(core, caller, uuid),
    },
    delete: {
      summary: 'Remove such a rule',
      refused: [403],
      act: (caller, uuid) => actions.deleteExclusion(core, caller, uuid),
    },
  });
}
