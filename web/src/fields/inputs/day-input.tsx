import { ActionIcon, CloseButton, Group, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { DayIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import { dayFault, sayTyped, toDay } from '../values/day-text.ts';
import { TimeOfDay } from './time-of-day.tsx';

const DayCalendar = later(
  async () => (await import('./day-calendar.tsx')).DayCalendar,
  () => null,
);

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  /**
   * In the form of the API: `2026-12-01`, or with `withTime` also `2026-12-01T09:00:00Z`. Empty
   * without a day. Any other text is one that could not be read: `dayFault` says so.
   */
  value: string;
  onChange: (day: string) => void;
  withTime?: boolean;
  /** True for an input that is edited alone. Its calendar is open from the start. */
  isAlone?: boolean;
  /** The last day to choose, for one of the past: "mon" is then the last Monday. */
  last?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/**
 * The input of a day, by words such as "fri" or "in 2w", with `withTime` also "fri 9:00", or by a
 * calendar. The calendar moves the content below it, so it covers no button. A text that is no day
 * keeps its form from being sent.
 */
export function DayInput({ className, value, withTime = false, isAlone = false, ...props }: Props) {
  const { onChange, onKeyDown, onBlur, error, last, ref, ...input } = props;
  const day = useDay({ value, withTime, isAlone, last, onChange, onKeyDown });
  const { isOpen, leave, choose } = day;
  // An Escape that closes the calendar does not close the dialog around it.
  const keepsEscape = (isOpen && !isAlone) || undefined;
  return (
    <div className={`day-input ${className ?? ''}`} data-open={isOpen || undefined}>
      <TextInput
        {...input}
        ref={useMergedRef(day.own, ref)}
        value={day.shown}
        error={error ?? day.fault}
        autoComplete="off"
        data-mantine-stop-propagation={keepsEscape}
        rightSectionWidth={value === '' ? '2.75rem' : '3.75rem'}
        rightSection={
          <Buttons day={day} value={value} isDisabled={input.disabled} keepsEscape={keepsEscape} />
        }
        onChange={(event) => day.type(event.currentTarget.value)}
        onInvalid={day.showFault}
        onKeyDown={day.press}
        onBlur={(event) => {
          leave();
          onBlur?.(event);
        }}
      />
      <div id={day.id} ref={day.calendar} className="day-calendar">
        {isOpen && (
          <>
            <DayCalendar
              value={value}
              isAlone={isAlone}
              last={last}
              onShown={day.enter}
              onChoose={choose}
              onEscape={day.leaveCalendar}
            />
            {withTime && (
              <TimeOfDay value={value} isAlone={isAlone} onChange={onChange} onLeave={day.leaveCalendar} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** What empties the input, and what opens and closes its calendar. */
function Buttons(props: {
  day: ReturnType<typeof useDay>;
  value: string;
  isDisabled: boolean | undefined;
  keepsEscape: true | undefined;
}) {
  const { day, value, isDisabled = false, keepsEscape } = props;
  return (
    <Group gap={0} wrap="nowrap">
      {value !== '' && !isDisabled && (
        <CloseButton
          size="1.5rem"
          tabIndex={-1}
          aria-label={records.clearDay}
          onClick={() => day.choose('')}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="1.5rem"
        disabled={isDisabled}
        aria-label={records.calendar}
        aria-expanded={day.isOpen}
        aria-controls={day.id}
        data-mantine-stop-propagation={keepsEscape}
        onClick={day.toggle}
        onKeyDown={({ key }) => key === 'Escape' && keepsEscape && day.toggle()}
      >
        <DayIcon />
      </ActionIcon>
    </Group>
  );
}

/** Returns what is typed, whether the calendar is open, and what keys and buttons do to both. */
function useDay(
  props: Pick<Props, 'value' | 'onChange' | 'onKeyDown'> & {
    withTime: boolean;
    isAlone: boolean;
    last: string | undefined;
  },
) {
  const { value, withTime, isAlone, last, onChange, onKeyDown } = props;
  const own = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const entersCalendar = useRef(false);
  const id = useId();
  const [isOpen, setIsOpen] = useState(isAlone);
  const [typed, setTyped] = useState({ text: '', value: '' });
  const [isLeft, setIsLeft] = useState(true);
  const fault = dayFault(value, withTime);
  // The browser then refuses to send the form of which this input is a part.
  useEffect(() => own.current?.setCustomValidity(fault ?? ''), [fault]);
  const type = (text: string) => {
    const read = toDay(text, withTime, last !== undefined);
    setTyped({ text, value: read });
    setIsLeft(false);
    onChange(read);
  };
  const leave = () => {
    setIsLeft(true);
    // A day that was read shows what it was read as.
    if (fault === null) setTyped({ text: '', value: '' });
  };
  const leaveCalendar = () => {
    if (!isAlone) setIsOpen(false);
    own.current?.focus();
  };
  const choose = (day: string) => {
    leave();
    onChange(day);
    leaveCalendar();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') setIsLeft(true);
    if (event.key === 'Escape' && isOpen && !isAlone) return setIsOpen(false);
    if (event.key !== 'ArrowDown') return onKeyDown?.(event);
    event.preventDefault();
    if (isOpen) return focusDay(calendar.current);
    entersCalendar.current = true;
    setIsOpen(true);
  };
  // The script of the calendar may come later than the key that opens it.
  const enter = () => {
    if (entersCalendar.current) focusDay(calendar.current);
    entersCalendar.current = false;
  };
  return {
    ...{ own, calendar, id, isOpen, type, leave, choose, leaveCalendar, press, enter },
    shown: typed.text !== '' && typed.value === value ? typed.text : sayTyped(value),
    fault: isLeft ? fault : null,
    showFault: () => setIsLeft(true),
    toggle: () => setIsOpen(!isOpen),
  };
}

/** Moves the focus to the chosen day of the calendar, or to the one that Tab would reach. */
function focusDay(calendar: HTMLElement | null): void {
  const days = ['[data-selected]', '[data-today]', '[tabindex="0"]'].map((mark) => `table button${mark}`);
  days
    .map((day) => calendar?.querySelector<HTMLElement>(day))
    .find(Boolean)
    ?.focus();
}
