import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { SearchHit } from '@rapport/contract/records/search';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { get, withQuery } from '../../api/request.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { kindNamed, nameOf } from '../kinds.ts';
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
  const { box, ...list } = useList();
  const { matches, all, isTyped, isSearching, isFetching } = useChoices(props, words);
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
    <div ref={box} className="record-select">
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
  const all = value && !isThere ? [{ ...value, title: chosenName || '…' }, ...matches] : matches;
  return { matches, all, isTyped, isSearching, isFetching };
}

/** The list of choices, which is part of the page's flow. */
function useList() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  return {
    box,
    dropdownOpened: isOpen,
    onDropdownOpen: () => {
      setIsOpen(true);
      requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'nearest' }));
    },
    // The list closes after the pointer is released. Otherwise a pressed button would move away and
    // lose its click.
    onDropdownClose: () => {
      if (document.querySelector('button:active') === null) setIsOpen(false);
      else window.addEventListener('pointerup', () => setTimeout(() => setIsOpen(false)), { once: true });
    },
    comboboxProps: { withinPortal: false },
  };
}

type Found = Ref & { title: string };

/**
 * Returns the records that match the words, first those whose name begins with them: Enter takes
 * the first. Without words, the latest changed ones of the first kind.
 */
function useFound(to: readonly string[], q: string, account_uuid: string | null | undefined) {
  const kind = kindNamed(to[0]!)!;
  const { data = [], isFetching } = useQuery({
    queryKey: [kind.path, 'to-choose', to.join(), account_uuid, q],
    queryFn: async ({ signal }): Promise<Found[]> => {
      if (q !== '') {
        const parameters = { q, resources: to.join(), account_uuid, limit: FOUND_MAX };
        return get<SearchHit[]>(withQuery('/api/v2/search', parameters), signal);
      }
      const parameters = { account_uuid, sort: '-updated_at', limit: FOUND_MAX };
      const read = await get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters), signal);
      return read.map((record) => ({
        resource: kind.resource,
        uuid: record.uuid,
        title: nameOf(record, kind.title),
      }));
    },
  });
  return { found: data, isFetching };
}

const isSameAs = (one: Ref) => (other: Ref) => other.uuid === one.uuid;

function toOption({ resource, uuid, title }: Found) {
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
