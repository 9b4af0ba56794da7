import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { DRAWN } from '../../fields/drawn/drawn.tsx';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import type { Names } from '../../fields/names.ts';
import { fieldPart } from '../../fields/record.ts';
import { RecordMark } from '../../fields/record-face.tsx';
import { isEmpty, sayField, valueIn } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf, titleOf, useView } from '../../fields/view.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';
import { useFieldChoices } from './field-choices.ts';

type Props = {
  record: RecordData;
  names: Names;
  mayWrite: boolean;
  /** The fields that stand here rather than in the list of fields. */
  placed: string[];
  /** The field that is open from the start. */
  edit: string | undefined;
  acts: ReactNode;
};

/** The head of a record's page: its name, what it is, its facts, and what one does with it. */
export function RecordHead({ record, names, mayWrite, placed, edit, acts }: Props) {
  const view = useView();
  const { state, figure, facts, Below } = view.head;
  const title = titleOf(view, record);
  useDocumentTitle(`${title} · ${common.product}`);
  const part = (name: string | undefined) =>
    name !== undefined &&
    placed.includes(name) && (
      <Fact record={record} name={name} names={names} mayWrite={mayWrite} startsOpen={edit === name} />
    );
  return (
    <>
      <div className="page-bar">
        <div className="page-back">
          <BackToList />
        </div>
      </div>
      <header className="record-head">
        <RecordMark view={view} record={record} />
        <div className="record-name">
          <div className="record-title">
            <RecordTitle
              record={record}
              mayWrite={mayWrite && placed.includes(view.title)}
              startsOpen={edit === view.title}
            />
            {part(state)}
          </div>
          <dl className="facts" aria-label={records.glance}>
            {facts
              .filter((name) => placed.includes(name))
              .map((name) => (
                <div key={name} data-unlabelled={isPlain(view, name) || undefined}>
                  <dt>{fieldOf(view, name)!.label}</dt>
                  <dd>{part(name)}</dd>
                </div>
              ))}
          </dl>
        </div>
        {part(figure) && <div className="record-figure">{part(figure)}</div>}
        <div className="record-acts">{acts}</div>
      </header>
      {Below && <Below record={record} mayWrite={mayWrite} />}
    </>
  );
}

/** True for a value that says by itself what it is: a name. A time or a number does not. */
function isPlain(view: ReturnType<typeof useView>, name: string): boolean {
  return ['reference', 'links', 'text', 'choice'].includes(fieldOf(view, name)!.type);
}

function RecordTitle(props: { record: RecordData; mayWrite: boolean; startsOpen: boolean }) {
  const { record, mayWrite, startsOpen } = props;
  const view = useView();
  const field = fieldOf(view, view.title)!;
  const title = (
    <Title order={1} dir="auto" className="break-anywhere">
      {titleOf(view, record)}
    </Title>
  );
  if (!mayWrite || field.isFixed) return title;
  return (
    <EditableField
      record={record}
      part={fieldPart(field)}
      kind={kindOf(field)}
      startsOpen={startsOpen}
      hasLinks
    >
      {title}
    </EditableField>
  );
}

/** One value of the head, which is edited in its place. */
function Fact(props: {
  record: RecordData;
  name: string;
  names: Names;
  mayWrite: boolean;
  startsOpen: boolean;
}) {
  const { record, name, names, mayWrite, startsOpen } = props;
  const field = fieldOf(useView(), name)!;
  const choices = useFieldChoices(record)(field);
  const value = valueIn(record, field);
  const { draw, hasLinks } = DRAWN[field.type]?.(field) ?? {};
  const drawn = isEmpty(value)
    ? '–'
    : draw
      ? draw(value as never, record, names)
      : sayField(field, record, names);
  if (field.isFixed || !mayWrite) return <div className="fixed-value">{drawn}</div>;
  return (
    <EditableField
      record={record}
      part={fieldPart(field)}
      kind={kindOf(field, choices)}
      startsOpen={startsOpen}
      hasLinks={hasLinks === true}
    >
      {drawn}
    </EditableField>
  );
}
