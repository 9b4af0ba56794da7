import { Alert, Anchor, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import { type Import, ROW_OUTCOMES } from '@rapport/contract/imports';
import { Link } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { useMayWrite } from '../fields/may-write.ts';
import { useViews } from '../fields/view.ts';
import { Empty } from '../layout/empty.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { OUTCOME_LABELS, imports as texts } from '../texts/imports.ts';
import { problems } from '../texts/problems.ts';
import { IMPORTS_PATH, type ShownRows, useAct, useRows } from './imports.ts';
import { RowTable } from './preview.tsx';
import { sayCounts } from './say.ts';
import { UndoImport } from './undo-import.tsx';

/** What became of an import so far: its counts, its refused rows as files, and each row. */
export function Outcome({ one }: { one: Import }) {
  const { state, failure, progress, counts, is_undone } = one;
  const [chosen, choose] = useState<ShownRows>();
  const shown = chosen ?? (counts.refused > 0 ? 'refused' : 'all');
  const rows = useRef<HTMLDivElement>(null);
  const goOn = useAct(one, 'start');
  const mayWrite = useMayWrite()(one.account_uuid);
  const left = progress.total - progress.done;
  const isEnded = state !== 'running';
  const isWhole = state === 'completed' && counts.refused === 0;
  return (
    <>
      {isEnded && (
        <Alert color={is_undone ? 'gray' : isWhole ? 'teal' : 'orange'} variant="light" role="status">
          <Stack gap={4}>
            {is_undone && <Text size="sm">{texts.undone}</Text>}
            {failure && <Text size="sm">{problems.say(null, failure)}</Text>}
            <Text size="sm">{is_undone ? texts.before(sayCounts(one)) : `${sayCounts(one)}.`}</Text>
            {counts.added > 0 && <Text size="sm">{texts.added(counts.added)}</Text>}
            {counts.lost_cells > 0 && (
              <LostCells
                count={counts.lost_cells}
                onClick={() => {
                  choose('lossy');
                  rows.current?.focus();
                }}
              />
            )}
            {left > 0 && <Text size="sm">{texts.notDone(left)}</Text>}
          </Stack>
        </Alert>
      )}
      <ProblemAlert error={goOn.error} />
      {isEnded && mayWrite && (
        <Group>
          {state !== 'completed' && (
            <Button loading={goOn.isPending} onClick={() => goOn.mutate()}>
              {texts.goOn}
            </Button>
          )}
          {one.change_uuid && <UndoImport change_uuid={one.change_uuid} />}
          {!is_undone && <ToLists one={one} />}
        </Group>
      )}
      {one.refused_files.length > 0 && <RefusedFiles one={one} />}
      {isEnded && <Rows one={one} shown={shown} onShow={choose} box={rows} />}
    </>
  );
}

/** How many cells could not be read. Pressed, it shows their rows. */
function LostCells({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Text size="sm">
      <Anchor component="button" type="button" inherit underline="always" onClick={onClick}>
        {texts.lostCells(count)}
      </Anchor>{' '}
      {texts.importedWithout(count)}
    </Text>
  );
}

/** The ways to the lists that have the records now. */
function ToLists({ one: { plan } }: { one: Import }) {
  const views = useViews();
  const kinds = IMPORTED_KINDS.filter((kind) => plan.files.some(({ resource }) => resource === kind));
  return kinds.map((kind) => (
    <Button key={kind} component={Link} to={views[kind]!.path} variant="default">
      {texts.toRecords(views[kind]!.texts.title)}
    </Button>
  ));
}

function RefusedFiles({ one: { uuid, files, refused_files } }: { one: Import }) {
  return (
    <Group gap="xs">
      {refused_files.map((place) => (
        <Button
          key={place}
          component="a"
          variant="default"
          className="wrapping-button"
          href={`${IMPORTS_PATH}/${uuid}/refused.csv?file=${place}`}
          download
        >
          {texts.refusedFile(files[place]!.name)}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {texts.refusedHint}
      </Text>
    </Group>
  );
}

function Rows(props: {
  one: Import;
  shown: ShownRows;
  onShow: (shown: ShownRows) => void;
  box: Ref<HTMLDivElement>;
}) {
  const { one, shown, onShow, box } = props;
  const list = useRows(one.uuid, shown);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div ref={box} tabIndex={-1}>
      <Section title={texts.rowsTitle} about={texts.rowsGone}>
        <RowFilter one={one} shown={shown} onShow={onShow} />
        <UntilRead query={list} h={160} />
        {list.isSuccess && rows.length === 0 && <Empty title={texts.rowsTitle} what={texts.noRows} />}
        {rows.length > 0 && <RowTable rows={rows} files={one.files} account_uuid={one.account_uuid} />}
        <MoreButton pages={list} />
      </Section>
    </div>
  );
}

/** Which rows are shown, beside each other where there is room. */
function RowFilter(props: { one: Import; shown: ShownRows; onShow: (shown: ShownRows) => void }) {
  const { one, shown, onShow } = props;
  const occurring = ROW_OUTCOMES.filter((outcome) => one.counts[outcome] > 0);
  const isLossy = one.counts.lost_cells > 0;
  if (occurring.length < 2 && !isLossy) return null;
  const data = [
    { value: 'all', label: texts.allRows },
    ...occurring.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
    ...(isLossy ? [{ value: 'lossy', label: texts.lossyRows }] : []),
  ];
  const choose = (value: string) => onShow(value as ShownRows);
  return (
    <>
      <div>
        <SegmentedControl
          size="xs"
          visibleFrom="sm"
          aria-label={texts.shownRows}
          data={data}
          value={shown}
          onChange={choose}
        />
      </div>
      <NativeSelect
        hiddenFrom="sm"
        label={texts.shownRows}
        data={data}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </>
  );
}
