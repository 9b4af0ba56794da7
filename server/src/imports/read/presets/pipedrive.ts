import type { Preset, PresetList, Target } from './preset.ts';

/** Of the labels that it has at first, one is Customer and three are leads. */
const LABEL: Target = { to: 'tags', also: 'status' };

/**
 * Pipedrive writes `Entity - Field`, and links by name. Its template for imports has some bare
 * names. British settings write `Organisation`. (The names of other people's importers.)
 */
const ADDRESS: Record<string, string | null> = {
  address: 'street',
  'street road name of address': null,
  'house number of address': null,
  'apartment suite no of address': null,
  'district sublocality of address': null,
  'city town village locality of address': 'city',
  'state county of address': 'region',
  'region of address': null,
  'country of address': 'country',
  'zip postal code of address': 'postal_code',
  'full combined address of address': null,
  'latitude of address': null,
  'longitude of address': null,
};

const ORGANIZATION: PresetList['columns'] = {
  name: 'name',
  id: 'external_id',
  'pipedrive system id': 'external_id',
  owner: 'owner_uuid',
  label: LABEL,
  'label s': LABEL,
  labels: LABEL,
  'won deals': { to: 'custom', also: 'won_deals' },
  website: 'website',
  industry: 'industry',
  'organization created': 'source_created_at',
  'organisation created': 'source_created_at',
  'update time': null,
  ...ADDRESS,
  ...prefixed(ADDRESS, 'address'),
};

const PERSON: PresetList['columns'] = {
  name: 'name',
  'first name': 'first_name',
  'last name': 'last_name',
  ...labelled('email', ['work', 'home', 'other']),
  ...labelled('phone', ['work', 'home', 'mobile', 'other']),
  email: 'email',
  phone: 'phone',
  organization: 'client',
  organisation: 'client',
  'organization id': 'client_id',
  'organisation id': 'client_id',
  label: 'tags',
  'label s': 'tags',
  labels: 'tags',
  owner: 'owner_uuid',
  id: 'external_id',
  'pipedrive system id': 'external_id',
  'person created': 'source_created_at',
  'job title': 'job_title',
  birthday: 'birthday_on',
  notes: 'description',
};

const DEAL: PresetList['columns'] = {
  id: 'external_id',
  'pipedrive system id': 'external_id',
  title: 'title',
  value: 'amount',
  currency: 'currency',
  organization: 'client',
  organisation: 'client',
  'contact person': 'contact',
  owner: 'owner_uuid',
  stage: 'stage_uuid',
  'stage pipeline': 'stage_uuid',
  pipeline: 'pipeline',
  status: 'status',
  'expected close date': 'expected_close_on',
  'won time': 'won_at',
  'lost time': 'lost_at',
  'lost reason': 'lost_reason',
  'deal created': 'source_created_at',
  'deal closed on': 'closed_at',
  probability: 'probability',
  label: 'tags',
  'label s': 'tags',
  labels: 'tags',
  'weighted value': null,
  'total activities': null,
  'update time': null,
};

/** What may become a deal. It has no stage yet, so it begins in the first. */
const LEAD: PresetList['columns'] = {
  id: 'external_id',
  'pipedrive system id': 'external_id',
  title: 'title',
  value: 'amount',
  currency: 'currency',
  organization: 'client',
  organisation: 'client',
  person: 'contact',
  'contact person': 'contact',
  owner: 'owner_uuid',
  'expected close date': 'expected_close_on',
  'lead created': 'source_created_at',
  'creation date': 'source_created_at',
  'add time': 'source_created_at',
  source: 'source',
  label: 'tags',
  'label s': 'tags',
  labels: 'tags',
  note: 'description',
  notes: 'description',
  'update time': null,
};

const ACTIVITY: PresetList['columns'] = {
  id: 'external_id',
  subject: 'title',
  type: 'type',
  'due date': 'due_on',
  'due time': 'due_time',
  duration: 'duration_min',
  done: 'status',
  'marked as done time': 'completed_at',
  note: 'html',
  notes: 'html',
  'assigned to user': 'assignee_uuid',
  owner: 'assignee_uuid',
  'contact person': 'contact',
  person: 'contact',
  organization: 'client',
  organisation: 'client',
  deal: 'deal',
  lead: 'deal',
  priority: 'priority',
  'add time': 'source_created_at',
};

const NOTE: PresetList['columns'] = {
  id: 'external_id',
  content: 'html',
  deal: 'deal',
  lead: 'deal',
  person: 'contact',
  organization: 'client',
  organisation: 'client',
  user: 'owner_uuid',
  'add time': 'source_created_at',
};

export const PIPEDRIVE: Preset = {
  key: 'pipedrive',
  title: 'Pipedrive',
  prefix: 'pipedrive',
  stages: ['Lead In', 'Qualified', 'Contact Made', 'Demo Scheduled', 'Proposal Made', 'Negotiations Started'],
  lists: [
    list('client', ['organization', 'organisation'], 'name', ORGANIZATION),
    list('contact', ['person'], 'name', PERSON),
    list('deal', ['deal'], 'title', DEAL),
    { ...list('deal', ['lead'], 'title', LEAD), rows_are: 'leads' },
    list('task', ['activity'], 'subject', ACTIVITY),
    list('note', ['note'], 'content', NOTE),
  ],
};

/** A list whose columns all begin with the name of their entity. The bare names count as well. */
function list(
  kind: PresetList['kind'],
  entities: string[],
  named: string,
  columns: PresetList['columns'],
): PresetList {
  const own = Object.assign({}, ...entities.map((entity) => prefixed(columns, entity)));
  const bare = Object.fromEntries(
    Object.entries(columns).filter(([name]) => name.includes('orga') || name === 'contact person'),
  );
  return { kind, needs: [entities.map((entity) => `${entity} ${named}`)], columns: { ...bare, ...own } };
}

function prefixed<T>(columns: Record<string, T>, entity: string): Record<string, T> {
  return Object.fromEntries(Object.entries(columns).map(([name, target]) => [`${entity} ${name}`, target]));
}

function labelled(to: string, labels: string[]): Record<string, Target> {
  return Object.fromEntries(labels.map((label) => [`${to} ${label}`, { to, label }]));
}
