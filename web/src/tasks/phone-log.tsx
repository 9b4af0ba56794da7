import { Stack } from '@mantine/core';
import type { RecordData } from '../fields/data.ts';
import { MentionTextarea } from '../fields/inputs/mention-textarea.tsx';
import { Chips } from '../layout/chips.tsx';
import { Face } from '../layout/face.tsx';
import { composer as texts } from '../texts/composer.ts';
import type { Inputs } from './composer-draft.ts';
import { CallDetails } from './log-inputs.tsx';
import { NextInputs } from './next-inputs.tsx';
import type { Person } from './people.ts';

/** The ends of a call that one presses; the details have the others. */
const ENDS = ['reached', 'no_answer', 'left_message'];

/** What one logs with a thumb: with whom, how it ended, what was said, and what is next. */
export function PhoneLog(props: Inputs & { record: RecordData; people: Person[]; withWhom: string }) {
  const { draft, change, record, people, withWhom } = props;
  return (
    <Stack gap="sm">
      {people.length > 1 && (
        <Chips
          label={texts.with}
          value={withWhom}
          choices={people.map(({ uuid, name }) => ({
            value: `contact ${uuid}`,
            label: (
              <>
                <Face id={uuid} name={name} />
                {name}
              </>
            ),
          }))}
          onChange={(value) => change({ with: value })}
        />
      )}
      {draft.type === 'call' && (
        <Chips
          label={texts.ended}
          value={draft.call_outcome}
          choices={texts.ends.filter(({ value }) => ENDS.includes(value))}
          onChange={(call_outcome) => change({ call_outcome })}
        />
      )}
      <MentionTextarea
        account_uuid={record.account_uuid}
        aria-label={texts.outcome}
        data-autofocus
        placeholder={texts.outcomePlaceholder}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <NextInputs draft={draft} change={change} />
      <details className="call-details">
        <summary>{texts.details}</summary>
        <CallDetails draft={draft} change={change} record={record} />
      </details>
    </Stack>
  );
}
