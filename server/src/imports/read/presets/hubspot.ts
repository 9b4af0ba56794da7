import type { ImportedKind, Preset, PresetList } from './preset.ts';
import { WORD_COLUMNS } from './words.ts';

/**
 * HubSpot exports one file a list, with labels in one of 17 languages or with internal names. The
 * columns of associations stay English in all of them, and so tell the exporter. (Exports API, and
 * the names that other people's importers and fixtures have.)
 */
const ASSOCIATED: Record<string, string | null> = {
  'associated company ids': 'client_id',
  'associated company ids primary': 'client_id',
  'associated company': 'client',
  'associated company primary': 'client',
  'associated contact ids': 'contact_id',
  'associated contact': 'contact',
  'associated deal ids': 'deal_id',
  'associated deal': null,
  'associated email': null,
  'associated email ids': null,
  'associated note': null,
  'associated note ids': null,
  'associated task': null,
  'associated task ids': null,
  'associated call': null,
  'associated call ids': null,
  'associated meeting': null,
  'associated meeting ids': null,
};

const INTERNAL: Record<string, string | null> = {
  'hs object id': 'external_id',
  'hubspot owner id': 'owner_uuid',
  createdate: 'source_created_at',
  'hs createdate': 'source_created_at',
  lastmodifieddate: null,
  'hs lastmodifieddate': null,
  'last modified date': null,
  'last activity date': null,
};

const CONTACT = {
  'additional email addresses': 'email',
  'hs additional emails': 'email',
  firstname: 'first_name',
  lastname: 'last_name',
  jobtitle: 'job_title',
  mobilephone: { to: 'phone', label: 'mobile' },
  'mobile phone number': { to: 'phone', label: 'mobile' },
  'associated company': null,
  'primary associated company': 'client',
  company: 'client',
  'company name': 'client',
  zip: 'postal_code',
  'street address': 'street',
  'state region': 'region',
  'country region': 'country',
  'unsubscribed from all email': 'do_not_contact',
  'lead status': 'custom',
  'estado del lead': 'custom',
  'lifecycle stage': 'custom',
  'lifecycle phase': 'custom',
};

const COMPANY = {
  name: 'name',
  'company name': 'name',
  'company domain name': 'domain',
  'website url': 'website',
  'associated contact ids': null,
  'associated contact': null,
  'country region': 'country',
  'state region': 'region',
  'street address': 'street',
  'lifecycle stage': 'status',
  'number of employees': 'custom',
};

const DEAL = {
  dealname: 'title',
  'deal name': 'title',
  dealstage: 'stage_uuid',
  'deal stage': 'stage_uuid',
  pipeline: 'pipeline',
  closedate: 'closes_at',
  'close date': 'closes_at',
  fechadecierre: 'closes_at',
  'associated contact ids': 'contact_id',
  'closed lost reason': 'lost_reason',
  'deal currency code': 'currency',
  currency: 'currency',
  'deal probability': null,
};

const TASK = {
  'task title': 'title',
  'task body': 'html',
  'due date': 'due_on',
  'task status': 'status',
  'task type': 'type',
  'assigned to': 'assignee_uuid',
  'activity date': null,
  'activity assigned to': 'assignee_uuid',
};

/** Calls are a list of their own. The unit of their length is not known, so it is kept. */
const CALL = {
  'call title': 'title',
  'hs call title': 'title',
  'call notes': 'html',
  'call body': 'html',
  'hs call body': 'html',
  'call direction': 'direction',
  'hs call direction': 'direction',
  'call outcome': 'call_outcome',
  'hs call disposition': 'call_outcome',
  'call duration': 'custom',
  'hs call duration': 'custom',
  'call status': null,
  'activity date': 'completed_at',
  'activity assigned to': 'assignee_uuid',
};

const NOTE = {
  'activity type': null,
  body: 'html',
  'note body': 'html',
  'activity date': 'source_created_at',
  'activity assigned to': 'owner_uuid',
};

const RECORD_ID = [...WORD_COLUMNS.contact]
  .filter(([name, { to }]) => to === 'external_id' && name !== 'id' && name !== 'external id')
  .map(([name]) => name)
  .concat('hs object id');
const LINKED = Object.keys(ASSOCIATED);

export const HUBSPOT: Preset = {
  key: 'hubspot',
  title: 'HubSpot',
  prefix: 'hubspot',
  stages: [
    'Appointment Scheduled',
    'Qualified To Buy',
    'Presentation Scheduled',
    'Decision Maker Bought-In',
    'Contract Sent',
  ],
  lists: [
    // `Account Name` is Zoho's word.
    list('client', [RECORD_ID, namesOf('client', 'name').filter((name) => name !== 'account name')], COMPANY),
    list('client', [RECORD_ID, ['company name', 'name'], ['company owner', 'company domain name']], COMPANY),
    list(
      'contact',
      [
        RECORD_ID,
        namesOf('contact', 'email'),
        [
          ...LINKED,
          'contact owner',
          'hubspot owner id',
          'lead status',
          'lifecycle stage',
          'lifecycle phase',
          'estado del lead',
        ],
      ],
      CONTACT,
    ),
    list('deal', [RECORD_ID, namesOf('deal', 'title'), namesOf('deal', 'stage_uuid')], DEAL),
    list('task', [['task title'], ['task status', 'task type', 'due date', ...LINKED]], TASK),
    list(
      'task',
      [
        ['call title', 'hs call title'],
        ['call direction', 'call outcome', 'hs call direction', 'hs call disposition', ...LINKED],
      ],
      CALL,
    ),
    list(
      'note',
      [
        ['activity type', ...LINKED],
        ['body', 'note body'],
      ],
      NOTE,
    ),
    list('note', [['activity date'], ['body', 'note body'], LINKED], NOTE),
  ],
};

function list(kind: ImportedKind, needs: string[][], own: PresetList['columns']): PresetList {
  const words = Object.fromEntries(WORD_COLUMNS[kind]);
  return { kind, needs, columns: { ...words, ...INTERNAL, ...ASSOCIATED, ...own } };
}

function namesOf(kind: ImportedKind, to: string): string[] {
  return [...WORD_COLUMNS[kind]].filter(([, target]) => target.to === to).map(([name]) => name);
}
