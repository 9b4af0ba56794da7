import { Checkbox, Stack } from '@mantine/core';
import { saySize } from '../../files/say-size.ts';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import type { MailDraft } from './draft.ts';

type Attachments = MailDraft['attachments'];

/** The attachments of a mail that is passed on, each of which can be left. */
export function ForwardedAttachments(props: {
  value: Attachments;
  onChange: (attachments: Attachments) => void;
}) {
  const { value, onChange } = props;
  if (value.length === 0) return null;
  return (
    <Checkbox.Group
      label={texts.attachments}
      value={value.filter(({ isLeft }) => !isLeft).map(keyOf)}
      onChange={(keys) => onChange(value.map((one) => ({ ...one, isLeft: !keys.includes(keyOf(one)) })))}
    >
      <Stack gap={6} mt={4}>
        {value.map((one) => (
          <Checkbox
            key={keyOf(one)}
            value={keyOf(one)}
            label={`${one.name} · ${saySize(one.size_bytes)}`}
            className="break-anywhere"
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const keyOf = ({ mail_uuid, number }: Attachments[number]) => `${mail_uuid}/${number}`;
