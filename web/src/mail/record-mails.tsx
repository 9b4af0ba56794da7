import type { ComponentProps } from 'react';
import { later } from '../layout/later.tsx';
import type { MailsBox as Box } from './mails-box.tsx';

/** Loaded behind the page, as its files are. */
const MailsBox = later<ComponentProps<typeof Box>>(
  async () => (await import('./mails-box.tsx')).MailsBox,
  () => null,
);

/** The mails of a Contact, or of a Client with its Contacts; nothing for other records. */
export function RecordMails(props: { record: { uuid: string }; resource: string }) {
  const { record, resource } = props;
  return ['client', 'contact'].includes(resource) ? <MailsBox record_uuid={record.uuid} /> : null;
}
