import { plusDays } from '@rapport/contract/days';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ZONE } from '../api/zone.ts';
import { changeOnTop } from '../fields/change-on-top.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { sayDate } from '../fields/values/say.ts';
import { notifyProblem } from '../layout/notify.ts';
import { calendar as texts } from '../texts/calendar.ts';
import { movedTo } from './days.ts';
import type { Item } from './items.ts';

/** Moves an item to a day. Returns whether it is there. */
type Move = (item: Item, day: string) => Promise<boolean>;

/**
 * Returns a function that moves an item to another day and offers to take that back, and the items
 * as they are while it does so. Moves of one item wait for each other, as each builds on the last.
 */
export function useMove(items: Item[]): { items: Item[]; move: Move } {
  const send = useSend();
  const [moving, setMoving] = useState<Record<string, { day: string; version: number }>>({});
  const turns = useRef(new Map<string, Promise<Item>>());
  const move = async (item: Item, day: string) => {
    const { uuid } = item;
    if (day === item.day) return true;
    // On the new day until it is read there: what is shown of it may be older than what is saved.
    const stay = (version: number) => setMoving((before) => ({ ...before, [uuid]: { day, version } }));
    stay(Number.POSITIVE_INFINITY);
    const before = turns.current.get(uuid) ?? Promise.resolve(item);
    const turn = before.then((last) => send(last.version >= item.version ? last : item, day));
    turns.current.set(uuid, turn);
    const moved = await turn;
    const isMoved = moved.day === day;
    if (turns.current.get(uuid) === turn) stay(isMoved ? moved.version : 0);
    return isMoved;
  };
  const dayOf = ({ uuid, day, version }: Item) => {
    const here = moving[uuid];
    return here && version < here.version ? here.day : day;
  };
  return { items: items.map((item) => ({ ...item, day: dayOf(item) })), move };
}

/** Returns a function that sends a move and returns the item as it then is. */
function useSend(): (item: Item, day: string) => Promise<Item> {
  const queryClient = useQueryClient();
  return async (item, day) => {
    const { resource, uuid, version } = item;
    const isTask = resource === 'task';
    const body = isTask ? movedTo(item, day, ZONE) : { expected_close_on: day };
    let moved = item;
    try {
      const seen = { version, ...seenOf(item) };
      const { saved, change_uuid } = await changeOnTop<Days>(`/api/v2/${resource}s/${uuid}`, seen, body);
      offerUndo(texts.moved(item.title, sayDate(day)), [change_uuid]);
      moved = { ...item, day, version: saved.version, due_at: saved.due_at ?? null };
    } catch (refusal) {
      notifyProblem(refusal);
    }
    for (const key of isTask ? ['/tasks', 'related'] : ['/deals'])
      await queryClient.invalidateQueries({ queryKey: [key] });
    return moved;
  };
}

type Days = { version: number; expected_close_on: string; due_on: string; due_at: string | null };

/** What the calendar shows of when an item is. */
function seenOf({ resource, due_at, day }: Item): Partial<Days> {
  if (resource === 'deal') return { expected_close_on: day };
  return due_at === null ? { due_on: day } : { due_at };
}

/** The days by which the arrows move: sideways one, up and down a week. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The item that the focus follows, and whether it is on its way. */
export type Followed = { uuid: string; day: string; isMoving: boolean };

/**
 * Returns a move after which the focus is on the item again, wherever it went. `show` is called for
 * a day that is not shown.
 */
export function useMoveWithFocus(
  grid: RefObject<HTMLElement | null>,
  followed: RefObject<Followed | null>,
  move: Move,
  isShown: (day: string) => boolean,
  show: (day: string) => void,
): Move {
  const follow = () => {
    const { activeElement } = document;
    // The person may have gone elsewhere meanwhile.
    const isHere = activeElement === document.body || grid.current?.contains(activeElement);
    if (followed.current === null || !isHere) return;
    const place = placeOf(followed.current, grid.current!);
    place?.focus();
    if (place && !followed.current.isMoving) followed.current = null;
  };
  useEffect(follow);
  return async (item, day) => {
    const { uuid } = item;
    followed.current = { uuid, day, isMoving: true };
    const isMoved = await move(item, day);
    followed.current = { uuid, day: isMoved ? day : item.day, isMoving: false };
    if (isMoved && !isShown(day)) show(day);
    else follow();
    return isMoved;
  };
}

/** Where an item is: its link, else the button of its day that shows more. */
function placeOf({ uuid, day, isMoving }: Followed, grid: HTMLElement): HTMLElement | null {
  const link = grid.querySelector<HTMLElement>(`[data-item="${uuid}"] a`);
  if (link || isMoving) return link;
  const more = ['.cal-more', 'button'].map((button) => `[data-day="${day}"] ${button}`);
  return more.map((button) => grid.querySelector<HTMLElement>(button)).find((found) => found) ?? null;
}

/**
 * Keys of the calendar: arrows go from day to day and from item to item, with Shift they move the
 * item that has the focus.
 */
export function useKeys(grid: RefObject<HTMLElement | null>, items: Item[], move: Move | null): void {
  const known = useRef({ items, move });
  known.current = { items, move };
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
        void known.current.move(item, plusDays(item.day, step));
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
