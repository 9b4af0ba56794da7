import { Face } from '../layout/face.tsx';
import { KindIcon } from '../layout/kind-icon.tsx';
import type { RecordData } from './data.ts';
import { type RecordView, titleOf } from './view.ts';

/** The initials of a record. Undefined for kinds that are neither people nor companies. */
export function faceOf(view: RecordView, record: RecordData, isLarge = false) {
  const sort = view.face?.(record);
  return sort && <Face id={record.uuid} name={titleOf(view, record)} sort={sort} isLarge={isLarge} />;
}

/** The mark in front of a record's name: its initials, or the icon of its kind. */
export function RecordMark({ view, record }: { view: RecordView; record: RecordData }) {
  return (
    faceOf(view, record, true) ?? (
      <span className="title-icon">
        <KindIcon resource={view.resource} />
      </span>
    )
  );
}
