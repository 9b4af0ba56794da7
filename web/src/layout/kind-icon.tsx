import type { ReactNode } from 'react';
import {
  CallIcon,
  ClientsIcon,
  ContactsIcon,
  DealsIcon,
  MailIcon,
  MeetingIcon,
  NotesIcon,
  RecordsIcon,
  TasksIcon,
} from './icons.tsx';

/** Each kind of record has one icon, wherever it is named. */
const KINDS: Record<string, ReactNode> = {
  client: <ClientsIcon />,
  contact: <ContactsIcon />,
  deal: <DealsIcon />,
  task: <TasksIcon />,
  note: <NotesIcon />,
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
