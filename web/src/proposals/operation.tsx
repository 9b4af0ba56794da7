import { Anchor, Badge, Checkbox, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import type { ProposalInFull } from '@rapport/contract/proposals';
import { Link } from '@tanstack/react-router';
import { EventChanges } from '../fields/drawn/event-changes.tsx';
import { Referred } from '../fields/drawn/referred.tsx';
import { kindNamed } from '../fields/kinds.ts';
import type { Names } from '../fields/names.ts';
import { useViews, ViewProvider } from '../fields/view.ts';
import { problems } from '../texts/problems.ts';
import { proposals as texts } from '../texts/proposals.ts';
import { records } from '../texts/records.ts';

type Proposed = ProposalInFull['operations'][number];

/**
 * One operation: its record, what would change in it, and whether it is to be accepted; of one that
 * is decided, what was proposed and what became of it.
 */
export function Operation(props: {
  operation: Proposed;
  proposal: ProposalInFull;
  names: Names;
  isChosen: boolean;
  /** Null: it is not to be decided here. */
  onChoose: ((isOn: boolean) => void) | null;
}) {
  const { operation, proposal, names, isChosen, onChoose } = props;
  const { action, resource, uuid, fields, difference, change_uuid } = operation;
  const kind = kindNamed(resource);
  const view = useViews()[resource];
  const proposed = kind && fields[kind.title];
  const name = difference?.title ?? (proposed ? String(proposed) : (kind?.one ?? resource));
  return (
    <>
      <Text size="sm" component="div">
        {onChoose && (
          <Checkbox
            mb={4}
            label={texts.chosen}
            aria-label={`${texts.chosen}: ${name}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <b>{(action === 'create' ? texts.create : texts.update)(kind?.one ?? resource)}</b>{' '}
        {uuid !== null && kind ? (
          <Anchor
            component={Link}
            to={`${kind.path}/${uuid}`}
            size="sm"
            underline="always"
            className="break-anywhere"
          >
            {difference ? name : <Referred resource={resource} uuid={uuid} isPlain />}
          </Anchor>
        ) : (
          <span className="break-anywhere">{name}</span>
        )}{' '}
        {!difference && <Outcome operation={operation} names={names} />}{' '}
        {change_uuid !== null && (
          <Anchor component={Link} to={`/settings/changes/${change_uuid}`} size="sm" underline="always">
            {texts.seeChange}
          </Anchor>
        )}
      </Text>
      {difference?.problem && (
        <Text size="sm" c="red">
          {whyNot(difference.problem)}
        </Text>
      )}
      {!difference && view && (
        <ViewProvider value={view}>
          <EventChanges event={asProposed(operation, proposal)} names={names} isAfterOnly />
        </ViewProvider>
      )}
      {difference?.data && view && (
        <ViewProvider value={view}>
          <EventChanges
            event={asEvent(operation, proposal)}
            names={names}
            isAfterOnly={action === 'create'}
          />
          {action === 'update' && Object.keys(difference.previous ?? {}).length === 0 && (
            <Text size="sm">{texts.nothing}</Text>
          )}
        </ViewProvider>
      )}
    </>
  );
}

function whyNot({
  code,
  detail,
  errors,
}: NonNullable<NonNullable<Proposed['difference']>['problem']>): string {
  return errors.length > 0 ? problems.fields(errors, detail) : problems.say(code, detail);
}

/** What became of a part, and by whom. */
function Outcome({ operation, names }: { operation: Proposed; names: Names }) {
  const { state, decided_by } = operation;
  const person = decided_by === null ? undefined : names[decided_by];
  return (
    <Badge variant="light" size="sm" radius="sm" tt="none" className="uncut" color={COLORS[state]}>
      {state === 'open' ? texts.states.expired : texts.states[state]}
      {person !== undefined && ` ${records.by(person)}`}
    </Badge>
  );
}

const COLORS = { open: 'gray', accepted: 'teal', declined: 'red' };

/** What was proposed, in the form in which events tell what has changed. */
function asProposed({ action, resource, fields }: Proposed, proposal: ProposalInFull): Event {
  const { account_uuid, created_at } = proposal;
  const data = { ...fields, account_uuid };
  return eventOf(`${resource}.${action}d`, { account_uuid, created_at }, data, null, Object.keys(fields));
}

/** What would change, in the same form. */
function asEvent(
  { action, resource, fields, difference }: Proposed,
  { account_uuid }: ProposalInFull,
): Event {
  const previous = difference!.previous ?? {};
  const changed = Object.keys(action === 'create' ? fields : previous);
  const at = { account_uuid, created_at: '' };
  return eventOf(`${resource}.${action}d`, at, difference!.data!, previous, changed);
}

function eventOf(
  event: string,
  at: { account_uuid: string; created_at: string },
  data: object,
  previous: object | null,
  changed_fields: string[],
): Event {
  const actor = { type: 'browser_session', uuid: null, user_uuid: null, name: '' };
  return {
    uuid: '',
    event,
    request_id: '',
    actor,
    data,
    previous,
    changed_fields,
    ...at,
  } as unknown as Event;
}
