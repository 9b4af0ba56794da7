import { NativeSelect, Table, Text } from '@mantine/core';
import { IMPORT_FIELD_LABELS, importing as texts } from '../texts/clients.ts';
import type { CsvFile, Mapping } from './import-file.ts';

const SAMPLES = 3;

/** A new Client needs one of the names; an existing one is found by its external_id. */
const IDENTIFYING: string[] = ['name', 'first_name', 'last_name', 'external_id'];

/** Which column becomes which field, with its first values: the mapping is the preview. */
export function ImportMapping(props: {
  file: CsvFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { file, mapping } = props;
  const options = [
    { value: '', label: texts.ignore },
    ...Object.entries(IMPORT_FIELD_LABELS).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="table-scroll">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.column}</Table.Th>
            <Table.Th>{texts.becomes}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.sample}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {file.columns.map((column, index) => (
            <Table.Tr key={column}>
              <Table.Td fw={600}>{column}</Table.Td>
              <Table.Td w={200}>
                <NativeSelect
                  size="xs"
                  aria-label={`${column}: ${texts.becomes}`}
                  data={options}
                  value={mapping[column] ?? ''}
                  onChange={(event) =>
                    props.onChange({ ...mapping, [column]: event.currentTarget.value as Mapping[string] })
                  }
                />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {file.rows
                    .slice(0, SAMPLES)
                    .map((row) => row[index])
                    .join(' · ')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Why the import cannot begin yet, or null. Several columns may be kept as custom fields; every other field comes from one. */
export function mappingFault(mapping: Mapping): string | null {
  const fields = Object.values(mapping).filter((field) => field !== '' && field !== 'custom');
  if (!fields.some((field) => IDENTIFYING.includes(field))) return texts.noName;
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  return twice === undefined ? null : `${texts.twice} (${IMPORT_FIELD_LABELS[twice]})`;
}
