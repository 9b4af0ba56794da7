import { DEAL } from '@rapport/contract/records/deals';
import type { RecordView } from '../fields/view.ts';
import { viewOf } from '../fields/view-of.ts';
import { DEAL_LABELS, DEAL_STATUS_LABELS, deals } from '../texts/deals.ts';
import { useLastDeals } from './last-page.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { useFirstInList, useStageChoices, useStageGroups, useStageNames } from './pipelines.ts';
import { StagePath } from './stage-path-later.tsx';
import { StatusActions } from './status-actions.tsx';

/** The view of Deals: the parts in which they differ from other kinds. */
export const view: RecordView = viewOf(
  DEAL,
  DEAL_LABELS,
  {
    title: { width: 240 },
    status: { choices: DEAL_STATUS_LABELS, colours: { open: 'blue', won: 'green', lost: 'gray' }, width: 95 },
    stage_uuid: { type: 'named' },
    pipeline_uuid: { type: 'named' },
    lost_reason: { isShown: ({ status }) => status === 'lost' },
    closed_at: { isShown: ({ status }) => status !== 'open' },
    contacts: { width: 180 },
  },
  {
    texts: deals,
    columns: [
      'title',
      'client_uuid',
      'status',
      'stage_uuid',
      'amount',
      'expected_close_on',
      'probability',
      'contacts',
      'owner_uuid',
      'next_task_due_on',
      'last_activity_at',
      'tags',
      'source',
      'lost_reason',
      'closed_at',
      'pipeline_uuid',
      'account_uuid',
      'external_id',
    ],
    default_columns: ['title', 'client_uuid', 'status', 'stage_uuid', 'amount', 'expected_close_on'],
    phone_columns: ['title', 'client_uuid', 'amount'],
    bulk_fields: ['owner_uuid', 'stage_uuid', 'expected_close_on', 'source', 'tags'],
    required_fields: [],
    new_fields: ['title', 'client_uuid', 'amount', 'currency', 'stage_uuid', 'expected_close_on'],
    head: {
      state: 'status',
      facts: ['client_uuid', 'expected_close_on', 'last_activity_at'],
      figure: 'amount',
      below: ['stage_uuid', 'pipeline_uuid'],
      Below: StagePath,
    },
    beside: ['contacts'],
    glance: [
      'status',
      'stage_uuid',
      'amount',
      'client_uuid',
      'owner_uuid',
      'last_activity_at',
      'next_task_due_on',
    ],
    hasHistory: true,
    near: ({ client_uuid: client }) =>
      client ? { contact: { query: { 'filter[clients]': String(client) }, hint: 'job_title' } } : {},
    useNames: useStageNames,
    useFirst: useFirstInList,
    groups: { field: 'stage_uuid', useChoices: useStageGroups },
    useChoices: useStageChoices,
    useLastPage: useLastDeals,
    Above: LayoutSwitch,
    Actions: StatusActions,
  },
);
