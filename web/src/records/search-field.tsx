import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../layout/icons.tsx';
import { useListSearch, WORDS_MAX_LENGTH } from './list.ts';

/** The words that a list is searched for, as they stand in the address. */
export function SearchField({ label }: { label: string }) {
  const [search, change] = useListSearch();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(search.q ?? '');
  const find = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 150);
  useHotkeys([['/', () => input.current?.focus()]]);
  // "Back" changes the address without the input: they must say the same.
  useEffect(() => {
    if (document.activeElement !== input.current) setWords(search.q ?? '');
  }, [search.q]);
  return (
    <TextInput
      ref={input}
      type="search"
      className="list-search"
      maw={420}
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon />}
      value={words}
      maxLength={WORDS_MAX_LENGTH}
      onChange={(event) => {
        setWords(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
}
