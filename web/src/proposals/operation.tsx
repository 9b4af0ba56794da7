import { Anchor, Checkbox, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import type { ProposalInFull } from '@rapport/contract/proposals';
import { Link } from '@tanstack/react-router';
import { EventChanges } from '../fields/drawn/event-changes.tsx';
import { Referred } from '../fields/drawn/referred.tsx';
import { kindNamed } from '../fields/kinds.ts';
import type { Names } from '../fields/names.ts';
import { useViews, ViewProvider } from '../fields/view.ts';
import { proposals as texts } from '../texts/proposals.ts';

type Proposed = ProposalInFull['operations'][number];

/** One operation: its record, what would change in it, and whether it is to be accepted. */
export function Operation(props: {
  operation: Proposed;
  account_uuid: string;
  names: Names;
  isChosen: boolean;
  /** Null: it is not to be decided here. */
  onChoose: ((isOn: boolean) => void) | null;
}) {
  const { operation, account_uuid, names, isChosen, onChoose } = props;
  const { action, resource, uuid, state, fields, difference, change_uuid } = operation;
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
          <span className="break-anywhere">{difference?.title}</span>
        )}{' '}
        {!difference && <span>{texts.states[state]}</span>}{' '}
        {change_uuid !== null && (
          <Anchor component={Link} to={`/settings/changes/${change_uuid}`} size="sm" underline="always">
            {texts.seeChange}
          </Anchor>
        )}
      </Text>
      {difference?.problem && (
        <Text size="sm" c="red">
          {difference.problem.detail}
        </Text>
      )}
      {difference?.data && view && (
        <ViewProvider value={view}>
          <EventChanges event={asEvent(operation, account_uuid)} names={names} />
          {action === 'update' && Object.keys(difference.previous ?? {}).length === 0 && (
            <Text size="sm">{texts.nothing}</Text>
          )}
        </ViewProvider>
      )}
    </>
  );
}

/** What would change, in the form in which events tell what has. */
function asEvent({ action, resource, fields, difference }: Proposed, account_uuid: string): Event {
  const previous = difference!.previous ?? {};
  return {
    ...{ uuid: '', event: `${resource}.${action}d`, created_at: '', request_id: '', account_uuid },
    actor: { type: 'browser_session', uuid: null, user_uuid: null, name: '' },
    data: difference!.data!,
    previous,
    changed_fields: Object.keys(action === 'create' ? fields : previous),
  } as Event;
}
