import { TagsInput as Input, type TagsInputProps } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useListInside } from '../../layout/list-inside.ts';
import { records } from '../../texts/records.ts';
import { useTags } from './use-tags.ts';

/** As many suggestions as a person looks through before typing another letter. */
const SUGGESTED_MAX = 30;

type Props = Omit<TagsInputProps, 'value' | 'onChange' | 'data'> & {
  /** One tag a line. */
  text: string;
  account_uuid: string | null;
  isAlone: boolean;
  onType: (text: string) => void;
};

/**
 * The input of tags, which suggests those of the Account. Enter and a comma add the typed one; text
 * that is not added yet counts as a tag, too. Without any, Enter belongs to the form.
 */
export function TagsInput({ text, account_uuid, isAlone, onType, onKeyDown, ...props }: Props) {
  const tags = useTags(account_uuid);
  const names = tags.toSorted((a, b) => b.count - a.count).map(({ name }) => name);
  const [{ chosen, typed }, setShown] = useState({ chosen: linesOf(text), typed: '' });
  // One event may change both, before the input is drawn again.
  const now = useRef({ chosen, typed });
  const change = (changes: Partial<typeof now.current>) => {
    now.current = { ...now.current, ...changes };
    setShown(now.current);
    onType([...new Set([...now.current.chosen, ...namesIn(now.current.typed)])].join('\n'));
  };
  const add = (values: string[]) =>
    change({ chosen: [...new Set(values.flatMap((one) => (chosen.includes(one) ? [one] : namesIn(one))))] });
  const take = () =>
    change({ chosen: [...new Set([...now.current.chosen, ...namesIn(now.current.typed)])], typed: '' });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && now.current.typed.trim() !== '') return;
    onKeyDown?.(event);
  };
  const { box, ...list } = useListInside();
  return (
    <div ref={box} className="list-inside">
      <Input
        {...props}
        {...list}
        data={[...new Set(names)]}
        limit={SUGGESTED_MAX}
        value={chosen}
        onChange={add}
        searchValue={typed}
        onSearchChange={(next) => change({ typed: next })}
        acceptValueOnBlur={false}
        onBlur={(event) => {
          props.onBlur?.(event);
          // The suggestions of no text would come back, and a button under the pointer would move.
          if (document.querySelector('button:active') === null) take();
        }}
        maxTags={50}
        placeholder={chosen.length === 0 ? records.tagsPlaceholder : undefined}
        onKeyDown={press}
      />
    </div>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

/** The tags in typed text, which commas separate. */
function namesIn(typed: string): string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
