import { useLocalStorage } from '@mantine/hooks';
import type { View } from '@rapport/contract/views';
import { useMemo } from 'react';
import { isSame } from '../../fields/same.ts';
import { fieldOf, type RecordView, useView } from '../../fields/view.ts';
import { typedBy } from '../../layout/draft.ts';
import { useListSearch } from '../list.ts';
import { useSavedView } from '../saved/use-saved-view.ts';

type Layout = { names: string[]; widths: Record<string, number> };

/** A layout that somebody chose, with the columns of the view at that time. */
type Chosen = Layout & { of?: View['columns'] };

/** The narrowest column in which a value is readable. */
const WIDTH_MIN_PX = 60;
const WIDTH_MAX_PX = 800;

/**
 * Returns the chosen columns, their order and widths, and functions to change them. Each User has a
 * layout for each browser, and another one for windows as narrow as a phone.
 */
export function useColumnLayout(isNarrow: boolean) {
  const view = useView();
  const { view: saved } = useSavedView();
  // Columns that are changed in a view are a draft of it until it is saved.
  const key = `rapport-${view.resource}-columns-${typedBy()}${saved ? `-${saved.uuid}` : ''}`;
  const wide = useMemo(() => layoutOf(saved) ?? { names: view.default_columns, widths: {} }, [saved, view]);
  const [{ sort }] = useListSearch();
  const narrow = useMemo(() => narrowLayout(view, sort), [view, sort]);
  // Only what somebody changed is kept. A kept copy of a view's columns would outlive their change.
  const stored = { defaultValue: null, getInitialValueInEffect: false } as const;
  const wideState = useLocalStorage<Chosen | null>({ key, ...stored });
  const narrowState = useLocalStorage<Chosen | null>({ key: `${key}-phone`, ...stored });
  const [changed, set, reset] = isNarrow ? narrowState : wideState;
  const layout = changed ?? (isNarrow ? narrow : wide);
  const put = (chosen: Layout) => set({ of: saved?.columns, ...chosen });
  const isChanged = saved !== undefined && !isNarrow && !isSame(keptOf(layout), keptOf(wide));
  return {
    layout,
    choose: (names: string[]) =>
      put({ ...layout, names: [view.title, ...names.filter((name) => name !== view.title)] }),
    move: (name: string, to: string) => put({ ...layout, names: moved(layout.names, name, to) }),
    resize: (name: string, width: number) => put({ ...layout, widths: resized(layout.widths, name, width) }),
    reset,
    /** The columns as a view keeps them. Undefined in a narrow window, which has others. */
    kept: isNarrow ? undefined : keptOf(layout),
    isChanged,
    isOutdated: isChanged && changed?.of !== undefined && !isSame(changed.of, saved.columns),
  };
}

/**
 * On a phone few values stand below the name. What the list is sorted by is among them, because it
 * says why a record stands where it does.
 */
function narrowLayout(view: RecordView, sort: string | undefined): Layout {
  const sorted = sort?.replace(/^-/, '') ?? view.title;
  const isMore = isColumn(view, sorted) && !view.phone_columns.includes(sorted);
  const names = isMore ? [...view.phone_columns, sorted] : view.phone_columns;
  return { names, widths: {} };
}

function isColumn(view: RecordView, name: string): boolean {
  return view.columns.includes(name) || fieldOf(view, name)?.custom_key !== undefined;
}

export type ColumnLayout = ReturnType<typeof useColumnLayout>;

/**
 * Returns the names with `name` at the place of `to`. The first column names the record and stays
 * first.
 */
export function moved(names: string[], name: string, to: string): string[] {
  const place = names.indexOf(to);
  if (place < 1 || names.indexOf(name) < 1) return names;
  const others = names.filter((other) => other !== name);
  return [...others.slice(0, place), name, ...others.slice(place)];
}

/** Returns the widths with this one in px, kept within limits. Zero restores the usual width. */
function resized(widths: Record<string, number>, name: string, width: number): Record<string, number> {
  const { [name]: _, ...others } = widths;
  if (width === 0) return others;
  return { ...others, [name]: Math.round(Math.min(Math.max(width, WIDTH_MIN_PX), WIDTH_MAX_PX)) };
}

/** The columns of a view, without those of fields that are archived. */
function layoutOf(saved: View | undefined): Layout | null {
  if (!saved?.columns) return null;
  const columns = saved.columns.filter(
    ({ field }) => !saved.faults.some(({ pointer }) => pointer === `columns[${field}]`),
  );
  const widths = columns.flatMap(({ field, width }) => (width === null ? [] : [[field, width] as const]));
  return { names: columns.map(({ field }) => field), widths: Object.fromEntries(widths) };
}

function keptOf({ names, widths }: Layout): View['columns'] {
  return names.map((field) => ({ field, width: widths[field] ?? null }));
}
