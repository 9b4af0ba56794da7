import './board.css';
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import type { Deal } from '@rapport/contract/records/deals';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { ApiProblem } from '../api/request.ts';
import { useMayWriteHere } from '../fields/may-write.ts';
import { Empty } from '../layout/empty.tsx';
import { Loading } from '../layout/loading.tsx';
import { notifyProblem } from '../layout/notify.ts';
import { notifyWithRetry } from '../layout/notify-with-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useWindow } from '../layout/windows.ts';
import { FilterButton } from '../lists/filters/filter-button.tsx';
import { FilterPills } from '../lists/filters/filter-pills.tsx';
import { filtersOf, isNarrowed, useListSearch } from '../lists/list.ts';
import { useSavedView } from '../lists/saved/use-saved-view.ts';
import { ViewMenu } from '../lists/saved/view-menu.tsx';
import { ViewNotices } from '../lists/saved/view-notices.tsx';
import { NewRecord } from '../record/new/new-record.tsx';
import { ViewOfPage } from '../record/view-in-account.tsx';
import { common } from '../texts/common.ts';
import { deals as texts } from '../texts/deals.ts';
import { records } from '../texts/records.ts';
import { Board } from './board.tsx';
import { columnsOf, useBoard, withMoved } from './board-data.ts';
import { focusCard } from './card.tsx';
import { type Move, useChangeDeal } from './change-deal.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { firstIn, usePipelines } from './pipelines.ts';
import { view } from './view.ts';

/** The page of the board: open Deals by stage, with their amounts and a mark for stale ones. */
export function BoardPage() {
  const { isPending } = useSavedView();
  return <ViewOfPage view={view}>{isPending ? <Loading h={360} /> : <Whole />}</ViewOfPage>;
}

function Whole() {
  const { data: accounts } = useAccounts();
  const { pipelines, chosen, choose, problem } = useChosenPipeline();
  const [search] = useListSearch();
  const { data: board, error, refetch, readMore } = useBoard(chosen?.uuid, filtersOf(search));
  const mayWrite = useMayWriteHere();
  const [newIsOpen, create] = useDisclosure();
  const move = useMove();
  const first = useMemo(() => chosen && firstIn(chosen), [chosen]);
  useDocumentTitle(`${texts.title} · ${common.product}`);
  if (accounts?.length === 0) return <NoAccount />;
  const read = chosen && board && columnsOf(chosen.stages, board);
  const columns = read && move.moving ? withMoved(read, ...move.moving) : read;
  return (
    <Stack gap={0} className="table-page">
      <Tools
        pipelines={pipelines}
        chosen={chosen}
        onChoose={choose}
        onCreate={mayWrite ? create.open : null}
      />
      <ViewNotices />
      <FilterPills />
      <ProblemAlert error={problem.error ?? error} onRetry={problem.error ? problem.refetch : refetch} />
      {!columns && !error && !problem.error && <Loading h={360} />}
      {columns?.every(({ count }) => count === 0) && !isNarrowed(search) && (
        <NoneOpen onCreate={mayWrite ? create.open : null} />
      )}
      {columns && (
        <Board
          columns={columns}
          mayMove={mayWrite}
          onMove={(...given) => void move.start(...given)}
          onMore={readMore}
        />
      )}
      <Text size="xs" c="dimmed" visibleFrom="sm" className="board-how">
        {mayWrite && texts.howToMove}
      </Text>
      <LostDialog deal={move.losing} onClose={move.stopLosing} />
      <NewRecord opened={newIsOpen} onClose={create.close} preset={first} isFollowed />
    </Stack>
  );
}

/**
 * The line above the board: what it shows, and what narrows it down. On phones and tablets these
 * are two lines, as above a list. `onCreate` is null for Users who may only read.
 */
function Tools(props: {
  pipelines: Pipeline[];
  chosen: Pipeline | undefined;
  onChoose: (uuid: string) => void;
  onCreate: (() => void) | null;
}) {
  const { pipelines, chosen, onChoose, onCreate } = props;
  const { isNarrow } = useWindow();
  const create = onCreate && (
    <Button aria-label={texts.create} onClick={onCreate}>
      {isNarrow ? records.new : texts.create}
    </Button>
  );
  return (
    <div className="list-top">
      <div className="page-bar">
        <Title order={1}>{texts.title}</Title>
        <ViewMenu layout="board" />
      </div>
      <div className="list-tools" data-narrow={isNarrow || undefined}>
        {pipelines.length > 1 && (
          <Select
            aria-label={texts.pipeline}
            size="xs"
            className="board-pipeline"
            data={pipelines.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            value={chosen?.uuid ?? null}
            allowDeselect={false}
            onChange={(uuid) => onChoose(uuid!)}
          />
        )}
        <Filters />
        <div className="tools-end">
          <LayoutSwitch />
          {create}
        </div>
      </div>
    </div>
  );
}

/** The content above a board without Deals. `onCreate` is null for Users who may only read. */
function NoneOpen({ onCreate }: { onCreate: (() => void) | null }) {
  return (
    <Empty title={texts.noneOpenTitle} what={texts.noneOpen}>
      <Group>
        {onCreate && <Button onClick={onCreate}>{texts.create}</Button>}
        <Button component={Link} to="/deals" variant="default">
          {texts.showAll}
        </Button>
      </Group>
    </Empty>
  );
}

/** The fields of which the board decides itself. */
const BOARD_FIELDS = ['status', 'stage_uuid', 'pipeline_uuid', 'account_uuid', 'closed_at', 'lost_reason'];

const OWNER = 'filter[owner_uuid]';

/** Narrows the board down to one's own Deals, or by any other filter. */
function Filters() {
  const [search, change] = useListSearch();
  const isMine = search[OWNER] === 'me';
  return (
    <>
      <Button
        variant={isMine ? 'light' : 'subtle'}
        color="gray"
        size="xs"
        aria-pressed={isMine}
        onClick={() => change({ [OWNER]: isMine ? undefined : 'me' })}
      >
        {texts.mine}
      </Button>
      <FilterButton without={BOARD_FIELDS} />
    </>
  );
}

/** Returns the pipeline in the address, or the first one of the Account. */
function useChosenPipeline() {
  const [search, change] = useListSearch();
  const account = useCurrentAccount();
  const { pipelines: all, error, refetch } = usePipelines();
  const pipelines = all.filter(
    ({ account_uuid, archived_at }) =>
      archived_at === null && (account === null || account_uuid === account.uuid),
  );
  const chosen = pipelines.find(({ uuid }) => uuid === search.pipeline_uuid) ?? pipelines[0];
  const choose = (pipeline_uuid: string) => change({ pipeline_uuid });
  return { pipelines, chosen, choose, problem: { error, refetch } };
}

/**
 * Moves a Deal and shows the move at once. A failed move is undone with a message, which offers
 * another try.
 */
function useMove() {
  const change = useChangeDeal();
  const queryClient = useQueryClient();
  const [moving, setMoving] = useState<[Deal, string | null] | null>(null);
  const [losing, setLosing] = useState<Deal | null>(null);
  const start = async (deal: Deal, move: Move, said: string) => {
    if (move.status === 'lost') return setLosing(deal);
    setMoving([deal, move.stage_uuid ?? null]);
    try {
      await change(deal, move, said);
    } catch (refusal) {
      const isAnswered = refusal instanceof ApiProblem && refusal.status !== 0;
      // Somebody else may have moved the Deal in the meantime.
      if (isAnswered) void queryClient.invalidateQueries({ queryKey: ['/deals'] });
      if (isAnswered) notifyProblem(refusal);
      else notifyWithRetry(texts.notMoved(deal.title), () => start(deal, move, said));
    }
    setMoving((now) => (now?.[0] === deal ? null : now));
  };
  const stopLosing = () => {
    setLosing(null);
    // The item of the menu that opened the dialog is gone, so the focus goes back to the card.
    const card = document.querySelector<HTMLElement>(`[data-deal="${losing?.uuid}"]`);
    setTimeout(() => focusCard(card));
  };
  return { start, moving, losing, stopLosing };
}
