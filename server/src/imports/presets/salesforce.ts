import { addressColumns, type Preset, type PresetList } from './preset.ts';

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
  type: 'custom',
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
  tasksubtype: null,
  ishighpriority: null,
  isclosed: null,
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
  people: {
    needs: [['id'], ['username'], ['profileid', 'isactive']],
    id: 'id',
    name: 'name',
    email: 'email',
  },
  lists: [
    {
      kind: 'client',
      needs: [['id'], ['name'], ['billingstreet', 'masterrecordid', 'billingcity']],
      columns: ACCOUNT,
    },
    { kind: 'contact', needs: [['id'], ['lastname'], ['accountid']], columns: CONTACT },
    { kind: 'deal', needs: [['id'], ['stagename'], ['closedate', 'accountid']], columns: OPPORTUNITY },
    { kind: 'task', needs: [['id'], ['whoid', 'whatid'], ['subject']], columns: TASK },
    { kind: 'note', needs: [['id'], ['parentid'], ['body']], columns: NOTE },
  ],
};
