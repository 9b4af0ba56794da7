import type { RecordData } from '../../fields/data.ts';
import { valueLinks } from '../../fields/drawn/value-links.tsx';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { fieldPart } from '../../fields/record.ts';
import { isEmpty, valueIn } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { PlusIcon } from '../../layout/icons.tsx';
import { SideGroup } from '../../layout/side-group.tsx';

/** The records that a field links to, such as the people of a Deal, as a group at the side. */
export function LinkedRecords(props: { record: RecordData; name: string; mayWrite: boolean }) {
  const { record, name, mayWrite } = props;
  const field = fieldOf(useView(), name)!;
  const isNone = isEmpty(valueIn(record, field));
  if (isNone && !mayWrite) return null;
  const links = (
    <EditableField
      record={record}
      part={fieldPart(field)}
      kind={kindOf(field)}
      isFixed={!mayWrite}
      hasLinks={!isNone}
    >
      {valueLinks(record, field) ?? (
        <span className="add-line">
          <PlusIcon /> {field.label}
        </span>
      )}
    </EditableField>
  );
  if (isNone) return <section className="record-group">{links}</section>;
  return (
    <SideGroup title={field.label} count={(valueIn(record, field) as unknown[]).length}>
      {links}
    </SideGroup>
  );
}
