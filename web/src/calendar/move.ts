import { plusDays } from '@rapport/contract/days';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ZONE } from '../api/zone.ts';
import { notifyProblem } from '../layout/notify.ts';
import { changeOnTop } from '../records/change-on-top.ts';
import { sayDate } from '../records/fields/say.ts';
import { offerUndo } from '../records/offer-undo.ts';
import { calendar as texts } from '../texts/calendar.ts';
import { movedTo } from './days.ts';
import type { Item } from './items.ts';

/**
 * Returns a function that moves an item to another day and offers to take that back, and the items
 * as they are while it does so.
 */
export function useMove(items: Item[]): { items: Item[]; move: (item: Item, day: string) => Promise<void> } {
  const queryClient = useQueryClient();
  const [moving, setMoving] = useState<Record<string, string>>({});
  const move = async (item: Item, day: string) => {
    if (day === item.day) return;
    setMoving((before) => ({ ...before, [item.uuid]: day }));
    const isTask = item.resource === 'task';
    const body = isTask ? movedTo(item, day, ZONE) : { expected_close_on: day };
    const path = `/api/v2/${item.resource}s/${item.uuid}`;
    try {
      const { change_uuid } = await changeOnTop<Days>(path, { version: item.version, ...seenOf(item) }, body);
      offerUndo(texts.moved(item.title, sayDate(day)), [change_uuid]);
    } catch (refusal) {
      notifyProblem(refusal);
    }
    for (const key of isTask ? ['/tasks', 'related'] : ['/deals'])
      await queryClient.invalidateQueries({ queryKey: [key] });
    setMoving(({ [item.uuid]: _, ...others }) => others);
  };
  return { items: items.map((item) => ({ ...item, day: moving[item.uuid] ?? item.day })), move };
}

type Days = { expected_close_on: string; due_on: string; due_at: string | null };

/** What the calendar shows of when an item is. */
function seenOf({ resource, due_at, day }: Item): Partial<Days> {
  if (resource === 'deal') return { expected_close_on: day };
  return due_at === null ? { due_on: day } : { due_at };
}

/** The days by which the arrows move: sideways one, up and down a week. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * Keys of the calendar: arrows go from day to day and from item to item, with Shift they move the
 * item that has the focus, which follows it.
 */
export function useKeys(
  grid: RefObject<HTMLElement | null>,
  items: Item[],
  move: ((item: Item, day: string) => Promise<void>) | null,
): void {
  const followed = useRef<string | null>(null);
  const known = useRef({ items, move });
  known.current = { items, move };
  useEffect(() => {
    if (followed.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-item="${followed.current}"] a`)?.focus();
  });
  useEffect(() => {
    const box = grid.current!;
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const target = event.target as HTMLElement;
      const cell = target.closest<HTMLElement>('[data-day]');
      if (step === undefined || cell === null || target.closest('[role="menu"]')) return;
      const uuid = target.closest<HTMLElement>('[data-item]')?.dataset.item;
      if (event.shiftKey) {
        const item = known.current.items.find((one) => one.uuid === uuid);
        if (!item || item.isDone || known.current.move === null) return;
        event.preventDefault();
        followed.current = item.uuid;
        // Until it is read again: then the person may have gone elsewhere.
        const stay = () => setTimeout(() => (followed.current = null));
        void known.current.move(item, plusDays(item.day, step)).finally(stay);
        return;
      }
      event.preventDefault();
      focusNext(box, cell, target, step, uuid !== undefined);
    };
    box.addEventListener('keydown', press);
    return () => box.removeEventListener('keydown', press);
  }, []);
}

/** Focuses the next item of the day, else the first one of the day that the arrow leads to. */
function focusNext(
  box: HTMLElement,
  cell: HTMLElement,
  from: HTMLElement,
  step: number,
  isItem: boolean,
): void {
  const links = [...cell.querySelectorAll<HTMLElement>('[data-item] a')];
  const next = Math.abs(step) === 1 ? undefined : links[links.indexOf(from) + Math.sign(step)];
  const day = box.querySelector(`[data-day="${plusDays(cell.dataset.day!, step)}"]`);
  const first = isItem ? day?.querySelector<HTMLElement>('[data-item] a') : null;
  const within = isItem && links.includes(from) ? next : undefined;
  (within ?? first ?? day?.querySelector('button'))?.focus();
}
