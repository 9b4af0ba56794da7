import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { Team, TeamCreate, TeamUpdate } from '@rapport/contract/teams';
import type { Core } from '../../platform/core.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { WholeListQuery } from '../../platform/lists/whole-list.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const TeamsQuery = Closed({
  ...WholeListQuery.properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only teams of this Account.' })),
});

export function teamRoutes(api: Api, core: Core & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/teams',
    tags: ['Accounts'],
    name: 'Team',
    words: 'team',
    schema: Team,
    isVersioned: true,
    list: {
      description: 'Of all your Accounts, or of one with account_uuid.',
      querystring: TeamsQuery,
      refused: [404],
      act: (caller, { account_uuid = null }) => actions.listTeams(core, caller, account_uuid),
    },
    create: {
      description:
        'Needs the role admin. Where a role sees the records of its team, its members see more at once.',
      body: TeamCreate,
      refused: [403, 404],
      act: actions.createTeam,
    },
    retrieve: { act: (...one) => actions.getTeam(core, ...one) },
    update: {
      description: 'Needs the role admin. member_uuids replaces all its members.',
      body: TeamUpdate,
      refused: [403],
      act: (...change) => actions.updateTeam(core, ...change),
    },
    delete: {
      description: 'Needs the role admin. No record changes; its members see less at once.',
      refused: [403],
      act: (...one) => actions.deleteTeam(core, ...one),
    },
  });
}
