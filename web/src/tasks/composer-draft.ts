import { composer as texts } from '../texts/composer.ts';
import { dueFields } from './due.ts';

export const MODES = ['note', 'log', 'task'] as const;
export type Mode = (typeof MODES)[number];

export const EMPTY = { mode: 'note' as Mode, body: '', title: '', type: 'call', due: '', outcome: '' };
export type Draft = typeof EMPTY;

/** True when there is enough to send. */
export function isWhole({ mode, body, title, outcome }: Draft): boolean {
  if (mode === 'note') return body.trim() !== '';
  return title.trim() !== '' || (mode === 'log' && outcome.trim() !== '');
}

/** The request that a draft means. The writer owns what is written, and does the tasks. */
export function toBody(draft: Draft, me: string | undefined): { path: string; body: object } {
  const { mode, type, due } = draft;
  const title = draft.title.trim();
  const owner = me ? { owner_uuid: me } : {};
  if (mode === 'note') return { path: '/api/v2/notes', body: { body: draft.body, ...owner } };
  const assignee = me ? { assignee_uuid: me, ...owner } : {};
  if (mode === 'task') {
    return { path: '/api/v2/tasks', body: { title, ...assignee, ...dueFields(due) } };
  }
  const outcome = draft.outcome.trim();
  const label = texts.logTypes.find(({ value }) => value === type)!.label;
  return {
    path: '/api/v2/tasks',
    body: { title: title || label, type, status: 'completed', ...assignee, ...(outcome && { outcome }) },
  };
}
