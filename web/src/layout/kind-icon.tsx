import type { ReactNode } from 'react';
import {
  AccountsIcon,
  CallIcon,
  ClientsIcon,
  ContactsIcon,
  DealsIcon,
  FieldsIcon,
  ImportsIcon,
  MailIcon,
  MeetingIcon,
  NotesIcon,
  PipelinesIcon,
  RecordsIcon,
  TagsIcon,
  TasksIcon,
  WebhooksIcon,
} from './icons.tsx';

/** Each kind of record or setting has one icon, wherever it is named: that of its page. */
const KINDS: Record<string, ReactNode> = {
  client: <ClientsIcon />,
  contact: <ContactsIcon />,
  deal: <DealsIcon />,
  task: <TasksIcon />,
  note: <NotesIcon />,
  pipeline: <PipelinesIcon />,
  account: <AccountsIcon />,
  custom_field: <FieldsIcon />,
  tag: <TagsIcon />,
  import: <ImportsIcon />,
  webhook_subscription: <WebhooksIcon />,
};

/** Each sort of activity has one, too. */
const ACTIVITIES: Record<string, ReactNode> = {
  call: <CallIcon />,
  meeting: <MeetingIcon />,
  email: <MailIcon />,
  todo: <TasksIcon />,
};

export function KindIcon({ resource }: { resource: string }) {
  return KINDS[resource] ?? <RecordsIcon />;
}

/** The icon of what was done or is to be done. Other records have that of their kind. */
export function ActivityIcon({ resource, type }: { resource: string; type: unknown }) {
  return ACTIVITIES[String(type)] ?? <KindIcon resource={resource} />;
}
