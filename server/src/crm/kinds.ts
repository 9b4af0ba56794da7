import type { AnyKind } from '../records/kind.ts';
import { clients } from './clients/kind.ts';
import { contacts } from './contacts/kind.ts';
import { deals } from './deals/kind.ts';
import { notes } from './notes/kind.ts';
import { pipelines } from './pipelines/kind.ts';
import { tasks } from './tasks/kind.ts';

/** Every kind of record, in the order in which documents and menus name them. */
export const KINDS: readonly AnyKind[] = [clients, contacts, deals, pipelines, tasks, notes];
