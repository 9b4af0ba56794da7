import { Anchor, Text } from '@mantine/core';
import type { MailAttachment } from '@rapport/contract/mail';
import { saySize } from '../files/say-size.ts';
import { mail as texts } from '../texts/mail.ts';

/** The attachments of a mail, by name. None is loaded before somebody asks for it. */
export function MailAttachments({ path, attachments }: { path: string; attachments: MailAttachment[] }) {
  return (
    <ul className="mail-attachments" aria-label={texts.attachments}>
      {attachments.map(({ number, name, type, size_bytes }) => {
        const isShown = type.startsWith('image/') || type === 'application/pdf';
        return (
          <li key={number}>
            <Anchor
              href={`${path}/attachments/${number}/content`}
              size="sm"
              className="break-anywhere"
              {...(isShown ? { target: '_blank', rel: 'noopener' } : { download: name })}
            >
              {name}
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {saySize(size_bytes)}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
