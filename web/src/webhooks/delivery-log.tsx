import { Badge, Button, Drawer, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import type { EventType } from '@rapport/contract/events';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pagesOf } from '../api/queries.ts';
import { useEventTypes } from '../developers/event-types.ts';
import { Empty } from '../layout/empty.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { optionsOf } from '../layout/standards.ts';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import {
  DELIVERY_STATE_LABELS,
  ERROR_KIND_LABELS,
  ERROR_KINDS,
  NOT_SENT_REASONS,
  webhooks as texts,
} from '../texts/webhooks.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { StateOf } from './delivery-state.tsx';
import { fromInput, LATEST_INPUT, toInput } from './local-time.ts';
import { NextAttempt } from './next-attempt.tsx';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

type Search = { state?: string; error_kind?: string; event?: string; until?: string; delivery?: string };

/** The deliveries of a subscription. The address holds the filters and the open delivery. */
export function DeliveryLog({
  subscription: { uuid, next_probe_at },
  isLive,
  onRecover,
}: {
  subscription: Subscription;
  isLive: boolean;
  onRecover: () => void;
}) {
  const { search, change, open, close } = useLogAddress();
  const log = useDeliveries(uuid, search);
  const deliveries = log.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section
      title={texts.log}
      about={texts.logAbout}
      actions={
        <Button variant="default" onClick={onRecover}>
          {texts.recover}
        </Button>
      }
    >
      <Group gap="xs">
        <Badge variant="dot" color={isLive ? 'teal' : 'gray'} tt="none" size="lg">
          {isLive ? texts.live : texts.notLive}
        </Badge>
        <Filters search={search} onChange={change} />
      </Group>
      <UntilRead query={log} h={160} />
      {log.isSuccess && deliveries.length === 0 && (
        <Empty title={texts.logEmptyTitle} what={isFiltered(search) ? texts.logNone : texts.logEmpty} />
      )}
      {deliveries.length > 0 && (
        <Rows highlightOnHover className="stacking-table delivery-log">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.uuid}
              delivery={delivery}
              next_probe_at={next_probe_at}
              onOpen={() => open(delivery.uuid)}
            />
          ))}
        </Rows>
      )}
      <MoreButton pages={log} />
      <Drawer
        opened={search.delivery !== undefined}
        onClose={close}
        title={texts.delivery}
        position="right"
        size="lg"
      >
        {search.delivery && <DeliveryDetails uuid={search.delivery} next_probe_at={next_probe_at} />}
      </Drawer>
    </Section>
  );
}

/** Returns the state in the address, and the functions that change it. */
function useLogAddress() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const router = useRouter();
  const wasOpenedHere = useRef(false);
  const change = (changes: Search, replace = false) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }), replace });
  const open = (delivery: string) => {
    wasOpenedHere.current = true;
    change({ delivery });
  };
  // Closing a delivery that was opened here goes back in the history, so that Back never opens it
  // again.
  const close = () => {
    if (wasOpenedHere.current) router.history.back();
    else change({ delivery: undefined }, true);
    wasOpenedHere.current = false;
  };
  return { search, change, open, close };
}

/**
 * Checks the filters one by one, because the address also holds other state, such as the Account.
 */
function isFiltered({ state, error_kind, event, until }: Search): boolean {
  return [state, error_kind, event, until].some(Boolean);
}

function useDeliveries(uuid: string, { state, error_kind, event, until }: Search) {
  return useInfiniteQuery({
    queryKey: ['deliveries', uuid, state, error_kind, event, until],
    ...pagesOf<WebhookDelivery>(`${SUBSCRIPTIONS_PATH}/${uuid}/deliveries`, {
      'filter[state]': state,
      'filter[error_kind]': error_kind,
      'filter[event]': event,
      'filter[created_at][lte]': until,
      limit: 25,
    }),
    placeholderData: keepPreviousData,
  });
}

function Filters({
  search,
  onChange,
}: {
  search: Search;
  onChange: (changes: Search, replace?: boolean) => void;
}) {
  const { data: types = [] } = useEventTypes();
  return (
    <>
      <NativeSelect
        aria-label={texts.state}
        value={search.state ?? ''}
        data={[{ value: '', label: texts.anyState }, ...optionsOf(DELIVERY_STATE_LABELS)]}
        onChange={(event) => onChange({ state: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={texts.errorKind}
        value={search.error_kind ?? ''}
        data={[{ value: '', label: texts.anyErrorKind }, ...optionsOf(ERROR_KIND_LABELS)]}
        onChange={(event) => onChange({ error_kind: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={texts.event}
        value={search.event ?? ''}
        data={[{ value: '', label: texts.anyEvent }, ...eventOptions(types, search.event)]}
        onChange={(event) => onChange({ event: event.currentTarget.value || undefined })}
      />
      <UntilInput until={search.until} onChange={(until) => onChange({ until }, true)} />
    </>
  );
}

/** The typed time is kept here, because an incomplete time in the address would clear the field. */
function UntilInput({
  until,
  onChange,
}: {
  until: string | undefined;
  onChange: (until: string | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    setTyped((before) => (toMoment(before) === until ? before : toInput(new Date(until ?? ''))));
  }, [until]);
  return (
    <TextInput
      type="datetime-local"
      aria-label={texts.logUntil}
      leftSection={<Text size="sm">{texts.logUntilShort}</Text>}
      leftSectionWidth={56}
      max={LATEST_INPUT}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(toMoment(value));
      }}
    />
  );
}

/** The years of an incomplete date, such as 0002, are before this time. */
const EARLIEST_MS = Date.UTC(2000);

/** Returns the end of the chosen minute, so that all its deliveries are included. */
function toMoment(input: string): string | undefined {
  if (!(Date.parse(input) >= EARLIEST_MS)) return undefined;
  return new Date(fromInput(input).getTime() + 59_999).toISOString();
}

/**
 * Always includes the chosen event, even if the catalogue is not read or lacks it. Otherwise no
 * filter would seem to be set.
 */
function eventOptions(types: EventType[], chosen: string | undefined): string[] {
  return [...new Set([...types.map(({ event }) => event), ...(chosen ? [chosen] : [])])];
}

function DeliveryRow({
  delivery,
  next_probe_at,
  onOpen,
}: {
  delivery: WebhookDelivery;
  next_probe_at: string | null;
  onOpen: () => void;
}) {
  const result = sayResult(delivery);
  const attempts = texts.attempts(delivery.attempt_count);
  return (
    <Table.Tr>
      <Table.Td w={110}>
        <StateOf delivery={delivery} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" className="break-anywhere">
          <Text span size="sm" ff="monospace">
            {delivery.event}
          </Text>{' '}
          <bdi>{delivery.record_name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {result}
          {result !== '' && delivery.next_attempt_at && ' · '}
          {delivery.next_attempt_at && (
            <NextAttempt at={delivery.next_attempt_at} next_probe_at={next_probe_at} />
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          <Time at={delivery.created_at} />
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          fw="bold"
          aria-label={texts.inspect(attempts, delivery)}
          onClick={onOpen}
        >
          {attempts}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function sayResult({ not_sent_reason, response_status, error_kind }: WebhookDelivery): string {
  if (not_sent_reason) return NOT_SENT_REASONS[not_sent_reason];
  const answered = response_status === null ? null : texts.answered(response_status);
  return [answered, error_kind && ERROR_KINDS[error_kind]].filter(Boolean).join(', ');
}
