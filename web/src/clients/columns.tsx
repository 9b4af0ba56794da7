import { Badge, Text } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Time } from '../layout/time.tsx';
import { FIELD_LABELS, KIND_LABELS, STATUS_LABELS } from '../texts/clients.ts';
import { sayCustom } from './custom.ts';
import { type Names, sayOwner } from './names.ts';

export type Column = {
  name: string;
  label: string;
  width: number;
  isSortable: boolean;
  render: (client: Client, names: Names) => ReactNode;
  /** The whole value, which may be longer than the cell. */
  text: (client: Client, names: Names) => string;
  /** Whether it is shown where the pointer rests. */
  hasTitle: boolean;
};

const STATUS_COLOURS: Record<Client['status'], string> = {
  lead: 'blue',
  prospect: 'grape',
  active: 'teal',
  inactive: 'gray',
};

/** As many as fit into the cell. */
const TAGS_SHOWN = 2;

const first = (entries: { value: string; primary?: boolean }[]) =>
  (entries.find((entry) => entry.primary) ?? entries[0])?.value ?? '';

const plain = (
  name: keyof Client & string,
  width: number,
  isSortable: boolean,
  text = (client: Client): string => String(client[name] ?? ''),
): Column => ({ name, label: FIELD_LABELS[name]!, width, isSortable, text, render: text, hasTitle: true });

export const COLUMNS: Column[] = [
  {
    ...plain('name', 240, true),
    render: (client) => (
      <Link to="/clients/$uuid" params={{ uuid: client.uuid }} className="row-link">
        {client.name}
      </Link>
    ),
  },
  {
    ...plain('status', 95, true),
    hasTitle: false,
    render: (client) => <StatusBadge status={client.status} />,
  },
  plain('kind', 120, true, (client) => KIND_LABELS[client.kind]),
  plain('industry', 200, true),
  plain('domain', 180, true),
  points('emails', 220),
  points('phones', 160),
  plain('addresses', 165, false, (client) => {
    const address = client.addresses.find((entry) => entry.primary) ?? client.addresses[0];
    return [address?.city, address?.region, address?.country].filter(Boolean).join(', ');
  }),
  {
    ...plain('tags', 165, false, (client) => client.tags.join(', ')),
    render: (client) => (
      <div className="tags-cell">
        {client.tags.slice(0, TAGS_SHOWN).map((tag) => (
          <Badge key={tag} variant="default" size="sm" tt="none" fw={500}>
            {tag}
          </Badge>
        ))}
        {client.tags.length > TAGS_SHOWN && (
          <Text span size="xs" c="dimmed">
            +{client.tags.length - TAGS_SHOWN}
          </Text>
        )}
      </div>
    ),
  },
  byUuid('owner_uuid', 160, ({ owner_uuid }, names) =>
    owner_uuid === null ? '' : sayOwner(owner_uuid, names),
  ),
  byUuid('account_uuid', 180, (client, names) => names[client.account_uuid] ?? ''),
  plain('external_id', 120, true),
  plain('language', 100, false),
  plain('currency', 90, false),
  plain('tax_number', 140, false),
  { ...plain('created_at', 130, true), hasTitle: false, render: (client) => <Time at={client.created_at} /> },
  { ...plain('updated_at', 130, true), hasTitle: false, render: (client) => <Time at={client.updated_at} /> },
];

/** What the column of a custom field is called among the others, none of which has a dot. */
const CUSTOM_PREFIX = 'custom.';

/** The columns with these names, in the order of COLUMNS; custom fields stand behind. */
export function columnsOf(names: string[]): Column[] {
  const custom = names.filter(isCustom);
  return [...COLUMNS.filter(({ name }) => names.includes(name)), ...custom.map(customColumn)];
}

/** The custom fields that these Clients have, as names of columns. */
export function customColumnNames(clients: Client[]): string[] {
  const keys = new Set(clients.flatMap(({ custom }) => Object.keys(custom)));
  return [...keys].sort((a, b) => a.localeCompare(b)).map((key) => CUSTOM_PREFIX + key);
}

function customColumn(name: string): Column {
  const label = labelOfCustom(name);
  const text = ({ custom }: Client) => (Object.hasOwn(custom, label) ? sayCustom(custom[label]) : '');
  return { name, label, width: 160, isSortable: false, text, render: text, hasTitle: true };
}

export function isCustom(name: string): boolean {
  return name.startsWith(CUSTOM_PREFIX);
}

export function labelOfCustom(name: string): string {
  return name.slice(CUSTOM_PREFIX.length);
}

/** As many as fit beside the navigation of a laptop. */
export const DEFAULT_COLUMNS = ['name', 'status', 'industry', 'addresses', 'tags', 'updated_at'];
export const PHONE_COLUMNS = ['name', 'status'];

export function StatusBadge({ status }: { status: Client['status'] }) {
  return (
    <Badge variant="light" color={STATUS_COLOURS[status]} size="sm" tt="none">
      {STATUS_LABELS[status]}
    </Badge>
  );
}

function points(name: 'emails' | 'phones', width: number): Column {
  const all = (client: Client) => client[name].map(({ value }) => value).join('\n');
  return { ...plain(name, width, false, all), render: (client) => first(client[name]) };
}

function byUuid(name: 'owner_uuid' | 'account_uuid', width: number, text: Column['text']): Column {
  return { ...plain(name, width, false), text, render: text };
}
