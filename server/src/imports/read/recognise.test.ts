import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { sheetsOf } from '../../platform/sheets/sheets.ts';
import { fileOf } from '../../platform/sheets/testing/files.ts';
import { businessOf } from '../testing/business.ts';
import { SOURCES } from '../testing/sources.ts';
import { recognise } from './recognise.ts';

const KINDS: Record<string, string[]> = {
  salesforce: ['client', 'contact', 'deal', 'deal', 'task', 'note'],
  google: ['contact'],
  google_old: ['contact'],
  outlook: ['contact'],
  vcard: ['contact'],
  twenty: ['client', 'contact', 'deal', 'task'],
  espocrm: ['client', 'contact', 'deal', 'task'],
};

describe('a set of files of each exporter', () => {
  for (const [name, source] of Object.entries(SOURCES)) {
    test(`is recognised without mapping by hand: ${name}`, async () => {
      const kinds: (string | null)[] = [];
      for (const [file, content] of Object.entries(await source(businessOf()))) {
        const header = await headerOf(file, content);
        const { preset, kind, columns } = recognise(header, file);
        assert.equal(preset, name.split(' ')[0], file);
        kinds.push(kind);
        const unknown = columns.filter(({ to }) => to === undefined).map(({ column }) => column);
        const fine = ['Person - Marketing status', 'Organization Department', 'Organization 1 - Type'];
        assert.deepEqual(
          unknown.filter((column) => !fine.includes(column)),
          [],
          `${file}: unknown columns`,
        );
      }
      assert.deepEqual(kinds, KINDS[name.split(' ')[0]!] ?? ['client', 'contact', 'deal', 'task', 'note']);
    });
  }
});

describe('files of leads, links and what has no kind here', () => {
  for (const [file, header, preset, kind, rows_are] of [
    [
      'Lead.csv',
      'Id,IsDeleted,MasterRecordId,LastName,FirstName,Name,Title,Company,Street,City,Phone,Email,LeadSource,Status,IsConverted,ConvertedContactId',
      'salesforce',
      'contact',
      'leads',
    ],
    [
      'Contact.csv',
      'Id,MasterRecordId,AccountId,LastName,FirstName,Name,Email,LeadSource',
      'salesforce',
      'contact',
      undefined,
    ],
    [
      'Account.csv',
      'Id,MasterRecordId,Name,Type,BillingStreet,BillingCity,Phone,OwnerId',
      'salesforce',
      'client',
      undefined,
    ],
    [
      'OpportunityContactRole.csv',
      'Id,OpportunityId,ContactId,Role,IsPrimary,CreatedDate',
      'salesforce',
      'deal',
      'links',
    ],
    [
      'AccountContactRelation.csv',
      'Id,AccountId,ContactId,Roles,IsDirect,IsActive',
      'salesforce',
      'contact',
      'links',
    ],
    [
      'Campaign.csv',
      'Id,IsDeleted,Name,Type,Status,StartDate,ExpectedRevenue,OwnerId,CreatedDate',
      'salesforce',
      null,
      undefined,
    ],
    [
      'CampaignMember.csv',
      'Id,IsDeleted,CampaignId,LeadId,ContactId,Status,CreatedDate',
      'salesforce',
      null,
      undefined,
    ],
    [
      'Case.csv',
      'Id,IsDeleted,CaseNumber,ContactId,AccountId,Status,Subject,Priority,ClosedDate,OwnerId',
      'salesforce',
      null,
      undefined,
    ],
    ['Product2.csv', 'Id,Name,ProductCode,IsActive,CreatedDate,IsDeleted', 'salesforce', null, undefined],
    ['UserRole.csv', 'Id,Name,ParentRoleId,LastModifiedDate', 'salesforce', null, undefined],
    [
      'Attachment.csv',
      'Id,IsDeleted,ParentId,Name,IsPrivate,ContentType,Body,OwnerId,CreatedDate',
      'salesforce',
      null,
      undefined,
    ],
    [
      'OpportunityHistory.csv',
      'Id,OpportunityId,StageName,Amount,CloseDate,CreatedDate,IsDeleted',
      'salesforce',
      null,
      undefined,
    ],
    [
      'Leads.csv',
      'Record Id,Lead Owner.id,Lead Owner,Company,First Name,Last Name,Title,Email,Phone,Mobile,Lead Source,Lead Status,Tag,Created Time,Street,City,Zip Code,Country',
      'zoho',
      'contact',
      'leads',
    ],
    [
      'Contacts.csv',
      'Record Id,Contact Owner.id,Contact Owner,Lead Source,First Name,Last Name,Account Name.id,Account Name,Email',
      'zoho',
      'contact',
      undefined,
    ],
    [
      'contacts.csv',
      'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Lifecycle Stage',
      'hubspot',
      'contact',
      undefined,
    ],
    [
      'leads.csv',
      'Lead - ID,Lead - Title,Lead - Value,Lead - Currency,Lead - Owner,Lead - Contact person,Lead - Organization',
      'pipedrive',
      'deal',
      'leads',
    ],
    [
      'Lead.csv',
      'id,name,lastName,firstName,status,source,accountName,emailAddress,convertedAt,createdContactId',
      'espocrm',
      'contact',
      'leads',
    ],
    [
      'Contact.csv',
      'id,name,lastName,firstName,accountId,accountName,emailAddress',
      'espocrm',
      'contact',
      undefined,
    ],
  ] as const) {
    test(`are told apart: ${file} of ${preset}`, () => {
      const found = recognise(header.split(','), file);
      assert.deepEqual([found.preset, found.kind, found.rows_are], [preset, kind, rows_are]);
    });
  }

  test('a list of somebody who writes Id and one name of an API is theirs', () => {
    const { preset, kind } = recognise(['Id', 'Name', 'Email', 'Phone', 'CreatedDate'], 'people.csv');
    assert.deepEqual([preset, kind], [null, 'contact']);
  });
});

describe('a file of nobody in particular', () => {
  for (const [file, header, kind] of [
    ['kunden.csv', ['Firma', 'Straße', 'PLZ', 'Ort', 'Telefon', 'E-Mail'], 'client'],
    ['kunden.csv', ['Kunde', 'Kunde seit', 'Mobil', 'Status', 'Verantwortlich', 'Schlagworte'], 'client'],
    ['angebote.csv', ['Titel', 'Kunde', 'Betrag', 'Währung', 'Phase', 'Abschluss am', 'Status'], 'deal'],
    ['aufgaben.csv', ['Aufgabe', 'Kunde', 'Fällig am', 'Verantwortlich'], 'task'],
    ['kontakte.csv', ['Vorname', 'Nachname', 'E-Mail', 'Firma'], 'contact'],
    ['list.csv', ['Titre', 'Montant', 'Étape'], 'deal'],
    ['todo.csv', ['Task', 'Due date', 'Assigned to'], 'task'],
    ['notes.csv', ['Text', 'Client'], 'note'],
    ['clients.csv', ['name', 'kind', 'email', 'external_id'], 'client'],
  ] as const) {
    test(`is taken for ${kind}s: ${header.join(', ')}`, () => {
      const { preset, kind: found, columns } = recognise([...header], file);
      assert.deepEqual([preset, found], [null, kind]);
      assert.deepEqual(
        columns.filter(({ to }) => to === undefined),
        [],
      );
    });
  }

  test('keeps its unknown columns unknown, so that somebody decides', () => {
    const { columns } = recognise(['Name', 'Shoe size'], 'people.csv');
    assert.deepEqual(
      columns.map(({ to }) => to),
      ['name', undefined],
    );
  });
});

async function headerOf(name: string, content: string | Buffer): Promise<string[]> {
  const sheets = await sheetsOf({ name, file: await fileOf(content) });
  assert.ok(!(sheets instanceof Problem), String((sheets as Problem).detail));
  for await (const row of sheets[0]!.rows()) {
    if (row instanceof Problem) assert.fail(row.detail);
    return row.cells;
  }
  return [];
}

test('a person who is responsible tells no task, and a comment no note', () => {
  assert.equal(recognise(['sales_agent', 'manager', 'regional_office'], 'sales_teams.csv').kind, null);
  assert.equal(recognise(['Назва', 'Телефон', 'Роль', 'Коментар'], 'phones.xlsx').kind, 'client');
  assert.equal(recognise(['Name', 'Campaign Type', 'Status', 'Owner'], 'Campaign.csv').kind, null);
});

test('names without their accents are known', () => {
  const french = recognise(['PRENOM', 'NOM', 'EMAIL', 'CODE POSTAL'], 'liste.csv');
  assert.deepEqual(
    french.columns.map(({ to }) => to),
    ['first_name', 'last_name', 'email', 'postal_code'],
  );
  const turkish = recognise(['musteri_adi', 'telefon_no'], 'musteriler.csv');
  assert.equal(turkish.columns[0]!.to, 'name');
});
