import type { RecordField } from '@rapport/contract/records/record-field';
import { dayOrderIn, instantIn, readMoment } from '../platform/cells/days.ts';
import { yesOrNoIn } from '../platform/cells/yes-or-no.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { resourceOf } from './references.ts';

/** A cell: its column, the property that the column fills, and the value it is applied to. */
export type Cell = {
  name: string;
  part: string | null;
  current: unknown;
  /** The label of the entry that the column fills. */
  label?: string;
  /** True when an earlier column fills an entry with the same label. */
  again?: boolean;
  /** Whose clock a time without a zone is by. */
  time_zone: string;
  /** The digits of the amount that the text means; the text itself when it means none. */
  amount: (text: string) => string;
  /** The value of a custom field that the text means. */
  custom: (key: string, text: string) => unknown;
  /** The uuid of the record that the text names; the text itself when none is found. */
  named: (resource: string) => string;
};

/** Yes or no in the words of files. */
export function yesOrNoFrom(text: string): boolean | string {
  return yesOrNoIn(text) ?? text;
}

/** An amount with its decimals, a whole number, or per cent with or without their sign. */
export function numberFrom(text: string, { decimals, percent }: RecordField, { amount }: Cell): unknown {
  if (decimals !== undefined) return amount(text);
  const [, digits] = (percent ? /^(\d+)(?:\s*%)?$/ : /^(\d+)$/).exec(text) ?? [];
  return digits === undefined ? text : Number(digits);
}

/** Adds a link, unless it is there already. */
export function withLink(field: RecordField, { part, current, named }: Cell): object[] {
  const { key } = field;
  const links = (current ?? []) as Record<string, unknown>[];
  const uuid = named(resourceOf(field, part!));
  if (links.some((link) => link[key!] === uuid)) return links;
  return [...links, key === 'uuid' ? { resource: part, uuid } : { [key!]: uuid }];
}

/** The day that a text means, if it can only mean one. */
export function dayFrom(text: string): string {
  const day = dayOrderIn(text) === 'either' ? null : readMoment(text, 'dmy')?.day;
  return day ?? text;
}

/** A time in any style that leaves one. A day alone is its noon. */
export function timeFrom(text: string, _: RecordField, { time_zone }: Cell): string {
  const moment = dayOrderIn(text) === 'either' ? null : readMoment(text, 'dmy');
  return moment === null ? text : toApiTime(instantIn(moment, time_zone));
}

type Point = { label?: string; value: string };

/**
 * A column of e-mail addresses or phone numbers is the first entry, or the one with its label. A
 * further column adds one. None adds what is there already.
 */
export function pointFrom(text: string, _: RecordField, { current, label, again }: Cell): Point[] {
  const points = (current ?? []) as Point[];
  const there = points.findIndex(({ value }) => value.toLowerCase() === text.toLowerCase());
  if (there !== -1 && (again || label)) return points;
  const own = label ? points.findIndex((point) => point.label === label) : 0;
  const at = again ? -1 : own;
  const entry = { ...points[at], ...(label && { label }), value: text };
  if (points[at] === undefined) return [...points, entry];
  return points
    .map((point, place) => (place === at ? entry : point))
    .filter((_, place) => place === at || place !== there);
}

/** The list with this text in the first entry. The other entries stay. */
export function firstWith(text: string, _: RecordField, { part, current }: Cell): object[] {
  const [before, ...others] = (current ?? []) as object[];
  return [{ ...before, [part!]: text }, ...others];
}
