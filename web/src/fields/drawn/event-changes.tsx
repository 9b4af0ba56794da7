import type { Event } from '@rapport/contract/events';
import type { Share } from '@rapport/contract/records/share-fields';
import type { ReactNode } from 'react';
import { access as texts } from '../../texts/access.ts';
import type { Names } from '../names.ts';
import { FIELD_TYPES } from '../values/field-types.ts';
import { fieldOf, type RecordView, useView } from '../view.ts';
import { sayValue } from './say-value.tsx';
import { SharedNames } from './shared-names.tsx';
import { WrittenName, WrittenValue } from './written-value.tsx';

/**
 * The values that an event changed, before and after. Inside the view of its kind, which names its
 * own, such as stages. Left out are times of the service, such as since when a record is in its
 * stage: that is the time of the event. With `isAfterOnly`, nothing was before, or nobody knows it.
 */
export function EventChanges(props: { event: Event; names: Names; isAfterOnly?: boolean }) {
  const { event, names: all, isAfterOnly = false } = props;
  const view = useView();
  const names = { ...all, ...view.useNames?.() };
  return (
    <ul className="changes">
      {event.changed_fields
        .filter((name) => name !== 'version' && !isOfService(view, name))
        .flatMap((name) =>
          name === 'custom'
            ? customChanges(event, names)
            : [name === 'shared_with' ? shareChange(event) : change(view, event, name, names)],
        )
        .map(({ key, label, before, after }) => (
          <li key={key}>
            {label}: {!isAfterOnly && <del>{before}</del>} <ins>{after}</ins>
          </li>
        ))}
    </ul>
  );
}

function isOfService(view: RecordView, name: string): boolean {
  const field = fieldOf(view, name);
  return field?.isFixed === true && FIELD_TYPES[field.type].isInstant === true;
}

type Change = { key: string; label: ReactNode; before: ReactNode; after: ReactNode };

function change(view: RecordView, { previous, data }: Event, name: string, names: Names): Change {
  return {
    key: name,
    label: fieldOf(view, name)?.label ?? name,
    before: sayValue(view, name, previous?.[name], names),
    after: sayValue(view, name, data[name], names),
  };
}

/** Shares are no field that lists and inputs have: their Users and teams are named here. */
function shareChange({ previous, data }: Event): Change {
  const said = (shares: unknown) => (
    <SharedNames account_uuid={String(data.account_uuid)} shares={(shares ?? []) as Share[]} />
  );
  return {
    key: 'shared_with',
    label: texts.sharedWith,
    before: said(previous?.shared_with),
    after: said(data.shared_with),
  };
}

/**
 * Returns a change for each custom field, although all are one field of the API. A key may be
 * called as what every object has, such as `constructor`.
 */
function customChanges(event: Event, names: Names): Change[] {
  const { previous, data } = event;
  const [before, after] = [previous?.custom, data.custom].map(
    (custom) => new Map(Object.entries((custom ?? {}) as Record<string, unknown>)),
  );
  return [...new Set([...before!.keys(), ...after!.keys()])]
    .filter((name) => JSON.stringify(before!.get(name)) !== JSON.stringify(after!.get(name)))
    .map((name) => ({
      key: `custom ${name}`,
      label: <WrittenName event={event} name={name} />,
      before: <WrittenValue event={event} name={name} value={before!.get(name)} names={names} />,
      after: <WrittenValue event={event} name={name} value={after!.get(name)} names={names} />,
    }));
}
