import { addressColumns, type Preset, type PresetList, SAYS_STATUS } from './preset.ts';

/** Zoho writes the id beside each name: `Account Name.id`. So its links are exact. */
const ANY: PresetList['columns'] = {
  'record id': 'external_id',
  tag: 'tags',
  'created time': 'source_created_at',
  'modified time': null,
  'created by': null,
  'created by id': null,
  'modified by': null,
  'modified by id': null,
  'last activity time': null,
  'layout id': null,
  layout: null,
  locked: null,
  'unsubscribed mode': null,
  'unsubscribed time': null,
};

/** The owner of a list, by name. The id beside it is one of Zoho. */
function owner(list: string): PresetList['columns'] {
  return {
    [`${list} owner`]: 'owner_uuid',
    [`${list} owner id`]: null,
    owner: 'owner_uuid',
    'owner id': null,
  };
}

function address(prefix: string) {
  const parts = {
    street: 'street',
    city: 'city',
    state: 'region',
    zip: 'postal_code',
    code: 'postal_code',
    country: 'country',
  };
  const names = Object.fromEntries(Object.entries(parts).map(([name, to]) => [`${prefix} ${name}`, to]));
  return addressColumns(names, prefix);
}

const ACCOUNT: PresetList['columns'] = {
  ...ANY,
  ...owner('account'),
  'account name': 'name',
  'account type': SAYS_STATUS,
  phone: 'phone',
  fax: { to: 'phone', label: 'fax' },
  website: 'website',
  industry: 'industry',
  description: 'description',
  'parent account': null,
  'parent account id': null,
  ...address('billing'),
  ...address('shipping'),
};

const CONTACT: PresetList['columns'] = {
  ...ANY,
  ...owner('contact'),
  'first name': 'first_name',
  'last name': 'last_name',
  'full name': null,
  'account name': 'client',
  'account name id': 'client_id',
  email: 'email',
  'secondary email': 'email',
  title: 'job_title',
  phone: 'phone',
  mobile: { to: 'phone', label: 'mobile' },
  'home phone': { to: 'phone', label: 'home' },
  'other phone': { to: 'phone', label: 'other' },
  'date of birth': 'birthday_on',
  'reporting to id': null,
  'email opt out': 'do_not_contact',
  description: 'description',
  ...address('mailing'),
  ...address('other'),
};

const LEAD: PresetList['columns'] = {
  ...ANY,
  ...owner('lead'),
  company: 'client',
  'first name': 'first_name',
  'last name': 'last_name',
  'full name': null,
  'lead name': null,
  title: 'job_title',
  email: 'email',
  'secondary email': 'email',
  phone: 'phone',
  mobile: { to: 'phone', label: 'mobile' },
  fax: { to: 'phone', label: 'fax' },
  website: 'custom',
  'lead source': 'custom',
  'lead status': 'custom',
  industry: 'custom',
  rating: 'custom',
  'annual revenue': 'custom',
  'no of employees': 'custom',
  'email opt out': 'do_not_contact',
  description: 'description',
  ...addressColumns(
    { street: 'street', city: 'city', state: 'region', 'zip code': 'postal_code', country: 'country' },
    'work',
  ),
  'is converted': 'converted',
  'converted contact id': 'converted',
  'converted contact': null,
  'converted account id': null,
  'converted account': null,
  'converted deal id': null,
  'converted deal': null,
  'converted date time': null,
};

const DEAL: PresetList['columns'] = {
  ...ANY,
  ...owner('deal'),
  'deal name': 'title',
  amount: 'amount',
  currency: 'currency',
  'closing date': 'closes_at',
  stage: 'stage_uuid',
  pipeline: 'pipeline',
  'probability %': 'probability',
  probability: 'probability',
  'account name': 'client',
  'account name id': 'client_id',
  'contact name': 'contact',
  'contact name id': 'contact_id',
  'lead source': 'source',
  'reason for loss': 'lost_reason',
  'reason for loss s': 'lost_reason',
  description: 'description',
  'expected revenue': null,
};

const TASK: PresetList['columns'] = {
  ...ANY,
  subject: 'title',
  'due date': 'due_on',
  status: 'status',
  priority: 'priority',
  'task owner': 'assignee_uuid',
  'task owner id': null,
  'related to': null,
  'related to id': 'record_id',
  'contact name': null,
  'contact name id': 'contact_id',
  'closed time': 'completed_at',
  description: 'body',
};

const NOTE: PresetList['columns'] = {
  ...ANY,
  ...owner('note'),
  'parent id': null,
  'parent id id': 'record_id',
  'note title': 'title',
  'note content': 'body',
};

export const ZOHO: Preset = {
  key: 'zoho',
  title: 'Zoho CRM',
  prefix: 'zoho',
  stages: [
    'Qualification',
    'Needs Analysis',
    'Value Proposition',
    'Identify Decision Makers',
    'Id. Decision Makers',
    'Perception Analysis',
    'Proposal/Price Quote',
    'Negotiation/Review',
  ],
  lists: [
    {
      kind: 'client',
      needs: [['record id'], ['account name'], ['account owner', 'account owner id', 'billing street']],
      columns: ACCOUNT,
    },
    {
      kind: 'contact',
      needs: [['record id'], ['last name'], ['contact owner id', 'account name id', 'contact owner']],
      columns: CONTACT,
    },
    {
      kind: 'contact',
      needs: [['record id'], ['last name'], ['lead owner', 'lead owner id']],
      columns: LEAD,
      rows_are: 'leads',
    },
    {
      kind: 'deal',
      needs: [['record id'], ['deal name'], ['account name id', 'deal owner id', 'closing date']],
      columns: DEAL,
    },
    {
      kind: 'task',
      needs: [['subject'], ['related to id', 'task owner id', 'closed time']],
      columns: TASK,
      instead: { 'contact name': { better: 'contact name id', to: 'contact' } },
    },
    {
      kind: 'note',
      needs: [['note content'], ['parent id', 'parent id id']],
      columns: NOTE,
      // Without `Parent Id.id` it is the id, else the name beside it.
      instead: { 'parent id': { better: 'parent id id', to: 'record_id' } },
    },
  ],
};
