import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Section } from '../../layout/section.tsx';
import { common } from '../../texts/common.ts';
import { importing as texts } from '../../texts/imports.ts';
import { download, toCsv } from '../csv.ts';
import { useView } from '../view.ts';
import type { CsvFile, ImportSum } from './import-file.ts';

/** Enough to recognise the fault. The file of failed rows has all. */
const FAILED_SHOWN = 5;

/** The column with the reason of a failed row. An import leaves it out. */
const REASON = 'error';

/**
 * The result of an import, with the reasons of failed rows. Failed, uncertain and remaining rows
 * can be saved as a file each.
 */
export function ImportDone({ file, sum, onAgain }: { file: CsvFile; sum: ImportSum; onAgain: () => void }) {
  const { path, texts: kind } = useView();
  const unanswered = file.rows.slice(sum.done, sum.done + sum.unanswered);
  const left = file.rows.slice(sum.done + sum.unanswered);
  const isWhole = sum.done === file.rows.length && sum.failed.length === 0;
  const save = (what: string, header: string[], rows: string[][]) =>
    download(`${what}-${file.name}`, toCsv([header, ...rows]));
  // Removes earlier reasons, if the imported file was itself one of failed rows.
  const own = (row: string[]) => row.filter((_, index) => file.columns[index] !== REASON);
  const nameOf = (row: string[]) => own(row).find((value) => value !== '') ?? '–';
  // The reason is the first column, because a failed row may have too few or too many values.
  const saveFailed = () =>
    save(
      'failed',
      [REASON, ...own(file.columns)],
      sum.failed.map(({ row, detail }) => [detail, ...own(row)]),
    );
  return (
    <Stack>
      <Alert color={isWhole ? 'teal' : 'orange'} variant="light" role="status">
        <Text size="sm">
          {texts.done(sum.created, sum.updated, sum.unchanged, sum.failed.length)}
          {sum.done < file.rows.length && ` ${common.stopped}`}
        </Text>
        {unanswered.length > 0 && (
          <Text size="sm">{kind.importing.unanswered(unanswered.length, nameOf(unanswered[0]!))}</Text>
        )}
        {left.length > 0 && <Text size="sm">{texts.left(left.length)}</Text>}
      </Alert>
      {sum.failed.length > 0 && <FailedRows failed={sum.failed} nameOf={nameOf} />}
      <Group>
        <Button component={Link} to={path}>
          {kind.importing.toRecords}
        </Button>
        {sum.failed.length > 0 && (
          <Button variant="default" onClick={saveFailed}>
            {texts.failedFile}
          </Button>
        )}
        {unanswered.length > 0 && (
          <Button variant="default" onClick={() => save('unanswered', file.columns, unanswered)}>
            {texts.unansweredFile}
          </Button>
        )}
        {left.length > 0 && (
          <Button variant="default" onClick={() => save('left', file.columns, left)}>
            {texts.leftFile}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {texts.another}
        </Button>
      </Group>
    </Stack>
  );
}

function FailedRows(props: { failed: ImportSum['failed']; nameOf: (row: string[]) => string }) {
  const { failed, nameOf } = props;
  const shown = failed.slice(0, FAILED_SHOWN);
  return (
    <Section title={texts.failedRows}>
      <ul className="rules">
        {shown.map(({ row, detail }, index) => (
          <li key={index} className="break-anywhere">
            <b>{nameOf(row)}</b>: {detail}
          </li>
        ))}
      </ul>
      {failed.length > shown.length && (
        <Text size="sm" c="dimmed">
          {texts.moreFailed(failed.length - shown.length)}
        </Text>
      )}
    </Section>
  );
}
