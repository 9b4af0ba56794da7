import { Face } from '../layout/face.tsx';
import { ActivityIcon } from '../layout/kind-icon.tsx';
import type { RecordData } from './data.ts';
import { type RecordView, titleOf } from './view.ts';

/** The initials of a record. Undefined for kinds that are neither people nor companies. */
export function faceOf(view: RecordView, record: RecordData, isLarge = false) {
  const sort = view.face?.(record);
  return sort && <Face id={record.uuid} name={titleOf(view, record)} sort={sort} isLarge={isLarge} />;
}

/** What tells a record from others of its list: its initials, or the icon of its sort. */
export function markOf(view: RecordView, record: RecordData) {
  return faceOf(view, record) ?? (view.sortOf && <IconOf view={view} record={record} />);
}

/** The mark in front of a record's name: its initials, or the icon of its sort or kind. */
export function RecordMark({ view, record }: { view: RecordView; record: RecordData }) {
  return (
    faceOf(view, record, true) ?? (
      <span className="title-icon">
        <IconOf view={view} record={record} />
      </span>
    )
  );
}

function IconOf({ view, record }: { view: RecordView; record: RecordData }) {
  return <ActivityIcon resource={view.resource} type={view.sortOf?.(record)} />;
}
