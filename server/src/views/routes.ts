import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { View, ViewCreate, ViewUpdate } from '@rapport/contract/views';
import type { Api } from '../platform/http/api/api.ts';
import { WholeListQuery } from '../platform/lists/whole-list.ts';
import { type ResourceCore, resourceRoutes } from '../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const ViewsQuery = Closed({
  ...WholeListQuery.properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only views of this Account.' })),
  resource: Type.Optional(Type.String({ maxLength: 100, description: 'Only views of this kind.' })),
});

export const schemas = [View];

export function routes(api: Api, core: actions.ViewsCore & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/views',
    tags: ['Views'],
    name: 'View',
    words: 'view',
    schema: View,
    isVersioned: true,
    list: {
      description:
        'Your own, and those shared in your Accounts, in your own order. GET /api/v2/deals?view=UUID runs one of deals.',
      querystring: ViewsQuery,
      refused: [404],
      act: (caller, query) => actions.listViews(core, caller, query),
    },
    create: {
      description: 'A view of your own. To share it needs the role member.',
      body: ViewCreate,
      refused: [403, 404],
      act: actions.createView,
    },
    retrieve: { act: (...one) => actions.getView(core, ...one) },
    update: {
      description:
        'Your own, or a shared one as an owner or admin of the Account. pinned and position are always your own.',
      body: ViewUpdate,
      refused: [403],
      act: (...change) => actions.updateView(core, ...change),
    },
    delete: {
      description: 'Your own, or a shared one as an owner or admin of the Account. No record changes.',
      refused: [403],
      act: (...one) => actions.deleteView(core, ...one),
    },
  });
}
