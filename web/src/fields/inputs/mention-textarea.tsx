import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { records } from '../../texts/records.ts';
import { type Member, useMembers } from './members.ts';
import { beginningAt, offeredFor, withName } from './mention.ts';

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'ref'> & {
  ref?: Ref<HTMLTextAreaElement>;
  account_uuid: string;
  value: string;
  onChange: (text: string) => void;
};

/** An input of text that offers the members of the Account behind an @. */
export function MentionTextarea({ account_uuid, value, onChange, onKeyDown, ref, ...props }: Props) {
  const members = useMembers(account_uuid);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [cursor, setCursor] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const beginning = cursor === null ? null : beginningAt(value, cursor);
  const offered = beginning ? offeredFor(beginning, members) : [];
  const isOpen = offered.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  useEffect(() => setChosen(0), [beginning?.typed]);
  const choose = (member: Member) => {
    const next = withName(value, cursor!, beginning!, member);
    onChange(next.text);
    setCursor(null);
    // After the new text is there, which would put the cursor at its end.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="min(20rem, calc(100vw - 2rem))"
      onOptionSubmit={(uuid) => choose(offered.find((member) => member.uuid === uuid)!)}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <Textarea
          {...props}
          ref={useMergedRef(input, ref)}
          value={value}
          aria-autocomplete="list"
          aria-controls={isOpen ? id : undefined}
          aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setCursor(event.currentTarget.selectionStart);
          }}
          onBlur={() => setCursor(null)}
          onKeyDown={(event) => {
            if (!isOpen || event.ctrlKey || event.metaKey) return onKeyDown?.(event);
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) setChosen((chosen + step + offered.length) % offered.length);
            else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[chosen]!);
            else if (event.key === 'Escape') setCursor(null);
            else return onKeyDown?.(event);
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </Combobox.Target>
      <Offered id={id} members={offered} chosen={chosen} />
    </Combobox>
  );
}

/** The members who are offered, with the one that Enter takes. */
function Offered({ id, members, chosen }: { id: string; members: Member[]; chosen: number }) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options id={id} aria-label={records.members}>
        {members.map((member, index) => (
          <Combobox.Option
            key={member.uuid}
            id={`${id}-${index}`}
            value={member.uuid}
            selected={index === chosen}
            aria-selected={index === chosen}
            data-combobox-selected={index === chosen || undefined}
          >
            {member.name}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
