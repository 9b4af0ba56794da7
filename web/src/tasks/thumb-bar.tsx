import { UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordData } from '../fields/data.ts';
import { hrefOfCall, hrefOfMail } from '../fields/drawn/value-links.tsx';
import { type Address, firstOf, firstToCall, type Point } from '../fields/values/rows.ts';
import { CallIcon, EditIcon, MailIcon, MapIcon } from '../layout/icons.tsx';
import { composer as texts } from '../texts/composer.ts';
import { usePeople } from './people.ts';

/**
 * What one does with a record with one hand: call, mail, find, log. It takes the place of the tabs.
 * What the record itself does not have is that of the person whom one called last.
 */
export function ThumbBar(props: {
  record: RecordData;
  mayWrite: boolean;
  onMail?: ((address: string) => void) | undefined;
}) {
  const { record, mayWrite, onMail } = props;
  const people = usePeople(record);
  const navigate = useNavigate();
  const log = (who?: string) => {
    const asked = { write: 'log', with: who && `contact ${who}` };
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...asked }), replace: true });
  };
  const caller = [record as unknown as { uuid: string; phones?: Point[] }, ...people].find(
    ({ phones }) => phones && firstToCall(phones),
  );
  const reader = [record as unknown as { emails?: Point[] }, ...people].find(
    ({ emails }) => emails && firstOf(emails),
  );
  const number = caller && firstToCall(caller.phones!);
  const mail = reader && firstOf(reader.emails!);
  const address = firstOf((record.addresses ?? []) as Address[]);
  return (
    <nav className="thumb-bar" aria-label={texts.acts}>
      <Act
        icon={<CallIcon />}
        label={texts.call}
        href={number && hrefOfCall(number)}
        missing={texts.noNumber}
        // The form is ready when one comes back from the call.
        onPress={mayWrite ? () => log(caller?.uuid === record.uuid ? undefined : caller?.uuid) : undefined}
      />
      {mail && onMail ? (
        <UnstyledButton className="thumb-act" onClick={() => onMail(mail.value)}>
          <MailIcon />
          {texts.mail}
        </UnstyledButton>
      ) : (
        <Act icon={<MailIcon />} label={texts.mail} href={mail && hrefOfMail(mail)} missing={texts.noMail} />
      )}
      <Act
        icon={<MapIcon />}
        label={texts.map}
        href={address && hrefOfMap(address)}
        missing={texts.noAddress}
      />
      {mayWrite && (
        <UnstyledButton className="thumb-act" data-main onClick={() => log()}>
          <EditIcon />
          {texts.logShort}
        </UnstyledButton>
      )}
    </nav>
  );
}

/** A link of the bar, or what is missing for it. */
function Act(props: {
  icon: ReactNode;
  label: string;
  href: string | null | undefined;
  missing: string;
  onPress?: (() => void) | undefined;
}) {
  const { icon, label, href, missing, onPress } = props;
  if (!href)
    return (
      <UnstyledButton className="thumb-act" disabled title={missing}>
        {icon}
        {label}
      </UnstyledButton>
    );
  const isPage = href.startsWith('http');
  return (
    <a
      className="thumb-act"
      href={href}
      onClick={onPress}
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {icon}
      {label}
    </a>
  );
}

/**
 * The map that any device has. Opened only by a press, so nobody else learns of the address before.
 */
function hrefOfMap({ street, postal_code, city, region, country }: Address): string {
  const place = [street, [postal_code, city].filter(Boolean).join(' '), region, country]
    .filter(Boolean)
    .join(', ');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}
