// Generated from the resources of the service; do not edit.

import { matching } from './matching.ts';
import { merging } from './merging.ts';
import { records } from './records.ts';
import type {
  Client,
  ClientCreate,
  ClientList,
  ClientUpdate,
  Contact,
  ContactCreate,
  ContactList,
  ContactUpdate,
  Deal,
  DealCreate,
  DealList,
  DealUpdate,
  DeletedClient,
  DeletedClientList,
  DeletedContact,
  DeletedContactList,
  DeletedDeal,
  DeletedDealList,
  DeletedNote,
  DeletedNoteList,
  DeletedPipeline,
  DeletedPipelineList,
  DeletedTask,
  DeletedTaskList,
  Note,
  NoteCreate,
  NoteList,
  NoteUpdate,
  Pipeline,
  PipelineCreate,
  PipelineList,
  PipelineUpdate,
  Task,
  TaskCreate,
  TaskList,
  TaskUpdate,
} from './resources.ts';
import type { Transport } from './transport.ts';

/** Returns the functions of each kind of record. */
export function kinds(send: Transport) {
  return {
    clients: {
      ...records<{
        record: Client;
        create: ClientCreate;
        update: ClientUpdate;
        list: ClientList;
        deleted: DeletedClient;
        deletedList: DeletedClientList;
      }>(send, '/api/v2/clients'),
      ...merging<{ record: Client; update: ClientUpdate }>(send, '/api/v2/clients'),
      ...matching<{ record: Client; create: ClientCreate }>(send, '/api/v2/clients'),
    },
    contacts: {
      ...records<{
        record: Contact;
        create: ContactCreate;
        update: ContactUpdate;
        list: ContactList;
        deleted: DeletedContact;
        deletedList: DeletedContactList;
      }>(send, '/api/v2/contacts'),
      ...merging<{ record: Contact; update: ContactUpdate }>(send, '/api/v2/contacts'),
      ...matching<{ record: Contact; create: ContactCreate }>(send, '/api/v2/contacts'),
    },
    deals: {
      ...records<{
        record: Deal;
        create: DealCreate;
        update: DealUpdate;
        list: DealList;
        deleted: DeletedDeal;
        deletedList: DeletedDealList;
      }>(send, '/api/v2/deals'),
      ...merging<{ record: Deal; update: DealUpdate }>(send, '/api/v2/deals'),
    },
    pipelines: records<{
      record: Pipeline;
      create: PipelineCreate;
      update: PipelineUpdate;
      list: PipelineList;
      deleted: DeletedPipeline;
      deletedList: DeletedPipelineList;
    }>(send, '/api/v2/pipelines'),
    tasks: {
      ...records<{
        record: Task;
        create: TaskCreate;
        update: TaskUpdate;
        list: TaskList;
        deleted: DeletedTask;
        deletedList: DeletedTaskList;
      }>(send, '/api/v2/tasks'),
      ...merging<{ record: Task; update: TaskUpdate }>(send, '/api/v2/tasks'),
    },
    notes: records<{
      record: Note;
      create: NoteCreate;
      update: NoteUpdate;
      list: NoteList;
      deleted: DeletedNote;
      deletedList: DeletedNoteList;
    }>(send, '/api/v2/notes'),
  };
}
