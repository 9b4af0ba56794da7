import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Face } from '../../layout/face.tsx';
import { Time } from '../../layout/time.tsx';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Names } from '../names.ts';
import { TagBadges } from '../tags/tag-badges.tsx';
import { DueDay } from '../values/day.tsx';
import type { Field, FieldType } from '../values/field.ts';
import { firstOf, firstToCall, type Point } from '../values/rows.ts';
import { ChoiceBadge } from './choice-badge.tsx';
import { Referred } from './referred.tsx';

/** How a value is drawn in a table and at the top of a page. */
export type Drawn = {
  /** Draws a value that is not empty. */
  draw?: (value: never, record: RecordData, names: Names) => ReactNode;
  /** False if the words for the value would add nothing in a tooltip. */
  hasTitle?: false;
  /** True when the content has links. A click may follow a link, so a button opens the editor. */
  hasLinks?: true;
};

/** The types whose values are drawn as more than the words of `field-types.ts`. */
export const DRAWN: Partial<Record<FieldType, (field: Field) => Drawn>> = {
  choice: ({ choices, colours }) =>
    colours === undefined
      ? {}
      : {
          hasTitle: false,
          draw: (value: string) => <ChoiceBadge label={choices?.[value] ?? value} colour={colours[value]} />,
        },
  tags: () => ({ draw: (tags: string[], { account_uuid }) => <Tags tags={tags} of={account_uuid} /> }),
  emails: () => ({ draw: drawPoint }),
  phones: () => ({ draw: drawNumber }),
  date: (field) => ({ draw: (_, record) => <DueDay field={field} record={record} /> }),
  user: () => ({
    // Before the names are read, nobody knows who is no member.
    draw: (uuid: string, _, names) =>
      Object.keys(names).length === 0 ? '…' : <Person uuid={uuid} name={names[uuid]} />,
  }),
  time: () => ({ hasTitle: false, draw: (at: string) => <Time at={at} /> }),
  reference: ({ to }) => ({
    hasTitle: false,
    hasLinks: true,
    draw: (uuid: string) => <Referred resource={to!} uuid={uuid} />,
  }),
  choices: ({ choices, colours }) => ({
    draw: (keys: string[]) => (
      <div className="tags-cell">
        {keys.slice(0, SHOWN).map((key) => (
          <ChoiceBadge key={key} label={choices?.[key] ?? key} colour={colours?.[key]} />
        ))}
        <More count={keys.length - SHOWN} />
      </div>
    ),
  }),
  links: (field) => ({
    hasTitle: false,
    hasLinks: true,
    draw: (links: Link[]) => <Links field={field} links={links} />,
  }),
};

/** A User with their face. */
export function Person({ uuid, name }: { uuid: string; name: string | undefined }) {
  if (name === undefined) return records.noMember;
  return (
    <span className="with-face">
      <Face id={uuid} name={name} />
      <span>{name}</span>
    </span>
  );
}

type Link = { [key: string]: unknown };

/** The number of tags or links that fit into a cell. */
const SHOWN = 2;

function Tags({ tags, of }: { tags: string[]; of: string }) {
  return (
    <div className="tags-cell">
      <TagBadges names={tags.slice(0, SHOWN)} account_uuid={of} />
      <More count={tags.length - SHOWN} />
    </div>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Text span size="xs" c="dimmed">
      +{count}
    </Text>
  );
}

function Links({ field: { key, to }, links }: { field: Field; links: Link[] }) {
  const ordered = links.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  return (
    <div className="tags-cell links-cell">
      {ordered.slice(0, SHOWN).map((link) => (
        <Referred key={String(link[key!])} resource={to ?? String(link.resource)} uuid={String(link[key!])} />
      ))}
      <More count={links.length - SHOWN} />
    </div>
  );
}

function drawPoint(points: Point[]): ReactNode {
  return firstOf(points)?.value ?? '';
}

/** Draws the number to call. One who has only a fax has that, and it says so. */
function drawNumber(points: Point[]): ReactNode {
  const toCall = firstToCall(points);
  const fax = firstOf(points);
  if (toCall || !fax) return toCall?.value ?? '';
  return (
    <>
      <Text span size="xs" c="dimmed">
        {records.fax}
      </Text>{' '}
      {fax.value}
    </>
  );
}
