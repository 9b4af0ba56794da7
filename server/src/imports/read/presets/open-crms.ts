import { addressColumns, type Preset, type PresetList, SAYS_STATUS } from './preset.ts';

/**
 * Twenty writes `Group / Part`. Lists of more addresses are JSON. Only the record that names
 * another has its id.
 */
const TWENTY_ANY: PresetList['columns'] = {
  id: 'external_id',
  'creation date': 'source_created_at',
  'created at': 'source_created_at',
  'last update': null,
  'updated at': null,
  'deleted at': 'skip',
  position: null,
  'created by name': null,
  'created by source': null,
};

const TWENTY_ADDRESS = addressColumns(
  {
    'address address 1': 'street',
    'address address street1': 'street',
    'address city': 'city',
    'address address city': 'city',
    'address state': 'region',
    'address post code': 'postal_code',
    'address postcode': 'postal_code',
    'address country': 'country',
  },
  'main',
);

const TWENTY_PERSON: PresetList['columns'] = {
  ...TWENTY_ANY,
  'name first name': 'first_name',
  'name last name': 'last_name',
  'emails primary email': 'email',
  'emails additional emails': 'email',
  'phones primary phone number': 'phone',
  'phones primary phone country code': null,
  'phones primary phone calling code': 'phone_calling_code',
  'phones country code': null,
  'phones calling code': 'phone_calling_code',
  'phones additional phones': 'phone',
  'company id': 'client_id',
  company: 'client',
  'job title': 'job_title',
  city: 'city',
  'avatar url': null,
  'linkedin link url': 'custom',
  'x link url': 'custom',
};

const TWENTY_COMPANY: PresetList['columns'] = {
  ...TWENTY_ANY,
  ...TWENTY_ADDRESS,
  name: 'name',
  'domain name link url': 'website',
  'domain link url': 'website',
  'domain name': 'website',
  employees: 'custom',
  'account owner id': null,
  'ideal customer profile': null,
  'annual recurring revenue amount': 'custom',
  'annual recurring revenue currency': null,
  'linkedin link url': 'custom',
};

const TWENTY_DEAL: PresetList['columns'] = {
  ...TWENTY_ANY,
  name: 'title',
  'amount amount': 'amount',
  'amount currency': 'currency',
  'close date': 'closes_at',
  stage: 'stage_uuid',
  'company id': 'client_id',
  'point of contact id': 'contact_id',
};

const TWENTY_TASK: PresetList['columns'] = {
  ...TWENTY_ANY,
  title: 'title',
  body: 'body',
  'body v2 markdown': 'body',
  'due date': 'due_on',
  'due at': 'due_on',
  status: 'status',
  'assignee id': null,
};

export const TWENTY: Preset = {
  key: 'twenty',
  title: 'Twenty',
  prefix: 'twenty',
  lists: [
    {
      kind: 'client',
      needs: [
        ['id'],
        ['name'],
        ['domain name link url', 'domain link url', 'ideal customer profile', 'address city'],
      ],
      columns: TWENTY_COMPANY,
    },
    {
      kind: 'contact',
      needs: [['name first name'], ['emails primary email', 'phones primary phone number']],
      columns: TWENTY_PERSON,
    },
    {
      kind: 'deal',
      needs: [['id'], ['name'], ['amount amount', 'point of contact id']],
      columns: TWENTY_DEAL,
    },
    {
      kind: 'task',
      needs: [['id'], ['title'], ['due date', 'due at'], ['status'], ['body v2 markdown', 'assignee id']],
      columns: TWENTY_TASK,
    },
  ],
};

/** EspoCRM writes the names of its attributes, and lists as JSON. */
const ESPO_ANY: PresetList['columns'] = {
  id: 'external_id',
  createdat: 'source_created_at',
  modifiedat: null,
  createdbyid: null,
  createdbyname: null,
  modifiedbyid: null,
  modifiedbyname: null,
  assigneduserid: null,
  assignedusername: 'owner_uuid',
  teamsids: null,
  teamsnames: null,
  deleted: 'skip',
};

function espoAddress(prefix: string, label: string) {
  const parts = {
    street: 'street',
    city: 'city',
    state: 'region',
    postalcode: 'postal_code',
    country: 'country',
  };
  return addressColumns(
    Object.fromEntries(Object.entries(parts).map(([name, to]) => [`${prefix}${name}`, to])),
    label,
  );
}

const ESPO_REACHED: PresetList['columns'] = {
  emailaddress: 'email',
  phonenumber: 'phone',
  emailaddressdata: null,
  phonenumberdata: null,
  emailaddressisoptedout: 'do_not_contact',
  phonenumberisoptedout: null,
  description: 'description',
};

export const ESPOCRM: Preset = {
  key: 'espocrm',
  hasApiNames: true,
  title: 'EspoCRM',
  prefix: 'espocrm',
  lists: [
    {
      kind: 'client',
      needs: [['id'], ['name'], ['siccode', 'billingaddressstreet', 'billingaddresscity']],
      columns: {
        ...ESPO_ANY,
        ...ESPO_REACHED,
        emailaddressisoptedout: null,
        name: 'name',
        website: 'website',
        industry: 'industry',
        type: SAYS_STATUS,
        siccode: 'custom',
        ...espoAddress('billingaddress', 'billing'),
        ...espoAddress('shippingaddress', 'shipping'),
      },
    },
    {
      kind: 'contact',
      needs: [['id'], ['lastname'], ['convertedat', 'createdcontactid', 'opportunityamount']],
      rows_are: 'leads',
      columns: {
        ...ESPO_ANY,
        ...ESPO_REACHED,
        salutationname: 'custom',
        firstname: 'first_name',
        lastname: 'last_name',
        middlename: 'middle_name',
        name: null,
        accountname: 'client',
        title: 'job_title',
        website: 'custom',
        industry: 'custom',
        status: 'custom',
        source: 'custom',
        opportunityamount: 'custom',
        opportunityamountcurrency: null,
        donotcall: 'do_not_contact',
        convertedat: 'converted',
        createdaccountid: null,
        createdaccountname: null,
        createdcontactid: 'converted',
        createdcontactname: null,
        createdopportunityid: null,
        createdopportunityname: null,
        ...espoAddress('address', 'work'),
      },
    },
    {
      kind: 'contact',
      needs: [['id'], ['lastname'], ['accountname', 'assigneduserid', 'emailaddress']],
      columns: {
        ...ESPO_ANY,
        ...ESPO_REACHED,
        salutationname: 'custom',
        firstname: 'first_name',
        lastname: 'last_name',
        middlename: 'middle_name',
        name: null,
        accountid: 'client_id',
        accountname: 'client',
        accountsids: null,
        accountsnames: null,
        title: 'job_title',
        accounttitle: null,
        donotcall: 'do_not_contact',
        ...espoAddress('address', 'work'),
      },
    },
    {
      kind: 'deal',
      needs: [['id'], ['name'], ['stage'], ['amount', 'amountcurrency'], ['accountid', 'accountname']],
      columns: {
        ...ESPO_ANY,
        name: 'title',
        amount: 'amount',
        amountcurrency: 'currency',
        amountconverted: null,
        closedate: 'closes_at',
        stage: 'stage_uuid',
        laststage: null,
        probability: 'probability',
        leadsource: 'source',
        accountid: 'client_id',
        accountname: 'client',
        contactid: 'contact_id',
        contactsids: 'contact_id',
        contactname: null,
        contactsnames: null,
        description: 'description',
      },
    },
    {
      kind: 'task',
      needs: [
        ['id'],
        ['name'],
        ['status'],
        ['datestart', 'dateend'],
        ['parentid', 'parenttype', 'assigneduserid'],
      ],
      columns: {
        ...ESPO_ANY,
        assignedusername: 'assignee_uuid',
        name: 'title',
        status: 'status',
        priority: 'priority',
        datestart: null,
        dateend: 'due_on',
        dateenddate: 'due_on',
        datecompleted: 'completed_at',
        parentid: 'record_id',
        parenttype: null,
        parentname: null,
        accountid: 'client_id',
        contactid: 'contact_id',
        description: 'body',
      },
    },
    {
      kind: 'note',
      needs: [['id'], ['post'], ['parentid']],
      columns: {
        ...ESPO_ANY,
        post: 'body',
        parentid: 'record_id',
        parenttype: null,
        parentname: null,
        type: null,
      },
    },
  ],
};
