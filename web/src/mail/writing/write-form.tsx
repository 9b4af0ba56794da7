import { Button, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import type { Mailbox } from '@rapport/contract/mailboxes';
import { MAIL_SUBJECT_MAX, type OutgoingMail, RECEIVERS_MAX } from '@rapport/contract/outgoing-mails';
import { isPlaceholder, openIn } from '@rapport/contract/placeholders';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { reads } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { sayDate } from '../../fields/values/say.ts';
import { useDraft } from '../../layout/draft.ts';
import { Form } from '../../layout/form.tsx';
import { Loading } from '../../layout/loading.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import { useBounces } from '../bounces.ts';
import {
  type Addressee,
  EMPTY,
  type From,
  type MailDraft,
  noAddressIn,
  sendsFor,
  signed,
  signedAnew,
  toBody,
  withTemplate,
} from './draft.ts';
import { FilesOfRecord } from './files-of-record.tsx';
import { ForwardedAttachments } from './forwarded-attachments.tsx';
import { TemplateChoice } from './template-choice.tsx';

type Props = {
  /** The name of the draft, which outlives the form. */
  name: string;
  start: MailDraft;
  from: From;
  people: Addressee[];
  onSent: (mail: OutgoingMail) => void;
  onClose: () => void;
};

/** The form of a mail. What is typed is kept until it is sent or discarded. */
export function WriteForm(props: Props) {
  const { from } = props;
  const { data, error, refetch } = useQuery(reads<Mailbox[]>(['mailboxes'], '/api/v2/mailboxes'));
  const sending = data?.filter((one) => sendsFor(one, from.account_uuid));
  if (error) return <ProblemAlert error={error} onRetry={refetch} />;
  if (!sending) return <Loading h={320} />;
  if (sending.length === 0) return <NoMailbox />;
  return <Inputs {...props} mailboxes={sending} />;
}

function NoMailbox() {
  return (
    <Stack gap="sm" align="flex-start">
      <Text fw="bold">{texts.noMailbox}</Text>
      <Text size="sm">{texts.noMailboxHint}</Text>
      <Button component={Link} to="/settings/mailboxes" variant="default">
        {texts.toMailboxes}
      </Button>
    </Stack>
  );
}

function Inputs(props: Props & { mailboxes: Mailbox[] }) {
  const { name, start, people, mailboxes, onSent, onClose } = props;
  const signatureOf = (asked: string) =>
    (mailboxes.find(({ uuid }) => uuid === asked) ?? mailboxes[0]!).signature;
  const [kept, setDraft, clear] = useDraft(name, signed(start, signatureOf(start.mailbox_uuid)));
  // One that an earlier release has kept lacks what is new.
  const draft = { ...EMPTY, ...kept };
  const mailbox_uuid = mailboxes.find(({ uuid }) => uuid === draft.mailbox_uuid)?.uuid ?? mailboxes[0]!.uuid;
  const set = (more: Partial<MailDraft>) => {
    const { mailbox_uuid: other } = more;
    const text = other && signedAnew(draft.text, signatureOf(mailbox_uuid), signatureOf(other));
    setDraft({ ...draft, ...more, ...(text !== undefined && { text }) });
  };
  const whole = { ...draft, mailbox_uuid };
  const send = useSend(whole, props, (mail) => {
    clear();
    onSent(mail);
  });
  const discard = () => {
    clear();
    onClose();
  };
  const bad = noAddressIn([...draft.to, ...draft.cc]);
  const open = [...openIn(draft.subject), ...openIn(draft.text)].filter(({ name: one }) =>
    isPlaceholder(one),
  );
  const isWhole =
    draft.to.length > 0 &&
    !bad &&
    open.length === 0 &&
    draft.subject.trim() !== '' &&
    draft.text.trim() !== '';
  return (
    <Form
      mutation={send}
      label={texts.send}
      gap="sm"
      isDisabled={!isWhole}
      onCancel={onClose}
      cancelLabel={texts.close}
      further={
        <Button variant="subtle" color="gray" onClick={discard}>
          {texts.discard}
        </Button>
      }
    >
      <Fields
        draft={whole}
        set={set}
        mailboxes={mailboxes}
        from={props.from}
        people={people}
        isBegun={start.to.length > 0}
        onSend={() => isWhole && !send.isPending && send.mutate()}
      />
      <Bounced account_uuid={props.from.account_uuid} addresses={[...draft.to, ...draft.cc]} />
      {open.length > 0 && (
        <Text size="sm" c="red" role="alert" className="break-anywhere">
          {texts.stillOpen([...new Set(open.map(({ whole: one }) => one))].join(', '))}
        </Text>
      )}
      {bad !== undefined && (
        <Text size="sm" c="red" role="alert">
          {texts.notAddress(bad)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {texts.kept}
      </Text>
    </Form>
  );
}

/** Says of receivers that mail to them did not arrive. It can be sent all the same. */
function Bounced({ account_uuid, addresses }: { account_uuid: string; addresses: string[] }) {
  const bounces = useBounces(account_uuid, addresses);
  return [...bounces.values()].map(({ address, bounced_at, code }) => (
    <Text key={address} size="sm" c="red" role="status" className="break-anywhere">
      {texts.bounced(address, sayDate(bounced_at.slice(0, 10)), code)}
    </Text>
  ));
}

function useSend(draft: MailDraft, { from, people }: Props, onSent: (mail: OutgoingMail) => void) {
  const sent = useRef({ said: '', key: '' });
  return useMutation({
    mutationFn: async () => {
      const body = toBody(draft, from, people);
      const said = JSON.stringify(body);
      // The same mail after a lost answer is one; a changed one is another.
      if (sent.current.said !== said) sent.current = { said, key: crypto.randomUUID() };
      const options = { body, idempotency_key: sent.current.key };
      return (await request<{ data: OutgoingMail }>('POST', '/api/v2/mails', options)).data;
    },
    onSuccess: onSent,
  });
}

type FieldsProps = {
  draft: MailDraft;
  set: (more: Partial<MailDraft>) => void;
  mailboxes: Mailbox[];
  from: From;
  people: Addressee[];
  /** True for a mail that has its receivers: its text comes first. */
  isBegun: boolean;
  onSend: () => void;
};

function Fields(props: FieldsProps) {
  const { draft, set, mailboxes, people, isBegun, onSend } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  // An answer is written above what it quotes.
  useEffect(() => {
    if (!isBegun) return;
    text.current?.focus();
    text.current?.setSelectionRange(0, 0);
  }, []);
  return (
    <>
      <Sender mailboxes={mailboxes} value={draft.mailbox_uuid} onChange={set} />
      <Addresses
        label={texts.to}
        people={people}
        value={draft.to}
        isFirst={!isBegun}
        onChange={(to) => set({ to })}
      />
      <Addresses label={texts.cc} people={people} value={draft.cc} onChange={(cc) => set({ cc })} />
      <TemplateChoice
        from={props.from}
        to={draft.to[0]}
        onFilled={(filled) => set(withTemplate(draft, filled))}
      />
      <TextInput
        label={texts.subject}
        required
        maxLength={MAIL_SUBJECT_MAX}
        value={draft.subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <Textarea
        ref={text}
        label={texts.text}
        description={texts.textHint}
        required
        autosize
        minRows={8}
        maxRows={20}
        value={draft.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
        }}
      />
      <FilesOfRecord
        record_uuid={props.from.uuid}
        value={draft.file_uuids}
        onChange={(file_uuids) => set({ file_uuids })}
      />
      <ForwardedAttachments value={draft.attachments} onChange={(attachments) => set({ attachments })} />
    </>
  );
}

function Sender(props: {
  mailboxes: Mailbox[];
  value: string;
  onChange: (more: Pick<MailDraft, 'mailbox_uuid'>) => void;
}) {
  const { mailboxes, value, onChange } = props;
  if (mailboxes.length === 1)
    return (
      <Text size="sm" c="dimmed" className="break-anywhere">
        {texts.from}: {mailboxes[0]!.address}
      </Text>
    );
  return (
    <Select
      label={texts.from}
      data={mailboxes.map(({ uuid, address }) => ({ value: uuid, label: address }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange({ mailbox_uuid: chosen! })}
    />
  );
}

function Addresses(props: {
  label: string;
  people: Addressee[];
  value: string[];
  isFirst?: boolean;
  onChange: (addresses: string[]) => void;
}) {
  const { label, people, value, isFirst, onChange } = props;
  return (
    <TagsInput
      label={label}
      data={[...new Set(people.map(({ address }) => address))]}
      renderOption={({ option }) => {
        const name = people.find(({ address }) => address === option.value)?.name;
        return name ? `${name} · ${option.value}` : option.value;
      }}
      placeholder={value.length === 0 ? texts.addresses : undefined}
      value={value}
      maxTags={RECEIVERS_MAX}
      acceptValueOnBlur
      splitChars={[',', ';', ' ']}
      data-autofocus={isFirst || undefined}
      onChange={(addresses) => onChange(addresses.map((one) => one.trim()).filter(Boolean))}
    />
  );
}
