import './calendar.css';
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { WeekStart } from '@rapport/contract/days';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { useMayWriteHere } from '../fields/may-write.ts';
import { today } from '../fields/values/say.ts';
import { later } from '../layout/later.tsx';
import { Loading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useWindow } from '../layout/windows.ts';
import { useWhose, WhoseControl } from '../tasks/whose.tsx';
import { calendar as texts } from '../texts/calendar.ts';
import { common } from '../texts/common.ts';
import type { OnMove } from './chip.tsx';
import { DayCell } from './day-cell.tsx';
import { isShowable, monthOf, type Span, stepFrom, weekOf } from './days.ts';
import { byDay, ITEMS_MAX, useItems } from './items.ts';
import { type Followed, useKeys, useMove, useMoveWithFocus } from './move.ts';
import { PhoneMonth } from './phone-month.tsx';
import { sayMonth, sayRange, sayWeekday } from './say-days.ts';

const NewTask = later(async () => (await import('./new-task.tsx')).NewTask);
const FeedDialog = later(async () => (await import('./feed-dialog.tsx')).FeedDialog);

/** The page of the calendar: tasks by the day on which they are due, and closes of Deals. */
export function CalendarPage() {
  const place = usePlace();
  const { day, span } = place;
  const [whose, setWhose] = useWhose();
  const { data: accounts } = useAccounts();
  const week_starts_on = useWeekStart();
  const days = span === 'week' ? weekOf(day, week_starts_on) : monthOf(day, week_starts_on);
  const read = useItems(days[0]!, days.at(-1)!, whose === 'mine');
  const mayWrite = useMayWriteHere();
  const [addingOn, setAddingOn] = useState<string | null>(null);
  const [isSubscribing, setIsSubscribing] = useState(false);
  const followed = useRef<Followed | null>(null);
  const subscribe = () => setIsSubscribing(true);
  const title = span === 'week' ? sayRange(days[0]!, days.at(-1)!) : sayMonth(day);
  useDocumentTitle(`${texts.title} · ${common.product}`);
  if (accounts?.length === 0) return <NoAccount />;
  return (
    <Stack gap="sm" className="cal-page">
      <Head place={place} title={title} whose={whose} onWhose={setWhose} onSubscribe={subscribe} />
      <ProblemAlert error={read.error} onRetry={read.refetch} />
      {read.isCut && <Text size="sm">{texts.cut(ITEMS_MAX)}</Text>}
      {accounts === undefined || (read.items === undefined && !read.error) ? (
        <Loading h={480} />
      ) : (
        <Days
          days={days}
          place={place}
          items={read.items ?? []}
          followed={followed}
          onAdd={mayWrite ? setAddingOn : null}
        />
      )}
      {mayWrite && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {texts.keys}
        </Text>
      )}
      <Button variant="default" hiddenFrom="sm" onClick={subscribe}>
        {texts.subscribe}
      </Button>
      {addingOn && <NewTask day={addingOn} onClose={() => setAddingOn(null)} />}
      {isSubscribing && <FeedDialog onClose={() => setIsSubscribing(false)} />}
    </Stack>
  );
}

type Place = ReturnType<typeof usePlace>;

function Head(props: {
  place: Place;
  title: string;
  whose: string;
  onWhose: (whose: string) => void;
  onSubscribe: () => void;
}) {
  const { place, title, whose, onWhose, onSubscribe } = props;
  const { isPhone } = useWindow();
  // The bar of a phone has room for the title alone.
  const steps = <Steps place={place} title={title} />;
  return (
    <div>
      <div className="page-bar">
        <Title order={1}>{texts.title}</Title>
        {!isPhone && steps}
      </div>
      <div className="page-acts">
        {isPhone && <div>{steps}</div>}
        <Group gap="xs">
          <Choices place={place} whose={whose} onWhose={onWhose} />
          <Button variant="default" size="xs" visibleFrom="sm" onClick={onSubscribe}>
            {texts.subscribe}
          </Button>
        </Group>
      </div>
    </div>
  );
}

function Days(props: {
  days: string[];
  place: Place;
  items: NonNullable<ReturnType<typeof useItems>['items']>;
  followed: RefObject<Followed | null>;
  onAdd: ((day: string) => void) | null;
}) {
  const { days, place, onAdd } = props;
  const { day: chosen, span } = place;
  const grid = useRef<HTMLDivElement>(null);
  const { items, move } = useMove(props.items);
  const { isPhone } = useWindow();
  const isPhoneMonth = isPhone && span === 'month';
  const isShown = (day: string) => (isPhoneMonth ? day === chosen : days.includes(day));
  const show = (day: string) => place.go({ day });
  const moveWithFocus = useMoveWithFocus(grid, props.followed, move, isShown, show);
  useKeys(grid, items, onAdd === null ? null : moveWithFocus);
  const onDays = byDay(items);
  const month = chosen.slice(0, 7);
  const onMove: OnMove = (item, day, isByKey) => void (isByKey ? moveWithFocus : move)(item, day);
  const shared = { onMove: onAdd === null ? null : onMove, onAdd };
  return (
    <div ref={grid}>
      {span === 'month' && (
        <div className="cal-weekdays" aria-hidden>
          {days.slice(0, 7).map((day) => (
            <span key={day}>{sayWeekday(day)}</span>
          ))}
        </div>
      )}
      {isPhoneMonth ? (
        <PhoneMonth
          {...shared}
          days={days}
          month={month}
          chosen={chosen}
          items={onDays}
          onChoose={(day) => place.go({ day })}
        />
      ) : (
        <ul className="cal-grid" data-span={span}>
          {days.map((day) => (
            <DayCell
              {...shared}
              key={day}
              day={day}
              items={onDays.get(day) ?? []}
              isOutside={span === 'month' && !day.startsWith(month)}
              isWeek={span === 'week'}
              onOpen={(day) => place.go({ day, span: 'week' })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A month or a week, and whose tasks. */
function Choices(props: { place: Place; whose: string; onWhose: (whose: string) => void }) {
  const { place, whose, onWhose } = props;
  return (
    <>
      <SegmentedControl
        aria-label={texts.span}
        size="xs"
        data={(['month', 'week'] as const).map((value) => ({ value, label: texts[value] }))}
        value={place.span}
        onChange={(value) => place.go({ span: value as Span })}
      />
      <WhoseControl label={texts.whose} value={whose} onChange={onWhose} />
    </>
  );
}

/** The buttons to other months or weeks, and what is shown. */
function Steps({ place, title }: { place: Place; title: string }) {
  const { day, span, go } = place;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="1.875rem"
        aria-label={texts.before[span]}
        onClick={() => go({ day: stepFrom(day, span, -1) })}
      >
        ‹
      </ActionIcon>
      <Button variant="default" size="xs" flex="none" onClick={() => go({ day: today() })}>
        {texts.today}
      </Button>
      <ActionIcon
        variant="default"
        size="1.875rem"
        aria-label={texts.after[span]}
        onClick={() => go({ day: stepFrom(day, span, 1) })}
      >
        ›
      </ActionIcon>
      <Text fw="bold" role="status" pl={6}>
        {title}
      </Text>
    </Group>
  );
}

/** The day and the span in the address, so that "Back" leads from a record to the same place. */
function usePlace() {
  const { day, span } = useSearch({ strict: false }) as { day?: string; span?: string };
  const navigate = useNavigate();
  return {
    day: isShowable(day) ? day : today(),
    span: span === 'week' ? ('week' as const) : ('month' as const),
    go: (to: { day?: string; span?: Span }) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...to }) as never, replace: true }),
  };
}

/** Where the weeks of the chosen Account begin; without one, those of the first. */
function useWeekStart(): WeekStart {
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  return (current ?? accounts?.[0])?.week_starts_on ?? 'monday';
}
