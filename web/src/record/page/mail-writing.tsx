import type { Mailbox } from '@rapport/contract/mailboxes';
import { WRITTEN_FROM } from '@rapport/contract/outgoing-mails';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reads } from '../../api/queries.ts';
import type { RecordData } from '../../fields/data.ts';
import { useNear } from '../../fields/near.ts';
import { PointMarksProvider } from '../../fields/point-marks.ts';
import type { Point } from '../../fields/values/rows.ts';
import { sayDate } from '../../fields/values/say.ts';
import { usePanels, useView } from '../../fields/view.ts';
import { useBounces } from '../../mail/bounces.ts';
import { type Addressee, EMPTY, type From, sendsFor } from '../../mail/writing/draft.ts';
import { MailButton, OutgoingBox } from '../../mail/writing/outgoing-box.tsx';
import { useWriting, Writing } from '../../mail/writing/writing.tsx';
import { mail as texts } from '../../texts/mail.ts';

/** The people of one business that are offered. */
const PEOPLE_MAX = 50;

type Somebody = { name?: string; emails?: Point[] };

/** Lets mails be written from a record of whoever has addresses. */
export function MailWriting(props: { record: RecordData; mayWrite: boolean; children: ReactNode }) {
  const { record, mayWrite } = props;
  const from = useFrom(record);
  const people = useAddressees(record, from !== null && mayWrite);
  const bounces = useBounces(record.account_uuid, from === null ? [] : people.map(({ address }) => address));
  if (from === null) return props.children;
  const markOf = (value: string) => {
    const bounce = bounces.get(value.toLowerCase());
    return bounce ? texts.bounced(sayDate(bounce.bounced_at.slice(0, 10)), bounce.code) : null;
  };
  return (
    <PointMarksProvider value={markOf}>
      <Writing from={from} people={people} mayWrite={mayWrite}>
        {props.children}
      </Writing>
    </PointMarksProvider>
  );
}

/** The bar of a phone. It writes mails here where a mailbox sends, else in the mail program. */
export function RecordThumb({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const { Thumb } = usePanels();
  const write = useWriting();
  const { data = [] } = useQuery({
    ...reads<Mailbox[]>(['mailboxes'], '/api/v2/mailboxes'),
    enabled: write !== null,
  });
  const isSending = data.some((one) => sendsFor(one, record.account_uuid));
  const onMail = write && isSending ? (address: string) => write({ ...EMPTY, to: [address] }) : undefined;
  return Thumb && <Thumb record={record} mayWrite={mayWrite} onMail={onMail} />;
}

/** The button that writes a mail from a record. */
export function RecordMailButton({ record }: { record: RecordData }) {
  const [first] = addressesOf(record as Somebody);
  return <MailButton to={first?.address} />;
}

/** The mails from a record that are on their way. */
export function RecordOutgoing({ record }: { record: RecordData }) {
  const from = useFrom(record);
  return from && <OutgoingBox from={from} />;
}

function useFrom({ uuid, account_uuid }: RecordData): From | null {
  const resource = useView().resource as From['resource'];
  return WRITTEN_FROM.includes(resource) ? { resource, uuid, account_uuid } : null;
}

/** Those to whom one may write about a record: itself, and the people of its business. */
function useAddressees(record: RecordData, isAsked: boolean): Addressee[] {
  const near = useNear('contact');
  const isPerson = useView().resource === 'contact';
  const parameters = { ...near?.query, account_uuid: record.account_uuid, sort: 'name', limit: PEOPLE_MAX };
  const { data: people = [] } = useQuery({
    ...reads<Somebody[]>(['/contacts', 'addressees', record.uuid], '/api/v2/contacts', parameters),
    enabled: isAsked && near !== undefined && !isPerson,
  });
  return [record as Somebody, ...people].flatMap(addressesOf);
}

function addressesOf({ name = '', emails = [] }: Somebody): Addressee[] {
  const first = emails.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  return first.map(({ value }) => ({ address: value, name }));
}
