import { addressColumns, type Preset, type PresetList, SAYS_STATUS } from './preset.ts';

/**
 * Salesforce exports a CSV file a kind, with the names of its API. A deleted row says so; one that
 * was merged names the row that is left. Ids of all kinds differ, so a link needs no kind.
 */
const ANY: PresetList['columns'] = {
  id: 'external_id',
  isdeleted: 'skip',
  masterrecordid: 'skip',
  ownerid: 'owner_uuid',
  owner: 'owner_uuid',
  createddate: 'source_created_at',
  createdbyid: null,
  lastmodifieddate: null,
  lastmodifiedbyid: null,
  systemmodstamp: null,
  lastactivitydate: null,
  lastvieweddate: null,
  lastreferenceddate: null,
  recordtypeid: null,
  photourl: null,
  jigsaw: null,
};

function address(prefix: string, label: string) {
  const parts = {
    street: 'street',
    city: 'city',
    state: 'region',
    postalcode: 'postal_code',
    country: 'country',
  };
  const names = Object.fromEntries(Object.entries(parts).map(([name, to]) => [`${prefix}${name}`, to]));
  return {
    ...addressColumns(names, label),
    ...Object.fromEntries(
      ['latitude', 'longitude', 'geocodeaccuracy'].map((part) => [`${prefix}${part}`, null]),
    ),
  };
}

const ACCOUNT: PresetList['columns'] = {
  ...ANY,
  name: 'name',
  parentid: null,
  phone: 'phone',
  fax: { to: 'phone', label: 'fax' },
  website: 'website',
  industry: 'industry',
  description: 'description',
  type: SAYS_STATUS,
  ...address('billing', 'billing'),
  ...address('shipping', 'shipping'),
};

const CONTACT: PresetList['columns'] = {
  ...ANY,
  accountid: 'client_id',
  lastname: 'last_name',
  firstname: 'first_name',
  middlename: 'middle_name',
  salutation: 'custom',
  name: null,
  phone: 'phone',
  mobilephone: { to: 'phone', label: 'mobile' },
  homephone: { to: 'phone', label: 'home' },
  otherphone: { to: 'phone', label: 'other' },
  fax: { to: 'phone', label: 'fax' },
  email: 'email',
  title: 'job_title',
  birthdate: 'birthday_on',
  hasoptedoutofemail: 'do_not_contact',
  donotcall: 'do_not_contact',
  description: 'description',
  reportstoid: null,
  ...address('mailing', 'mailing'),
  ...address('other', 'other'),
};

const LEAD: PresetList['columns'] = {
  ...ANY,
  company: 'client',
  lastname: 'last_name',
  firstname: 'first_name',
  middlename: 'middle_name',
  salutation: 'custom',
  name: null,
  title: 'job_title',
  phone: 'phone',
  mobilephone: { to: 'phone', label: 'mobile' },
  fax: { to: 'phone', label: 'fax' },
  email: 'email',
  website: 'custom',
  hasoptedoutofemail: 'do_not_contact',
  donotcall: 'do_not_contact',
  description: 'description',
  status: 'custom',
  leadsource: 'custom',
  industry: 'custom',
  rating: 'custom',
  annualrevenue: 'custom',
  numberofemployees: 'custom',
  isconverted: 'converted',
  converteddate: null,
  convertedaccountid: null,
  convertedcontactid: null,
  convertedopportunityid: null,
  isunreadbyowner: null,
  ...address('', 'work'),
};

/** Who takes part in a deal: the file of Opportunities does not say it. */
const OPPORTUNITY_ROLE: PresetList['columns'] = {
  ...without(ANY),
  id: null,
  isdeleted: 'skip',
  opportunityid: 'external_id',
  contactid: 'contact_id',
  role: 'link_role',
  isprimary: 'link_primary',
};

/** Where a person is as well. The file of Contacts has the first place of each. */
const ACCOUNT_ROLE: PresetList['columns'] = {
  ...without(ANY),
  id: null,
  isdeleted: 'skip',
  contactid: 'external_id',
  accountid: 'client_id',
  roles: 'link_role',
  enddate: 'link_ended_on',
  isdirect: null,
  isactive: null,
  startdate: null,
};

function without(columns: PresetList['columns']): PresetList['columns'] {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
}

const OPPORTUNITY: PresetList['columns'] = {
  ...ANY,
  accountid: 'client_id',
  name: 'title',
  stagename: 'stage_uuid',
  amount: 'amount',
  currencyisocode: 'currency',
  closedate: 'closes_at',
  probability: 'probability',
  leadsource: 'source',
  description: 'description',
  iswon: null,
  isclosed: null,
  type: 'custom',
  contactid: 'contact_id',
  forecastcategory: null,
  forecastcategoryname: null,
  expectedrevenue: null,
  fiscal: null,
  fiscalyear: null,
  fiscalquarter: null,
};

const TASK: PresetList['columns'] = {
  ...ANY,
  ownerid: 'assignee_uuid',
  whoid: 'record_id',
  whatid: 'record_id',
  accountid: null,
  subject: 'title',
  activitydate: 'due_on',
  status: 'status',
  priority: 'priority',
  description: 'body',
  completeddatetime: 'completed_at',
  type: 'type',
  calldurationinseconds: 'duration_s',
  calltype: 'direction',
  tasksubtype: null,
  ishighpriority: null,
  isclosed: null,
};

/** Appointments are a list of their own. Their day and time stand apart, in the time of UTC. */
const EVENT: PresetList['columns'] = {
  ...TASK,
  startdatetime: 'due_at',
  activitydatetime: 'due_at',
  enddatetime: null,
  enddate: null,
  isalldayevent: 'all_day',
  durationinminutes: 'duration_min',
  location: 'custom',
  eventsubtype: null,
  showas: null,
  isprivate: null,
  isgroupevent: null,
  groupeventtype: null,
  ischild: null,
  isarchived: null,
  isrecurrence: null,
};

const NOTE: PresetList['columns'] = {
  ...ANY,
  parentid: 'record_id',
  title: 'title',
  body: 'body',
  isprivate: null,
};

export const SALESFORCE: Preset = {
  key: 'salesforce',
  title: 'Salesforce',
  prefix: 'salesforce',
  hasApiNames: true,
  stages: [
    'Qualify',
    'Meet & Present',
    'Propose',
    'Negotiate',
    'Prospecting',
    'Qualification',
    'Needs Analysis',
    'Value Proposition',
    'Id. Decision Makers',
    'Perception Analysis',
    'Proposal/Price Quote',
    'Negotiation/Review',
  ],
  people: {
    needs: [['id'], ['username'], ['profileid', 'isactive']],
    id: 'id',
    name: 'name',
    email: 'email',
  },
  others: {
    id: 'id',
    one_of: ['systemmodstamp', 'parentroleid'],
    two_of: ['isdeleted', 'createddate', 'createdbyid', 'lastmodifieddate', 'lastmodifiedbyid', 'ownerid'],
  },
  lists: [
    {
      kind: 'client',
      needs: [['id'], ['name'], ['billingstreet', 'masterrecordid', 'billingcity']],
      columns: ACCOUNT,
    },
    { kind: 'contact', needs: [['id'], ['lastname'], ['accountid']], columns: CONTACT },
    {
      kind: 'contact',
      needs: [['id'], ['lastname'], ['company'], ['isconverted', 'leadsource', 'convertedcontactid']],
      columns: LEAD,
      rows_are: 'leads',
    },
    {
      kind: 'contact',
      needs: [['id'], ['accountid'], ['contactid'], ['isdirect', 'roles']],
      columns: ACCOUNT_ROLE,
      rows_are: 'links',
    },
    {
      kind: 'deal',
      needs: [['id'], ['name'], ['stagename'], ['closedate', 'accountid']],
      columns: OPPORTUNITY,
    },
    {
      kind: 'deal',
      needs: [['id'], ['opportunityid'], ['contactid'], ['role', 'isprimary']],
      columns: OPPORTUNITY_ROLE,
      rows_are: 'links',
    },
    {
      kind: 'task',
      needs: [['id'], ['whoid', 'whatid'], ['subject'], ['isalldayevent', 'startdatetime']],
      columns: EVENT,
    },
    { kind: 'task', needs: [['id'], ['whoid', 'whatid'], ['subject']], columns: TASK },
    { kind: 'note', needs: [['id'], ['parentid'], ['title'], ['body']], columns: NOTE },
  ],
};
