// Generated from the resources of the service; do not edit.

import { matching } from './matching.ts';
import { merging } from './merging.ts';
import { records } from './records.ts';
import type {
  Client,
  ClientList,
  ClientUpdate,
  Contact,
  ContactList,
  ContactUpdate,
  Deal,
  DealList,
  DealUpdate,
  DeletedClientList,
  DeletedContactList,
  DeletedDealList,
  DeletedNoteList,
  DeletedPipelineList,
  DeletedTaskList,
  Note,
  NoteList,
  NoteUpdate,
  Pipeline,
  PipelineList,
  PipelineUpdate,
  Task,
  TaskList,
  TaskUpdate,
} from './resources.ts';
import type { Transport } from './transport.ts';

/** Returns the functions of each kind of record. */
export function kinds(send: Transport) {
  return {
    clients: {
      ...records<Client, ClientUpdate, ClientList, DeletedClientList>(send, '/api/v2/clients'),
      ...merging<Client, ClientUpdate>(send, '/api/v2/clients'),
      ...matching<Client, ClientUpdate>(send, '/api/v2/clients'),
    },
    contacts: {
      ...records<Contact, ContactUpdate, ContactList, DeletedContactList>(send, '/api/v2/contacts'),
      ...merging<Contact, ContactUpdate>(send, '/api/v2/contacts'),
      ...matching<Contact, ContactUpdate>(send, '/api/v2/contacts'),
    },
    deals: {
      ...records<Deal, DealUpdate, DealList, DeletedDealList>(send, '/api/v2/deals'),
      ...merging<Deal, DealUpdate>(send, '/api/v2/deals'),
    },
    pipelines: records<Pipeline, PipelineUpdate, PipelineList, DeletedPipelineList>(
      send,
      '/api/v2/pipelines',
    ),
    tasks: {
      ...records<Task, TaskUpdate, TaskList, DeletedTaskList>(send, '/api/v2/tasks'),
      ...merging<Task, TaskUpdate>(send, '/api/v2/tasks'),
    },
    notes: records<Note, NoteUpdate, NoteList, DeletedNoteList>(send, '/api/v2/notes'),
  };
}
