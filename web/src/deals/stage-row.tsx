import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { WholeNumberInput } from '../fields/inputs/whole-number-input.tsx';
import { CrossIcon, GripIcon } from '../layout/icons.tsx';
import { UpAndDown } from '../layout/up-and-down.tsx';
import { pipelines as texts } from '../texts/pipelines.ts';
import type { StageDraft } from './stage-drafts.ts';

type Props = {
  stage: StageDraft;
  index: number;
  count: number;
  error: string | undefined;
  isFixed: boolean;
  onChange: (changes: Partial<StageDraft>) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

/** A stage in the editor: its name, its probability, and the days after which a Deal is stale. */
export function StageRow(props: Props) {
  const { stage, index, error, isFixed, onChange, onMove } = props;
  const name = stage.name.trim() || texts.stage(index + 1);
  const { row, handle, isOver } = useDragOf(props);
  const shared = { size: 'sm' as const, disabled: isFixed };
  return (
    <li
      ref={row}
      className="stage-row"
      data-over={isOver || undefined}
      onKeyDown={(event) => {
        if (!event.altKey || isFixed || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
        event.preventDefault();
        onMove(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
      }}
    >
      {!isFixed && (
        <div ref={handle} className="stage-handle" title={texts.drag(name)}>
          <GripIcon />
        </div>
      )}
      <TextInput
        {...shared}
        className="grow"
        label={texts.stageName}
        aria-label={`${texts.stage(index + 1)}: ${texts.name}`}
        required
        error={error}
        value={stage.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <WholeNumberInput
        {...shared}
        label={texts.probability}
        aria-label={`${texts.stage(index + 1)}: ${texts.probability}`}
        min={0}
        max={100}
        w="10.5rem"
        value={stage.probability}
        onChange={(probability) => onChange({ probability })}
      />
      <WholeNumberInput
        {...shared}
        label={texts.rotDays}
        aria-label={`${texts.stage(index + 1)}: ${texts.rotDays}`}
        min={1}
        max={3650}
        w="7.5rem"
        value={stage.rot_days}
        onChange={(rot_days) => onChange({ rot_days })}
      />
      {!isFixed && <StageButtons {...props} name={name} />}
    </li>
  );
}

function StageButtons({ name, index, count, onMove, onRemove }: Props & { name: string }) {
  return (
    <Group gap={0} wrap="nowrap" className="stage-buttons">
      <UpAndDown
        name={name}
        texts={texts}
        onUp={index === 0 ? null : () => onMove(index, index - 1)}
        onDown={index === count - 1 ? null : () => onMove(index, index + 1)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.remove(name)}
        disabled={count === 1}
        onClick={onRemove}
      >
        <CrossIcon />
      </ActionIcon>
    </Group>
  );
}

/** Makes a row draggable by its handle onto another row of the same pipeline. */
function useDragOf({ stage, index, isFixed, onMove }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onMove);
  drop.current = onMove;
  useEffect(() => {
    if (isFixed) return;
    const element = row.current!;
    const list = element.parentElement;
    return combine(
      draggable({ element, dragHandle: handle.current!, getInitialData: () => ({ index, list }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          drop.current(source.data.index as number, index);
        },
      }),
    );
  }, [stage.key, index, isFixed]);
  return { row, handle, isOver };
}
