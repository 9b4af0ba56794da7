import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { fold } from '@rapport/contract/fold';
import type { SearchHit } from '@rapport/contract/records/search';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { get, withQuery } from '../../api/request.ts';
import { useListInside } from '../../layout/list-inside.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { type Kind, kindNamed, nameOf } from '../kinds.ts';
import { useNear } from '../near.ts';
import { useReferred } from '../titles.ts';

/** The most matches that are shown. Another letter finds a record faster than a longer list. */
const FOUND_MAX = 20;

type Props = {
  /** The kinds of record to choose from. */
  to: readonly string[];
  value: Ref | null;
  account_uuid?: string | null | undefined;
  label?: string;
  'aria-label'?: string;
  error?: string | null | undefined;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  type?: 'search';
  /** The records chosen before, if several can be chosen. Each choice then empties the input. */
  others?: Ref[];
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onChange: (chosen: Ref | null) => void;
};

/** The kind and the uuid of a record. */
export type Ref = { resource: string; uuid: string };

/**
 * The input of a record, found by its name. The first match is marked, and Enter takes it. The list
 * moves the content below it, so it covers no button.
 */
export function RecordSelect(props: Props) {
  const { to, value, account_uuid: _, others, onKeyDown, onChange, ...input } = props;
  const [words, setWords] = useState('');
  const own = useRef<HTMLInputElement>(null);
  // The words of somebody who left the input without a record. They stay, and stop the form.
  const [lost, setLost] = useState<string | null>(null);
  const fault = lost === null ? null : records.recordNotChosen(lost);
  useEffect(() => own.current?.setCustomValidity(fault ?? ''), [fault]);
  const { box, ...list } = useListInside();
  const { matches, all, isTyped, isSearching, isFetching } = useChoices(props, words);
  const hints = new Map(all.map((one) => [toOption(one).value, one.hint]));
  // Leaving the input takes the first match, so that typed words are not lost. An input that is
  // edited alone has Cancel beside it, and pressing Cancel must not choose.
  const choosesOnLeave = isTyped && !input.autoFocus;
  const type = (next: string) => {
    const isLeaving = !box.current?.contains(document.activeElement);
    const isTaken = choosesOnLeave && matches.length > 0;
    const isLost = isLeaving && !isTaken && next === '' && isTyped && words.trim() !== '' && value === null;
    setLost(isLost ? words.trim() : null);
    if (!isLost) setWords(next);
  };
  return (
    <div ref={box} className="list-inside">
      <Select
        {...input}
        {...list}
        ref={own}
        error={input.error ?? fault}
        data={to.length === 1 ? all.map(toOption) : byKind(to, all)}
        value={value && toOption({ ...value, title: '' }).value}
        searchValue={words}
        searchable
        clearable={!input.required}
        openOnFocus={others === undefined}
        placeholder={records.chooseRecord(to.map((one) => kindNamed(one)?.label ?? one).join(', '))}
        nothingFoundMessage={isSearching ? records.searching : records.nothingFound}
        selectFirstOptionOnChange={isTyped && !isSearching}
        autoSelectOnBlur={choosesOnLeave}
        renderOption={({ option }) => <Choice label={option.label} hint={hints.get(option.value)} />}
        // The API has already searched, also in fields that the label does not contain.
        filter={({ options }) => options}
        rightSection={isFetching && isTyped ? <Loader size="xs" /> : undefined}
        onSearchChange={type}
        onKeyDown={(event) => {
          // Enter would submit the form without the record.
          if (event.key === 'Enter' && isTyped) event.preventDefault();
          onKeyDown?.(event);
        }}
        onChange={(option) => {
          const [resource, uuid] = option?.split(' ') ?? [];
          if (others) setWords('');
          onChange(resource && uuid ? { resource, uuid } : null);
        }}
      />
    </div>
  );
}

/** A choice, with what tells it from others of the same name. */
function Choice({ label, hint }: { label: string; hint: string | null | undefined }) {
  return (
    <span className="choice-with-hint">
      {label}
      {hint && (
        <Text span size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </span>
  );
}

/**
 * Returns the records that match the words, and all choices: with the chosen record, even if it
 * does not match. `isTyped`: the words are not those of the chosen record.
 */
function useChoices({ to, value, account_uuid, others }: Props, words: string) {
  const [q] = useDebouncedValue(words.trim(), 150);
  const chosen = useReferred(value?.resource ?? to[0]!, value?.uuid ?? null);
  const chosenName = value && chosen ? nameOf(chosen, kindNamed(value.resource)!.title) : '';
  const isTyped = words !== '' && words !== chosenName;
  const { found, isFetching } = useFound(to, q === chosenName ? '' : q, account_uuid);
  const isSearching = isFetching || words.trim() !== q;
  // No matches of earlier words, because Enter would take a record that the User did not look for.
  const matches = isTyped && isSearching ? [] : found.filter((one) => !others?.some(isSameAs(one)));
  const isThere = matches.some(({ uuid }) => uuid === value?.uuid);
  const all = value && !isThere ? [{ ...value, title: chosenName || '…', hint: null }, ...matches] : matches;
  return { matches, all, isTyped, isSearching, isFetching };
}

type Found = Ref & { title: string; hint: string | null };

/**
 * Returns the records that match the words: those near first, then those whose name begins with
 * them. Enter takes the first. Without words, those near and the latest changed ones of the first
 * kind.
 */
function useFound(to: readonly string[], q: string, account_uuid: string | null | undefined) {
  const near = useNearOnes(to, account_uuid);
  const { data = [], isFetching } = useFoundAnywhere(to, q, account_uuid);
  const words = fold(q).split(' ');
  const own = near.data?.filter(({ title }) => words.every((word) => fold(title).includes(word))) ?? [];
  const others = data.filter((one) => !own.some(isSameAs(one)));
  return { found: [...own, ...others], isFetching: isFetching || near.isFetching };
}

/** The most that are near: people of one business. */
const NEAR_MAX = 50;

/** Reads the records that the page offers first. */
function useNearOnes(to: readonly string[], account_uuid: string | null | undefined) {
  const kind = kindNamed(to[0]!)!;
  const near = useNear(kind.resource);
  return useQuery({
    queryKey: [kind.path, 'to-choose', 'near', account_uuid, near?.query],
    queryFn: async ({ signal }): Promise<Found[]> => {
      const parameters = { account_uuid, ...near!.query, sort: kind.title, limit: NEAR_MAX };
      const read = await get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters), signal);
      return read.map((record) => ({ ...foundIn(kind, record), hint: String(record[near!.hint] ?? '') }));
    },
    enabled: to.length === 1 && near !== undefined,
  });
}

function useFoundAnywhere(to: readonly string[], q: string, account_uuid: string | null | undefined) {
  const kind = kindNamed(to[0]!)!;
  return useQuery({
    queryKey: [kind.path, 'to-choose', to.join(), account_uuid, q],
    queryFn: async ({ signal }): Promise<Found[]> => {
      if (q !== '') {
        const parameters = { q, resources: to.join(), account_uuid, limit: FOUND_MAX };
        return get<SearchHit[]>(withQuery('/api/v2/search', parameters), signal);
      }
      const parameters = { account_uuid, sort: '-updated_at', limit: FOUND_MAX };
      const read = await get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters), signal);
      return read.map((record) => foundIn(kind, record));
    },
  });
}

function foundIn({ resource, title }: Kind, record: RecordData): Found {
  return { resource, uuid: record.uuid, title: nameOf(record, title), hint: null };
}

const isSameAs = (one: Ref) => (other: Ref) => other.uuid === one.uuid;

function toOption({ resource, uuid, title }: Omit<Found, 'hint'>) {
  return { value: `${resource} ${uuid}`, label: title };
}

/** Returns the options in groups, one for each kind. */
function byKind(to: readonly string[], all: Found[]) {
  return to
    .map((resource) => ({
      group: kindNamed(resource)?.label ?? resource,
      items: all.filter((found) => found.resource === resource).map(toOption),
    }))
    .filter(({ items }) => items.length > 0);
}
