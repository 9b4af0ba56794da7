import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useAccounts } from '../../accounts/current-account.ts';
import { NoAccount } from '../../accounts/no-account.tsx';
import { ApiProblem, isCalledOff } from '../../api/request.ts';
import { FileChoice } from '../../layout/file-choice.tsx';
import { Loading } from '../../layout/loading.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Section } from '../../layout/section.tsx';
import { common } from '../../texts/common.ts';
import { importing as texts } from '../../texts/imports.ts';
import { BackToList } from '../back-to-list.tsx';
import { beginListsAnew } from '../list.ts';
import { StayOrStop } from '../stay-or-stop.tsx';
import { AccountChoice, useTargetAccount } from '../target-account.tsx';
import { useView } from '../view.ts';
import { ImportDone } from './import-done.tsx';
import {
  type CsvFile,
  type ImportSum,
  importRows,
  NOTHING_DONE,
  readCsvFile,
  recogniseColumns,
} from './import-file.ts';
import { ImportMapping } from './import-mapping.tsx';
import { type Mapping, mappingFault } from './mapping.ts';

type Step =
  | { name: 'choose' }
  | { name: 'read' }
  | { name: 'map'; file: CsvFile; mapping: Mapping }
  | { name: 'run'; file: CsvFile; sum: ImportSum | null }
  | { name: 'done'; file: CsvFile; sum: ImportSum };

/** The height of the place to drop a file, reserved so that nothing jumps when it appears. */
const CHOOSE_HEIGHT_PX = 132;

/** The page of an import: choose a CSV file, map its columns, watch the import, see the result. */
export function ImportPage() {
  const kind = useView().texts.importing;
  const { data: all, error: accountsError, refetch } = useAccounts();
  const target = useTargetAccount();
  const { accounts, account_uuid } = target;
  const { step, setStep, error, read, run, stop } = useImport(account_uuid ?? '');

  return (
    <Page
      title={kind.title}
      about={
        <>
          <BackToList />
          <br />
          {kind.about}
        </>
      }
    >
      {step.name !== 'run' && step.name !== 'done' && <AccountChoice target={target} label={texts.account} />}
      <ProblemAlert error={error} />
      <ProblemAlert error={accountsError} onRetry={refetch} />
      {/* The API recognises columns for an Account, so the Account is chosen before the file. */}
      {step.name === 'choose' &&
        (!all ? (
          !accountsError && <Loading h={CHOOSE_HEIGHT_PX} />
        ) : all.length === 0 ? (
          <NoAccount />
        ) : accounts.length === 0 ? (
          <Text>{kind.readOnly}</Text>
        ) : account_uuid === null ? (
          <Text c="dimmed">{texts.accountFirst}</Text>
        ) : (
          <ChooseFile onFile={read} />
        ))}
      {/* No second file can be chosen while the first one is read. */}
      {step.name === 'read' && <Loading h={CHOOSE_HEIGHT_PX} />}
      {step.name === 'map' && (
        <MapColumns
          step={step}
          onChange={(mapping) => setStep({ ...step, mapping })}
          onStart={() => run(step.file, step.mapping)}
          onBack={() => setStep({ name: 'choose' })}
        />
      )}
      {step.name === 'run' && (
        <>
          <Running step={step} onStop={stop} />
          <StayOrStop title={texts.leaveTitle} hint={texts.leave} />
        </>
      )}
      {step.name === 'done' && (
        <ImportDone file={step.file} sum={step.sum} onAgain={() => setStep({ name: 'choose' })} />
      )}
    </Page>
  );
}

/** The steps of an import into an Account, and the functions that lead to the next one. */
function useImport(account_uuid: string) {
  const view = useView();
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [error, setError] = useState<unknown>(null);
  const aborter = useRef(new AbortController());
  const queryClient = useQueryClient();
  // Leaving the page stops the import, because another page does not show its progress.
  useEffect(() => () => aborter.current.abort(), []);

  const stepBack = (problem: unknown) => {
    setStep({ name: 'choose' });
    setError(problem);
  };

  const read = async (chosenFile: File | null) => {
    if (!chosenFile) return;
    setError(null);
    setStep({ name: 'read' });
    try {
      const file = await readCsvFile(chosenFile);
      if (typeof file === 'string') return stepBack(new Error(file));
      setStep({ name: 'map', file, mapping: await recogniseColumns(view, file, account_uuid) });
    } catch (problem) {
      stepBack(problem);
    }
  };

  const run = async (file: CsvFile, mapping: Mapping) => {
    aborter.current = new AbortController();
    setError(null);
    setStep({ name: 'run', file, sum: null });
    let reached = NOTHING_DONE;
    const onProgress = (sum: ImportSum) => {
      reached = sum;
      setStep({ name: 'run', file, sum });
    };
    await importRows(view, file, account_uuid, mapping, onProgress, aborter.current.signal).catch(
      (refusal) => {
        if (isCalledOff(refusal)) return;
        const isUnreachable = refusal instanceof ApiProblem && refusal.status === 0;
        // The result below names the rows that may have been imported.
        setError(isUnreachable ? new Error(texts.unreachable) : refusal);
      },
    );
    setStep({ name: 'done', file, sum: reached });
    await beginListsAnew(queryClient, view);
  };

  return { step, setStep, error, read, run, stop: () => aborter.current.abort() };
}

function ChooseFile({ onFile }: { onFile: (file: File | null) => void }) {
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    <Paper
      withBorder
      p="xl"
      className="drop-zone"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Stack align="center" gap="xs">
        <FileChoice label={texts.choose} accept=".csv,text/csv" onFile={onFile} />
        <Text size="sm" c="dimmed">
          {texts.drop}
        </Text>
      </Stack>
    </Paper>
  );
}

function MapColumns(props: {
  step: { file: CsvFile; mapping: Mapping };
  onChange: (mapping: Mapping) => void;
  onStart: () => void;
  onBack: () => void;
}) {
  const { file, mapping } = props.step;
  const fault = file.rows.length === 0 ? texts.noRows : mappingFault(useView(), mapping);
  return (
    <>
      <Section title={texts.mapping}>
        {file.isLegacy && <LegacyNote file={file} />}
        <ImportMapping file={file} mapping={mapping} onChange={props.onChange} />
      </Section>
      <Stack gap="xs">
        {fault && (
          <Alert color="orange" variant="light" role="status">
            {fault}
          </Alert>
        )}
        <Group>
          <Button onClick={props.onStart} disabled={fault !== null}>
            {texts.start(file.rows.length)}
          </Button>
          <Button variant="default" onClick={props.onBack}>
            {common.back}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

/** Warns of an old encoding, with an example of a value that may be wrong. */
function LegacyNote({ file }: { file: CsvFile }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
  const example = [file.columns, ...file.rows].flat().find((value) => /[^\x00-\x7f]/.test(value));
  return (
    <Alert color="orange" variant="light" role="status">
      {texts.legacy(example)}
    </Alert>
  );
}

function Running({ step, onStop }: { step: { file: CsvFile; sum: ImportSum | null }; onStop: () => void }) {
  const done = step.sum?.done ?? 0;
  const all = step.file.rows.length;
  return (
    <Stack maw={480}>
      <Progress value={(100 * done) / all} animated aria-label={useView().texts.importing.title} />
      <Text size="sm" aria-live="polite">
        {texts.running(done, all)}
      </Text>
      <Group>
        <Button variant="default" onClick={onStop}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
