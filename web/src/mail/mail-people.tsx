import { Anchor, Text } from '@mantine/core';
import type { Mail } from '@rapport/contract/mail';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { kindNamed } from '../fields/kinds.ts';
import { mail as texts } from '../texts/mail.ts';

/** Who wrote a mail that came, or to whom one went. Each leads to their page. */
export function MailPeople({ mail: { direction, people } }: { mail: Pick<Mail, 'direction' | 'people'> }) {
  const isIn = direction === 'in';
  const named = people.filter(({ role }) => (role === 'from') === isIn);
  return (
    <>
      {isIn ? texts.from : texts.to}{' '}
      {named.map((person, index) => (
        <Fragment key={`${person.role} ${person.address}`}>
          {index > 0 && ', '}
          <Person person={person} />
        </Fragment>
      ))}
    </>
  );
}

function Person({ person }: { person: Mail['people'][number] }) {
  const { name, address, record, bounce } = person;
  const said = name || address;
  const kind = record && kindNamed(record.resource);
  return (
    <>
      {kind ? (
        <Anchor
          component={Link}
          to={`${kind.path}/${record.uuid}`}
          size="sm"
          underline="always"
          title={address}
        >
          {said}
        </Anchor>
      ) : (
        said
      )}
      {bounce && (
        <Text span size="xs" c="red" ml={4}>
          {texts.notDelivered(bounce.code)}
        </Text>
      )}
    </>
  );
}
