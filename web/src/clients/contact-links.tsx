import { Anchor, Stack } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import type { ReactNode } from 'react';

/** The fields of a Client that lead to them. */
const CONTACTS = ['emails', 'phones', 'website'] as const;
type Contact = (typeof CONTACTS)[number];

/** To write, to call, to visit: a line for each address that the field holds; undefined when it is no such field, or holds none. */
export function contactLinks(client: Client, name: string): ReactNode {
  const field = CONTACTS.find((contact) => contact === name);
  if (field === undefined) return undefined;
  const values = field === 'website' ? [client.website] : client[field].map(({ value }) => value);
  const given = values.filter((value) => value !== null);
  if (given.length === 0) return undefined;
  return (
    <Stack gap={2}>
      {given.map((value, index) => (
        <ContactLink key={`${index} ${value}`} value={value} href={hrefOf(field, value)} />
      ))}
    </Stack>
  );
}

function ContactLink({ value, href }: { value: string; href: string | null }) {
  if (href === null) return <span className="break-anywhere">{value}</span>;
  // A page leads away from the record; a mail or a call does not.
  const isPage = href.startsWith('http');
  return (
    <Anchor
      href={href}
      size="sm"
      className="break-anywhere"
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {value}
    </Anchor>
  );
}

/** Null for a value that is no such address, whoever wrote it: a script must not become a link. */
function hrefOf(field: Contact, value: string): string | null {
  if (field === 'emails') return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
  if (field === 'phones') {
    const digits = value.replace(/[^\d+]/g, '');
    return digits === '' ? null : `tel:${digits}`;
  }
  const url = URL.parse(value);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}
