import type { CustomField, CustomFieldVersion } from '@rapport/contract/custom-fields';
import type { Event } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { getAll } from '../../api/request.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { DECLARED_FIELDS } from '../declared-fields.ts';
import type { Names } from '../names.ts';
import { definitionsAt, fieldFrom } from '../values/declared.ts';
import { isMisfit, sayField } from '../values/field-types.ts';
import { sayJson } from '../values/say.ts';
import { useView } from '../view.ts';

/** The longest text of a value in a history. */
const SHOWN_LENGTH = 120;

/**
 * A value of a custom field in an event, as the field was when the value was written: a field may
 * have had another type, and its options other names.
 */
export function WrittenValue(props: { event: Event; name: string; value: unknown; names: Names }) {
  const { event, name, value, names } = props;
  const { list } = useView();
  const { definitions } = useDefinitions(event, name);
  if (value === null || value === undefined) return records.emptyValue;
  const field = definitions.map((one) => fieldFrom(one, list)).find((one) => !isMisfit(one, value));
  const said = field ? sayField(field, { custom: { [name]: value } } as RecordData, names) : sayJson(value);
  if (said === '') return records.emptyValue;
  return said.length > SHOWN_LENGTH ? `${said.slice(0, SHOWN_LENGTH)}…` : said;
}

/** The name of a custom field in an event, as the field was called then; its key if it is none. */
export function WrittenName({ event, name }: { event: Event; name: string }) {
  const { declared, definitions } = useDefinitions(event, name);
  return (definitions[0] ?? declared)?.label ?? name;
}

/** The field of a key, and what it was at the time of an event and before, the latest first. */
function useDefinitions({ account_uuid, created_at }: Event, name: string) {
  const { resource } = useView();
  const { data: fields = [] } = useQuery(DECLARED_FIELDS);
  const declared = fields.find(
    (one) => one.key === name && one.resource === resource && one.account_uuid === account_uuid,
  );
  const versions = useVersions(declared);
  return { declared, definitions: declared ? definitionsAt(declared, versions, created_at) : [] };
}

const NONE: CustomFieldVersion[] = [];

/** Returns the versions of a field that was ever changed, the latest first. */
function useVersions(field: CustomField | undefined): CustomFieldVersion[] {
  const { data = NONE } = useQuery({
    queryKey: ['custom-fields', 'versions', field?.uuid, field?.version],
    queryFn: ({ signal }) =>
      getAll<CustomFieldVersion>(`/api/v2/custom-fields/${field!.uuid}/versions`, signal),
    enabled: field !== undefined && field.version > 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
