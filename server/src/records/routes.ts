import { Change, ChangeInFull } from '@rapport/contract/changes';
import {
  CustomField,
  CustomFieldFit,
  CustomFieldVersion,
  UndeclaredKey,
} from '@rapport/contract/custom-fields';
import { Handover } from '@rapport/contract/handovers';
import { Proposal, ProposalInFull } from '@rapport/contract/proposals';
import { RecordAccess } from '@rapport/contract/records/access';
import { RECORDS } from '@rapport/contract/records/all';
import { SearchHit } from '@rapport/contract/records/search';
import { Tag } from '@rapport/contract/tags';
import type { Api } from '../platform/http/api/api.ts';
import { changeRoutes } from './changes/routes.ts';
import { customFieldRoutes } from './custom-fields/routes.ts';
import { handoverRoute } from './handover/routes.ts';
import { proposalRoutes } from './proposals/routes.ts';
import { searchRoute } from './search/routes.ts';
import { type RoutesCore, recordRoutes } from './standard-routes.ts';
import { tagRoutes } from './tags/routes.ts';

export const schemas = [
  ...RECORDS.flatMap(({ schema, deleted_schema }) => [schema, deleted_schema]),
  CustomField,
  CustomFieldFit,
  CustomFieldVersion,
  UndeclaredKey,
  SearchHit,
  Change,
  ChangeInFull,
  RecordAccess,
  Handover,
  Tag,
  Proposal,
  ProposalInFull,
];

export function routes(api: Api, core: RoutesCore): void {
  for (const kind of core.kinds) recordRoutes(api, core, kind);
  customFieldRoutes(api, core);
  changeRoutes(api, core);
  searchRoute(api, core);
  tagRoutes(api, core);
  proposalRoutes(api, core);
  handoverRoute(api, core);
}
