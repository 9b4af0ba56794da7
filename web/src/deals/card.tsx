import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Deal } from '@rapport/contract/records/deals';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Referred } from '../fields/drawn/referred.tsx';
import { useNames } from '../fields/names.ts';
import { Day } from '../fields/values/day.tsx';
import { dayOf, sayAmount } from '../fields/values/say.ts';
import { Face } from '../layout/face.tsx';
import { MoreIcon } from '../layout/icons.tsx';
import { deals as texts } from '../texts/deals.ts';
import { records } from '../texts/records.ts';
import { type Column, staleDays } from './board-data.ts';
import type { Move } from './change-deal.ts';

type Props = {
  deal: Deal;
  column: Column;
  columns: Column[];
  mayMove: boolean;
  onMove: (deal: Deal, move: Move, said: string) => void;
};

/** A Deal on the board: its amount, its owner, its next step, and a mark when it is stale. */
export function Card(props: Props) {
  const { deal, column, mayMove } = props;
  const card = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [menuIsOpen, menu] = useDisclosure();
  const names = useNames();
  useEffect(() => {
    if (!mayMove) return;
    return draggable({
      element: card.current!,
      getInitialData: () => ({ deal }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [deal, mayMove]);
  const owner = deal.owner_uuid && names[deal.owner_uuid];
  return (
    <li
      ref={card}
      className="deal-card"
      data-deal={deal.uuid}
      data-dragged={isDragged || undefined}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'm' && mayMove && !menuIsOpen) {
          event.preventDefault();
          menu.open();
        }
      }}
    >
      <Group justify="space-between" gap={4} wrap="nowrap" align="start">
        <Link to={`/deals/${deal.uuid}` as string} className="card-link break-anywhere" draggable={false}>
          {deal.title}
        </Link>
        {mayMove && <MoveMenu {...props} isOpen={menuIsOpen} toggle={menu.toggle} close={menu.close} />}
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {deal.client_uuid ? <Referred resource="client" uuid={deal.client_uuid} isPlain /> : texts.noClient}
      </Text>
      <Group justify="space-between" gap={6} mt={4}>
        <Text size="sm" fw="bold">
          {sayAmount(deal.amount, deal.currency)}
        </Text>
        {owner && <Face id={deal.owner_uuid!} name={owner} label={records.ownedBy(owner)} />}
      </Group>
      <Marks deal={deal} column={column} />
    </li>
  );
}

/** The next step, and warnings. */
function Marks({ deal, column }: { deal: Deal; column: Column }) {
  const days = staleDays(deal, column.rot_days, Date.now());
  return (
    <Group gap={8} mt={4} className="card-marks">
      {deal.next_task_due_on ? (
        <DueMark label={texts.next} {...nextStep(deal)} />
      ) : (
        <Text size="xs" fw="bold" className="mark-warn">
          {texts.noNextStep}
        </Text>
      )}
      {days !== null && (
        <Text size="xs" fw="bold" className="mark-warn">
          {texts.stale(days)}
        </Text>
      )}
      {days === null && deal.expected_close_on && (
        <DueMark label={texts.closes} date={deal.expected_close_on} />
      )}
    </Group>
  );
}

function nextStep({ next_task_due_on, next_task_due_at }: Deal): { date: string; at: string | null } {
  return {
    date: dayOf({ due_on: next_task_due_on, due_at: next_task_due_at })!,
    at: next_task_due_at,
  };
}

/** A day that is marked once it is past. */
function DueMark({ label, date, at = null }: { label: string; date: string; at?: string | null }) {
  return (
    <span>
      <Text span size="xs" c="dimmed">
        {label}{' '}
      </Text>
      <Day date={date} at={at} isDue />
    </span>
  );
}

/** The menu that moves a Deal without dragging. */
function MoveMenu(props: Props & { isOpen: boolean; toggle: () => void; close: () => void }) {
  const { deal, columns, onMove, isOpen } = props;
  const first = columns.find(({ uuid }) => uuid !== deal.stage_uuid);
  return (
    <Menu
      opened={isOpen}
      onChange={(open) => !open && props.close()}
      position="bottom-end"
      shadow="md"
      // The first step takes the focus, so that the arrows and Enter act on the menu at once.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts.moveOf(deal.title)}
          onClick={props.toggle}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.moveTo}</Menu.Label>
        {columns.map(({ uuid, name }) => (
          <Menu.Item
            key={uuid}
            disabled={uuid === deal.stage_uuid}
            data-autofocus={uuid === first?.uuid || undefined}
            onClick={() => onMove(deal, { stage_uuid: uuid }, texts.moved(deal.title, name))}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onMove(deal, { status: 'won' }, texts.isWon(deal.title))}>
          {texts.won}
        </Menu.Item>
        <Menu.Item onClick={() => onMove(deal, { status: 'lost' }, '')}>{texts.lost}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
