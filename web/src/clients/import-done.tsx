import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { download, toCsv } from '../layout/csv.ts';
import { Section } from '../layout/section.tsx';
import { importing as texts } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import type { CsvFile, ImportSum } from './import-file.ts';

/** Enough to see what is wrong; the file has all of them. */
const FAILED_SHOWN = 5;

/** What an import did, why rows failed, and these rows as a file to be mended. */
export function ImportDone({ file, sum, onAgain }: { file: CsvFile; sum: ImportSum; onAgain: () => void }) {
  const save = () =>
    download(
      `failed-${file.name}`,
      toCsv([[...file.columns, 'error'], ...sum.failed.map(({ row, detail }) => [...row, detail])]),
    );
  return (
    <Stack>
      <Alert color={sum.failed.length > 0 ? 'orange' : 'teal'} variant="light" role="status">
        {texts.done(sum.created, sum.updated, sum.unchanged, sum.failed.length)}
        {sum.done < file.rows.length && ` ${common.stopped}`}
      </Alert>
      {sum.failed.length > 0 && <FailedRows failed={sum.failed} />}
      <Group>
        <Button component={Link} to="/clients">
          {texts.toClients}
        </Button>
        {sum.failed.length > 0 && (
          <Button variant="default" onClick={save}>
            {texts.failedFile}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {texts.another}
        </Button>
      </Group>
    </Stack>
  );
}

function FailedRows({ failed }: { failed: ImportSum['failed'] }) {
  const shown = failed.slice(0, FAILED_SHOWN);
  return (
    <Section title={texts.failedRows}>
      <ul className="rules">
        {shown.map(({ row, detail }, index) => (
          <li key={index} className="break-anywhere">
            <b>{row.find((value) => value !== '') ?? '–'}</b>: {detail}
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
