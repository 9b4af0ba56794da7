import { instantOf } from '@rapport/contract/days';
import { ZONE } from '../api/zone.ts';
import type { Ref } from '../fields/inputs/record-select.tsx';
import { composer as texts } from '../texts/composer.ts';
import { dueAndReminder, USUAL_REMINDER } from './due.ts';

export const MODES = ['note', 'log', 'task'] as const;
export type Mode = (typeof MODES)[number];

export const EMPTY = {
  mode: 'note' as Mode,
  body: '',
  title: '',
  due: '',
  reminder: USUAL_REMINDER,
  type: 'call',
  direction: 'outgoing',
  /** Whom one spoke to, as `contact UUID`, beside the record of the page. */
  with: '',
  length: '',
  call_outcome: 'none',
  /** When it took place; now if empty. */
  when: '',
  outcome: '',
  /** The day of the next step; none if empty. */
  next: '',
  next_title: '',
};
export type Draft = typeof EMPTY;

/** What the inputs of a draft take. */
export type Inputs = { draft: Draft; change: (changes: Partial<Draft>) => void };

/** True when there is enough to send. That a call took place is enough by itself. */
export function isWhole({ mode, body, title }: Draft): boolean {
  if (mode === 'log') return true;
  return (mode === 'note' ? body : title).trim() !== '';
}

/** True when somebody has begun to write. */
export function isTyped({ body, title, outcome }: Draft): boolean {
  return body + title + outcome !== '';
}

/** Whom one spoke to; null if it is the record of the page, or nobody is named. */
export function spokenTo({ mode, ...draft }: Draft): Ref | null {
  const [resource, uuid] = draft.with.split(' ');
  return mode === 'log' && resource && uuid ? { resource, uuid } : null;
}

/** The task that is next after what was logged; null if none is. */
export function nextBody({ mode, next, next_title }: Draft, me: string | undefined) {
  if (mode !== 'log' || next === '') return null;
  const owner = me ? { owner_uuid: me, assignee_uuid: me } : {};
  return { title: next_title.trim() || texts.nextUsual, due_on: next, ...owner };
}

/** The request that a draft means. The writer owns what is written, and does the tasks. */
export function toBody(
  draft: Draft,
  me: string | undefined,
  zone = ZONE,
): { path: string; body: Record<string, unknown> } {
  const owner = me ? { owner_uuid: me } : {};
  if (draft.mode === 'note') return { path: '/api/v2/notes', body: { body: draft.body, ...owner } };
  const assignee = me ? { assignee_uuid: me, ...owner } : {};
  const title = draft.title.trim();
  const own = draft.mode === 'task' ? taskBody(draft, title) : logBody(draft, title, zone);
  return { path: '/api/v2/tasks', body: { ...assignee, ...own } };
}

function taskBody({ due, reminder }: Draft, title: string): Record<string, unknown> {
  return { title, ...dueAndReminder(due, reminder) };
}

/** A past activity is a completed task. It has only what its type can have. */
function logBody(draft: Draft, title: string, zone: string): Record<string, unknown> {
  const { type, direction, call_outcome, length, when } = draft;
  const outcome = draft.outcome.trim();
  const label = texts.logTypes.find(({ value }) => value === type)!.label;
  return {
    title: title || label,
    type,
    status: 'completed',
    ...(type !== 'meeting' && { direction }),
    ...(type === 'call' && call_outcome !== 'none' && { call_outcome }),
    ...(type !== 'email' && length !== '' && { duration_min: Number(length) }),
    // Of a day alone nobody knows the time, and noon is on that day in most places.
    ...(when !== '' && {
      completed_at: when.includes('T') ? when : instantOf(when, '12:00:00', zone).toISOString(),
    }),
    ...(outcome && { outcome }),
  };
}
