import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';

/** The tags of the API description, beside those of the kinds of record. */
const TAGS: Record<string, string> = {
  'OAuth 2.0': 'How applications get access, and who the User is (OpenID Connect).',
  'Personal access tokens': "Tokens for a person's own programs.",
  'Browser sessions': 'Where the User is signed in.',
  Me: 'The User who is calling.',
  Accounts: 'The tenants: businesses whose data is kept apart.',
  Logins: 'Who is a member of an Account, and in which role.',
  Invitations: 'Links by which people join an Account.',
  'Custom fields': 'Typed fields that an Account gives to its records.',
  Tags: 'The words by which an Account marks its records.',
  Changes: 'What was written in one go, and how to take it back.',
  Proposals: 'Changes that a program proposes, and a person accepts or declines.',
  Search: 'One search over all kinds of record.',
  Imports: 'Files that are moved in by a worker.',
  Exports: 'The whole Account as files.',
  Files: 'What is kept with records, and read by whoever reads one of them.',
  Mailboxes: 'Whose mail is read, from where, and whose is not kept.',
  Mails: 'The mail of people whom the Account knows.',
  Views: 'Saved queries of lists.',
  Reports: 'Figures of an Account, each with the list behind it.',
  'Calendar feeds': 'The tasks of a User for their calendar elsewhere.',
  Events: 'What happened, in order and without gaps.',
  'Webhook subscriptions': 'Addresses that events are sent to.',
  'Webhook deliveries': 'What was sent to a subscription, and what came back.',
  'Webhook recoveries': 'Deliveries that are sent again after an outage.',
  'Webhook relays': 'Webhooks on a machine that the service cannot reach.',
  Webhooks: 'The requests that a receiver gets, one for each event.',
  Notifications: 'What Users are told without asking.',
  Jobs: 'Work that outlives its request.',
  'Connected applications': 'Applications that the User has let in.',
};

/** A tag of the API description as the document lists it. A test wants something said of each. */
export function describedTag(name: string): { name: string; description?: string } {
  const record = (RECORDS as readonly RecordDefinition[]).find(
    ({ plural }) => plural.replaceAll('_', '') === name.replaceAll('_', '').toLowerCase(),
  );
  const description = record?.about ?? TAGS[name];
  return { name, ...(description !== undefined && { description }) };
}
