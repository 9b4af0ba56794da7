import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Button, Text, UnstyledButton } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isChangeable } from '../api/unchangeable.ts';
import { saySums } from '../fields/values/say.ts';
import { notifyProblem } from '../layout/notify.ts';
import { deals as texts } from '../texts/deals.ts';
import { LOCALE } from '../texts/locale.ts';
import type { Column } from './board-data.ts';
import { Card, focusCard } from './card.tsx';
import type { Move } from './change-deal.ts';

type OnMove = (deal: Deal, move: Move, said: string) => void;
type Props = {
  columns: Column[];
  mayMove: boolean;
  onMove: OnMove;
  /** Reads more Deals of a stage. */
  onMore: (stage_uuid: string) => Promise<void>;
};

/** A column for each stage, and places to drop a Deal that is won or lost. */
export function Board({ columns, mayMove, onMove, onMore }: Props) {
  const isDragging = useIsDragging();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const board = box.current!;
    const press = (event: KeyboardEvent) => walk(event, board);
    board.addEventListener('keydown', press);
    return () => board.removeEventListener('keydown', press);
  }, []);
  const moveAndFollow = useFollow(box, columns, onMove);
  return (
    <div className="board-box">
      <StagePicker columns={columns} board={box} />
      <div ref={box} className="board">
        {columns.map((column) => (
          <StageColumn
            key={column.uuid}
            column={column}
            columns={columns}
            mayMove={mayMove}
            onMove={onMove}
            onMoveByMenu={moveAndFollow}
            onMore={onMore}
          />
        ))}
      </div>
      {mayMove && (
        <div className="board-ends" data-dragging={isDragging || undefined}>
          <End
            label={texts.dropWon}
            className="won"
            onDrop={(deal) => onMove(deal, { status: 'won' }, texts.isWon(deal.title))}
          />
          <End
            label={texts.dropLost}
            className="lost"
            onDrop={(deal) => onMove(deal, { status: 'lost' }, '')}
          />
        </div>
      )}
    </div>
  );
}

/** The stages by name, for a phone, which shows one column at a time. */
function StagePicker({ columns, board }: { columns: Column[]; board: RefObject<HTMLDivElement | null> }) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const frame = board.current!;
    const look = () => setAt(Math.round((frame.scrollLeft / frame.scrollWidth) * columns.length));
    frame.addEventListener('scroll', look, { passive: true });
    return () => frame.removeEventListener('scroll', look);
  }, [board, columns.length]);
  const show = (index: number) =>
    board.current!.children[index]!.scrollIntoView({ block: 'nearest', inline: 'start' });
  return (
    <nav className="board-picker" aria-label={texts.path}>
      {columns.map(({ uuid, name, count }, index) => (
        <UnstyledButton key={uuid} aria-current={index === at || undefined} onClick={() => show(index)}>
          {name} <span>{count.toLocaleString(LOCALE)}</span>
        </UnstyledButton>
      ))}
    </nav>
  );
}

type ColumnProps = Props & { column: Column; onMoveByMenu: OnMove };

function StageColumn({ column, columns, mayMove, onMove, onMoveByMenu, onMore }: ColumnProps) {
  const { uuid, name, count, sums, deals } = column;
  const move = (deal: Deal) => {
    if (deal.stage_uuid !== uuid) onMove(deal, { stage_uuid: uuid }, texts.moved(deal.title, name));
  };
  return (
    <DropPlace className="board-column" label={texts.inStage(name, count)} isOpen={mayMove} onDrop={move}>
      <header>
        <Text fw="bold" size="sm" truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {count.toLocaleString(LOCALE)}
        </Text>
        <Text size="xs" c="dimmed" className="stage-sum">
          {saySums(sums)}
        </Text>
      </header>
      <ul>
        {deals.map((deal) => (
          <Card
            key={deal.uuid}
            deal={deal}
            column={column}
            columns={columns}
            mayMove={mayMove && isChangeable(deal)}
            onMove={onMoveByMenu}
          />
        ))}
        {count > deals.length && (
          <li>
            <More left={count - deals.length} onMore={() => onMore(uuid)} />
          </li>
        )}
      </ul>
      {deals.length === 0 && (
        <Text size="xs" c="dimmed" ta="center" py="md">
          {texts.stageEmpty}
        </Text>
      )}
    </DropPlace>
  );
}

/** The button that reads more Deals of a stage. It does so by itself when it comes into view. */
function More({ left, onMore }: { left: number; onMore: () => Promise<void> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isReading, setIsReading] = useState(false);
  const read = async () => {
    setIsReading(true);
    await onMore().catch(notifyProblem);
    setIsReading(false);
  };
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && void read());
    watch.observe(button.current!);
    return () => watch.disconnect();
    // Once for each number that is left, so that a button that stays in view goes on.
  }, [left]);
  return (
    <Button ref={button} variant="subtle" size="compact-sm" loading={isReading} onClick={() => void read()}>
      {texts.more(left)}
    </Button>
  );
}

function End(props: { label: string; className: string; onDrop: (deal: Deal) => void }) {
  return (
    <DropPlace className={`board-end ${props.className}`} label={props.label} isOpen onDrop={props.onDrop}>
      <Text size="sm" fw="bold">
        {props.label}
      </Text>
    </DropPlace>
  );
}

/** A place to which a card can be dragged. */
function DropPlace(props: {
  className: string;
  label: string;
  isOpen: boolean;
  onDrop: (deal: Deal) => void;
  children: ReactNode;
}) {
  const { className, label, isOpen, children } = props;
  const place = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(props.onDrop);
  drop.current = props.onDrop;
  useEffect(() => {
    if (!isOpen) return;
    return dropTargetForElements({
      element: place.current!,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        drop.current(source.data.deal as Deal);
      },
    });
  }, [isOpen]);
  return (
    <section ref={place} className={className} aria-label={label} data-over={isOver || undefined}>
      {children}
    </section>
  );
}

function useIsDragging(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(
    () => monitorForElements({ onDragStart: () => setIsDragging(true), onDrop: () => setIsDragging(false) }),
    [],
  );
  return isDragging;
}

/** Returns a move after which the focus follows the card into its new column. */
function useFollow(board: RefObject<HTMLElement | null>, columns: Column[], onMove: OnMove): OnMove {
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (followed.current === null) return;
    const card = board.current?.querySelector<HTMLElement>(`[data-deal="${followed.current}"]`);
    followed.current = null;
    // After the menu has given the focus back to where it was opened.
    setTimeout(() => focusCard(card));
  }, [columns]);
  return (deal, move, said) => {
    if (move.stage_uuid) followed.current = deal.uuid;
    onMove(deal, move, said);
  };
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** Moves the focus from card to card with the arrow keys. */
function walk(event: KeyboardEvent, board: HTMLElement): void {
  const card = (event.target as Element).closest('.deal-card');
  if (!card || !ARROWS.includes(event.key)) return;
  const columns = [...board.querySelectorAll('.board-column')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('.deal-card'),
  ]);
  const column = columns.findIndex((cards) => cards.includes(card as HTMLElement));
  const row = columns[column]!.indexOf(card as HTMLElement);
  const sideways = event.key === 'ArrowLeft' ? -1 : 1;
  const next =
    event.key === 'ArrowUp' || event.key === 'ArrowDown'
      ? columns[column]![row + (event.key === 'ArrowUp' ? -1 : 1)]
      : columns
          .filter((cards, index) => cards.length > 0 && (index - column) * sideways > 0)
          .at(sideways === 1 ? 0 : -1)
          ?.at(0);
  if (!next) return;
  event.preventDefault();
  focusCard(next);
}
