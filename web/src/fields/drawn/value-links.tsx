import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { composer } from '../../texts/composer.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Ref } from '../inputs/record-select.tsx';
import { useMayWriteHere } from '../may-write.ts';
import { usePointMark } from '../point-marks.ts';
import { useReferred } from '../titles.ts';
import type { Field, FieldType } from '../values/field.ts';
import { FIELD_TYPES, isEmpty, isMisfit, valueIn } from '../values/field-types.ts';
import { firstToCall, isFax, type Point } from '../values/rows.ts';
import { sayDate } from '../values/say.ts';
import { usePanels, useViews } from '../view.ts';
import { Referred } from './referred.tsx';

/**
 * Returns the links of a value: to a record, or for a mail, a call or a website. Undefined if the
 * value has none.
 */
export function valueLinks(record: RecordData, field: Field): ReactNode {
  const value = valueIn(record, field);
  return isEmpty(value) || isMisfit(field, value) ? undefined : LINKS[field.type]?.(value as never, field);
}

/** The types whose values have links. */
const LINKS: Partial<Record<FieldType, (value: never, field: Field) => ReactNode>> = {
  reference: (uuid: string, { to }) => <Referred resource={to!} uuid={uuid} />,
  links: recordLinks,
  emails: (points: Point[]) => pointLinks(points, hrefOfMail),
  phones: (points: Point[]) =>
    pointLinks(points, hrefOfCall, (href, value) => <CallAnchor href={href} value={value} withLog />),
  page: (value: string) => pointLinks([{ value }], hrefOfPage),
  url: (value: string) => pointLinks([{ value }], hrefOfPage),
};

/** Returns the points, each with its label. */
function pointLinks(
  points: Point[],
  hrefOf: HrefOf,
  drawn = (href: string | null, value: string): ReactNode => <ValueLink value={value} href={href} />,
): ReactNode {
  return (
    <Stack gap={2}>
      {points.map((point, index) => (
        <div key={`${index} ${point.value}`}>
          {drawn(hrefOf(point), point.value)}
          <PointLabel point={point} isOnly={points.length === 1} />
          <PointMark value={point.value} />
        </div>
      ))}
    </Stack>
  );
}

/** The first number of somebody that a press calls. `who` is that somebody. */
export function CallLink({ points, who }: { points: Point[]; who: Ref }) {
  const point = firstToCall(points);
  const href = point && hrefOfCall(point);
  if (!href) return null;
  return <CallAnchor href={href} value={point.value} who={who} className="call-link" />;
}

/**
 * A number to call. On the page of a record, the form that logs the call is ready when one comes
 * back from it. `withLog` adds a button that only opens the form.
 */
function CallAnchor(props: {
  href: string | null;
  value: string;
  who?: Ref;
  className?: string;
  withLog?: boolean;
}) {
  const { href, value, who, className = 'break-anywhere', withLog } = props;
  const mayWrite = useMayWriteHere();
  const mayLog = usePanels().Write !== undefined && mayWrite;
  const navigate = useNavigate();
  if (href === null) return <ValueLink value={value} href={null} />;
  const openLog = () => {
    const asked = { write: 'log', with: who && `${who.resource} ${who.uuid}` };
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...asked }), replace: true });
  };
  return (
    <>
      <Anchor href={href} size="sm" className={className} onClick={mayLog ? openLog : undefined}>
        {value}
      </Anchor>
      {withLog && mayLog && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ml={8}
          aria-label={composer.logCallTo(value)}
          onClick={openLog}
        >
          {composer.logCall}
        </Anchor>
      )}
    </>
  );
}

/** Returns the linked records, each with its role. */
function recordLinks(links: Record<string, string>[], { key, to }: Field): ReactNode {
  return (
    <Stack gap={6}>
      {links.map((link) => (
        <Group key={link[key!]} gap="4px 8px">
          <Referred resource={to ?? link.resource!} uuid={link[key!]!} />
          <Text span size="xs" c="dimmed">
            {sayLink(link, links.length > 1)}
          </Text>
          <NumberOf resource={to ?? link.resource!} uuid={link[key!]!} />
        </Group>
      ))}
    </Stack>
  );
}

/** The number of a linked person, which a press calls. Other records have none. */
function NumberOf(who: Ref) {
  const record = useReferred(who.resource, who.uuid);
  const view = useViews()[who.resource];
  const phones = view?.fields.find(({ type }) => FIELD_TYPES[type].isCalled);
  if (!record || !view || !phones || view.face?.(record) !== 'person') return null;
  return <CallLink points={record[phones.name] as Point[]} who={who} />;
}

/** Returns the details of a link: the role, whether it is the primary one, and its end. */
export function sayLink(link: Record<string, unknown>, hasOthers: boolean): string {
  const until = link.ended_on ? records.until(sayDate(String(link.ended_on))) : '';
  return [link.role, hasOthers && link.primary && records.isPrimary, until].filter(Boolean).join(' · ');
}

/** The purpose of an address or number, and whether it is the primary one. */
function PointLabel({ point, isOnly }: { point: Point; isOnly: boolean }) {
  const label = point.label && records.sayRowLabel(point.label);
  const said = [label, point.primary && !isOnly && records.isPrimary].filter(Boolean).join(' · ');
  if (said === '') return null;
  return (
    <Text span size="xs" c="dimmed" ml={8}>
      {said}
    </Text>
  );
}

/** What one must know of an address before one uses it. */
function PointMark({ value }: { value: string }) {
  const said = usePointMark(value);
  if (said === null) return null;
  return (
    <Text size="xs" c="red" className="break-anywhere">
      {said}
    </Text>
  );
}

function ValueLink({ value, href }: { value: string; href: string | null }) {
  if (href === null) return <span className="break-anywhere">{value}</span>;
  // A website opens in another tab, because it would replace the page of the record.
  const isPage = href.startsWith('http');
  return (
    <Anchor
      href={href}
      size="sm"
      className="break-anywhere"
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {value.split(/(?<=@)/).map((part, index) => (
        // An address that is too long for its line breaks behind the @.
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Anchor>
  );
}

/**
 * Returns the link for a value. Null for any other text, because a script must not become a link.
 */
type HrefOf = (point: Point) => string | null;

export function hrefOfMail({ value }: Point): string {
  return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
}

export function hrefOfCall(point: Point): string | null {
  if (isFax(point)) return null;
  const { value, e164, extension } = point;
  if (e164) return `tel:${e164}${extension ? `;ext=${extension}` : ''}`;
  // Up to the first letter, because an extension is no part of the number.
  const [number = ''] = value.replace(/^tel:/i, '').split(/\p{L}/u, 1);
  const digits = number.replace(/[^\d+*#]/g, '');
  return digits === '' ? null : `tel:${encodeURIComponent(digits).replace('%2B', '+')}`;
}

function hrefOfPage({ value }: Point): string | null {
  const url = URL.parse(value);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}
