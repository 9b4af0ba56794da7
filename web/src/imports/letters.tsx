import { NativeSelect, Stack, Text } from '@mantine/core';
import { ENCODINGS } from '@rapport/contract/encodings';
import type { Import, ImportedFile } from '@rapport/contract/imports';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { imports as texts } from '../texts/imports.ts';
import { useReadAnew } from './imports.ts';

/**
 * How the letters of the files were read, where that was a guess, with what shows whether it is
 * right. Another choice reads the files anew, as long as this page has them.
 */
export function Letters({ draft }: { draft: Import }) {
  const { sent, again } = useReadAnew(draft);
  const guessed = draft.files.find(({ encoding }) => encoding !== null && !encoding.startsWith('utf'));
  if (!guessed) return null;
  return (
    <Stack gap="xs">
      {sent ? (
        <NativeSelect
          label={texts.letters}
          description={texts.lettersHint}
          data={[...ENCODINGS]}
          value={again.variables?.encoding ?? guessed.encoding!}
          disabled={again.isPending}
          onChange={(event) => again.mutate({ encoding: event.currentTarget.value })}
        />
      ) : (
        <Text size="sm">{texts.lettersOf(guessed.encoding!)}</Text>
      )}
      <Text size="sm" c="dimmed">
        {tellingSamples(guessed).join(' · ')}
      </Text>
      <ProblemAlert error={again.error} />
    </Stack>
  );
}

const SAMPLES = 3;

/** Values with letters that tell whether they were read rightly. */
function tellingSamples({ columns }: ImportedFile): string[] {
  const all = columns.flatMap(({ name, samples }) => [...samples, name]);
  return all.filter((text) => /[^\p{ASCII}]/u.test(text)).slice(0, SAMPLES);
}
