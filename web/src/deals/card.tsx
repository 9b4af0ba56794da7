import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Deal } from '@rapport/contract/records/deals';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Referred } from '../fields/drawn/referred.tsx';
import { useNames } from '../fields/names.ts';
import { Day } from '../fields/values/day.tsx';
import { dayOf, sayAmount } from '../fields/values/say.ts';
import { Face } from '../layout/face.tsx';
import { ClockIcon, MoreIcon, NoneIcon, StaleIcon } from '../layout/icons.tsx';
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

/**
 * A Deal on the board. Out of sight it is its title and amount alone, which take a tenth of the
 * time of a whole card.
 */
export function Card(props: Props) {
  const { deal, mayMove } = props;
  const card = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [menuIsOpen, menu] = useDisclosure();
  const seen = useSeen(card);
  useEffect(() => {
    if (!mayMove) return;
    return draggable({
      element: card.current!,
      getInitialData: () => ({ deal }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [deal, mayMove]);
  return (
    <li
      ref={card}
      className="deal-card"
      data-deal={deal.uuid}
      data-dragged={isDragged || undefined}
      tabIndex={seen.isSeen ? undefined : -1}
      onFocus={seen.takeFocus}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'm' && mayMove && !menuIsOpen) {
          event.preventDefault();
          menu.open();
        }
      }}
    >
      {seen.isSeen ? (
        <>
          <Content {...props} />
          {mayMove && <MoveMenu {...props} isOpen={menuIsOpen} toggle={menu.toggle} close={menu.close} />}
        </>
      ) : (
        <Outline deal={deal} />
      )}
    </li>
  );
}

/** Puts the focus on a card, which goes on to its link. */
export function focusCard(card: HTMLElement | null | undefined): void {
  (card?.querySelector<HTMLElement>('a') ?? card)?.focus();
}

/** How far beyond the edges of the board and of a column a card counts as seen. */
const NEAR = '200px';

/**
 * Tells whether a card has come near to what is seen of the board. One that gets the focus before
 * is seen from then on, and its link has the focus: React takes it from the card with its tabIndex.
 */
function useSeen(card: RefObject<HTMLLIElement | null>) {
  const [isSeen, setIsSeen] = useState(false);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (isSeen && hasFocus.current) focusCard(card.current);
  }, [card, isSeen]);
  useEffect(() => {
    if (isSeen) return;
    const element = card.current!;
    const near = { root: element.closest('.board'), rootMargin: NEAR, scrollMargin: NEAR };
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), near);
    watch.observe(element);
    return () => watch.disconnect();
  }, [card, isSeen]);
  const takeFocus = () => {
    if (isSeen) return;
    hasFocus.current = true;
    setIsSeen(true);
  };
  return { isSeen, takeFocus };
}

function Outline({ deal }: { deal: Deal }) {
  return (
    <>
      <div className="card-line">
        <span className="card-link">{deal.title}</span>
        <span className="card-amount">{sayAmount(deal.amount, deal.currency)}</span>
      </div>
      <div className="card-line" />
    </>
  );
}

/** Two lines: what the Deal is worth, whose it is, and what comes next. */
function Content({ deal, column }: Props) {
  const names = useNames();
  const owner = deal.owner_uuid && names[deal.owner_uuid];
  return (
    <>
      <div className="card-line">
        <Link to={`/deals/${deal.uuid}` as string} className="card-link" draggable={false} title={deal.title}>
          {deal.title}
        </Link>
        <span className="card-amount">{sayAmount(deal.amount, deal.currency)}</span>
      </div>
      <div className="card-line">
        <span className="card-who">
          {deal.client_uuid ? <Referred resource="client" uuid={deal.client_uuid} isPlain /> : texts.noClient}
        </span>
        <Marks deal={deal} column={column} />
        {owner && <Face id={deal.owner_uuid!} name={owner} label={records.ownedBy(owner)} />}
      </div>
    </>
  );
}

/** The next step, or that there is none, and for how long the Deal has not moved. */
function Marks({ deal, column }: { deal: Deal; column: Column }) {
  const days = staleDays(deal, column.rot_days, Date.now());
  return (
    <>
      {days !== null && (
        <span
          className="card-mark mark-warn"
          role="img"
          aria-label={texts.stale(days)}
          title={texts.stale(days)}
        >
          <StaleIcon />
        </span>
      )}
      {deal.next_task_due_on ? (
        <span className="card-mark" title={texts.next}>
          <ClockIcon />
          <span className="only-heard">{texts.next} </span>
          <Day {...nextStep(deal)} isDue />
        </span>
      ) : (
        <span
          className="card-mark mark-warn"
          role="img"
          aria-label={texts.noNextStep}
          title={texts.noNextStep}
        >
          <NoneIcon />
        </span>
      )}
    </>
  );
}

function nextStep({ next_task_due_on, next_task_due_at }: Deal): { date: string; at: string | null } {
  return {
    date: dayOf({ due_on: next_task_due_on, due_at: next_task_due_at })!,
    at: next_task_due_at,
  };
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
          size="md"
          className="card-move"
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
