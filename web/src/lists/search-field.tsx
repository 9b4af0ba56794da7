import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../layout/icons.tsx';
import { useListSearch, WORDS_MAX_LENGTH } from './list.ts';

/** The search input of a list. The address holds its words. */
export function SearchField({ label }: { label: string }) {
  const [search, change] = useListSearch();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(search.q ?? '');
  const find = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 150);
  useHotkeys([['/', () => input.current?.focus()]]);
  // Follows a change of the address by "Back".
  useEffect(() => {
    if (document.activeElement !== input.current) setWords(search.q ?? '');
  }, [search.q]);
  return (
    <TextInput
      ref={input}
      type="search"
      className="list-search"
      size="xs"
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
