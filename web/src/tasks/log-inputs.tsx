import { Group, Select, Stack, TextInput } from '@mantine/core';
import type { RecordData } from '../fields/data.ts';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { MentionTextarea } from '../fields/inputs/mention-textarea.tsx';
import { RecordSelect } from '../fields/inputs/record-select.tsx';
import { WholeNumberInput } from '../fields/inputs/whole-number-input.tsx';
import { useView } from '../fields/view.ts';
import { composer as texts } from '../texts/composer.ts';
import { type Inputs, spokenTo } from './composer-draft.ts';
import { NextInputs } from './next-inputs.tsx';

/** The longest call or meeting that the API takes, in minutes. */
const LENGTH_MAX = 100_000;

/** The inputs of a call, a meeting or an e-mail that took place. None has to be filled in. */
export function LogInputs({ draft, change, record }: Inputs & { record: RecordData }) {
  return (
    <Stack gap="xs">
      <CallDetails draft={draft} change={change} record={record} />
      <MentionTextarea
        account_uuid={record.account_uuid}
        aria-label={texts.outcome}
        placeholder={texts.outcomePlaceholder}
        autosize
        minRows={2}
        maxRows={12}
        value={draft.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <NextInputs draft={draft} change={change} />
    </Stack>
  );
}

/** How it went, with whom, and what it was about. */
export function CallDetails({ draft, change, record }: Inputs & { record: RecordData }) {
  const isAboutPerson = useView().resource === 'contact';
  return (
    <Stack gap="xs">
      <HowItWent draft={draft} change={change} />
      {!isAboutPerson && (
        <RecordSelect
          to={['contact']}
          aria-label={texts.with}
          account_uuid={record.account_uuid}
          value={spokenTo(draft)}
          onChange={(chosen) => change({ with: chosen ? `${chosen.resource} ${chosen.uuid}` : '' })}
        />
      )}
      <TextInput
        aria-label={texts.subject}
        placeholder={texts.subjectPlaceholder}
        className="log-subject"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
    </Stack>
  );
}

/** The sort, the direction, how it ended, its length and its time, as far as the sort has them. */
function HowItWent({ draft, change }: Inputs) {
  const { type } = draft;
  return (
    <Group gap="xs" className="log-inputs" align="start">
      <Select
        aria-label={texts.logType}
        data={texts.logTypes}
        value={type}
        allowDeselect={false}
        w="7.5rem"
        onChange={(type) => change({ type: type! })}
      />
      {type !== 'meeting' && (
        <Select
          aria-label={texts.direction}
          data={texts.directions}
          value={draft.direction}
          allowDeselect={false}
          w="7.5rem"
          onChange={(direction) => change({ direction: direction! })}
        />
      )}
      {type === 'call' && (
        <Select
          aria-label={texts.ended}
          data={texts.ends}
          value={draft.call_outcome}
          allowDeselect={false}
          w="10.5rem"
          onChange={(call_outcome) => change({ call_outcome: call_outcome! })}
        />
      )}
      {type !== 'email' && (
        <WholeNumberInput
          aria-label={texts.length}
          placeholder={texts.length}
          w="6rem"
          min={0}
          max={LENGTH_MAX}
          value={draft.length}
          onChange={(length) => change({ length })}
        />
      )}
      <DayInput
        aria-label={texts.when}
        placeholder={texts.now}
        className="quick-day"
        withTime
        value={draft.when}
        onChange={(when) => change({ when })}
      />
    </Group>
  );
}
