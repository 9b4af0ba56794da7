import { Alert, Anchor, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Import, ImportWarning, PlannedFile } from '@rapport/contract/imports';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../fields/may-write.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { sayWarning } from '../texts/import-warnings.ts';
import { imports as texts } from '../texts/imports.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { FilePlan } from './file-plan.tsx';
import { useAct, usePlan } from './imports.ts';
import { Letters } from './letters.tsx';
import { usePeople } from './names.ts';
import { Preview } from './preview.tsx';
import { ValueMaps } from './value-maps.tsx';

/** An import before its start: what is to be known, how it will look, and what can be chosen. */
export function Draft({ draft }: { draft: Import }) {
  const { plan, change, error, isSaving } = usePlan(draft);
  const start = useAct(draft, 'start');
  const mayWrite = useMayWrite()(draft.account_uuid);
  const isBlocked = draft.warnings.some(({ is_blocking }) => is_blocking);
  const source = texts.source(draft.preset);
  const taken = draft.files.filter((_, place) => plan.files[place]!.resource !== null);
  const total = taken.reduce((sum, { rows }) => sum + rows, 0);
  const count = total - taken.reduce((sum, { refused_rows }) => sum + refused_rows, 0);
  const startButton = (
    <Button
      disabled={isBlocked || isSaving || !mayWrite || count === 0}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {texts.start(count, total)}
    </Button>
  );
  return (
    <>
      <Text size="sm">{source === null ? texts.unknown : texts.recognised(source, draft.files.length)}</Text>
      <Warnings draft={draft} />
      {mayWrite && <Letters draft={draft} />}
      <ProblemAlert error={error ?? start.error} />
      {mayWrite ? (
        <Group>
          {startButton}
          <DeleteDraft draft={draft} />
        </Group>
      ) : (
        <Text>{texts.readOnly}</Text>
      )}
      <Preview draft={draft} isOld={isSaving} />
      <HowSection draft={draft} plan={plan} onChange={change} />
      <ValueMaps draft={draft} values={plan.values} onChange={(values) => change({ values })} />
      <FilePlans draft={{ ...draft, plan }} onChange={(files) => change({ files })} />
      {mayWrite && <Group>{startButton}</Group>}
    </>
  );
}

/**
 * What each file becomes. Many that are left out are folded, and stay so while one looks. Those
 * without rows can become nothing, so only the warnings name them.
 */
function FilePlans({ draft, onChange }: { draft: Import; onChange: (files: PlannedFile[]) => void }) {
  const { files } = draft.plan;
  const [folded] = useState(() => {
    const left = files.flatMap(({ resource }, place) =>
      resource === null && !isEmpty(draft, place) ? [place] : [],
    );
    return new Set(left.length > UNFOLDED_MAX ? left : []);
  });
  const shown = files.flatMap((_, place) => (isEmpty(draft, place) ? [] : [place]));
  const section = (place: number) => (
    <FilePlan
      key={place}
      draft={draft}
      place={place}
      planned={files[place]!}
      onChange={(changes) =>
        onChange(files.map((one, index) => (index === place ? { ...one, ...changes } : one)))
      }
    />
  );
  return (
    <>
      {shown.filter((place) => !folded.has(place)).map(section)}
      {folded.size > 0 && (
        <details>
          <summary>{texts.filesLeftOut(folded.size)}</summary>
          <Stack mt="md">{shown.filter((place) => folded.has(place)).map(section)}</Stack>
        </details>
      )}
    </>
  );
}

/** True for a file of a set that has no rows. One alone is shown all the same. */
function isEmpty({ files }: Import, place: number): boolean {
  return files.length > 1 && files[place]!.rows === 0;
}

/** More files that are left out would hide those that are not. */
const UNFOLDED_MAX = 6;

function Warnings({ draft }: { draft: Import }) {
  const { warnings } = draft;
  const blocking = warnings.filter(({ is_blocking }) => is_blocking);
  const others = warnings.filter(({ is_blocking }) => !is_blocking);
  return (
    <Stack gap="xs" role="status">
      {blocking.length > 0 && (
        <WarningList title={texts.blocking} draft={draft} warnings={blocking} color="red" />
      )}
      {others.length > 0 && (
        <WarningList title={texts.warnings} draft={draft} warnings={others} color="orange" />
      )}
    </Stack>
  );
}

function WarningList(props: { title: string; draft: Import; warnings: ImportWarning[]; color: string }) {
  const { files, account_uuid } = props.draft;
  return (
    <Alert color={props.color} variant="light" title={props.title}>
      <ul className="rules">
        {props.warnings.map(({ file, code, detail }, index) => (
          <li key={index}>
            {file !== null && files.length > 1 && <b>{files[file]!.name}: </b>}
            {sayWarning(detail)}{' '}
            {code === 'no_country' && (
              <Anchor component={Link} to={`/accounts/${account_uuid}`} size="sm" underline="always">
                {texts.toAccount}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function HowSection(props: {
  draft: Import;
  plan: Import['plan'];
  onChange: (changes: Partial<Import['plan']>) => void;
}) {
  const { draft, plan, onChange } = props;
  const people = usePeople(draft.account_uuid);
  return (
    <Section title={texts.choices}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect
          label={texts.onMatch}
          data={Object.entries(texts.onMatchChoices).map(([value, label]) => ({ value, label }))}
          value={plan.on_match}
          onChange={(event) =>
            onChange({ on_match: event.currentTarget.value as Import['plan']['on_match'] })
          }
        />
        <NativeSelect
          label={texts.owner}
          description={texts.ownerHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[...people, { value: '', label: texts.nobody }]}
          value={plan.owner_uuid ?? ''}
          onChange={(event) => onChange({ owner_uuid: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      <Checkbox
        label={texts.strict}
        description={texts.strictHint}
        checked={plan.strict}
        onChange={(event) => onChange({ strict: event.currentTarget.checked })}
      />
    </Section>
  );
}
