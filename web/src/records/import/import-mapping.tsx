import { NativeSelect, Table, Text } from '@mantine/core';
import { importing as texts } from '../../texts/imports.ts';
import { useView } from '../view.ts';
import type { CsvFile } from './import-file.ts';
import type { Mapping } from './mapping.ts';

const SAMPLES = 3;

/** The choice of a field for each column. The first values of each column serve as a preview. */
export function ImportMapping(props: {
  file: CsvFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { file, mapping } = props;
  const { import_fields } = useView();
  const options = [
    { value: '', label: texts.ignore },
    ...Object.entries(import_fields!).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="table-scroll">
      <Table className="stacking-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.column}</Table.Th>
            <Table.Th>{texts.becomes}</Table.Th>
            <Table.Th>{texts.sample}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {file.columns.map((column, index) => (
            <Table.Tr key={column}>
              <Table.Td fw={600}>
                {column}
                <Samples file={file} index={index} isStacked />
              </Table.Td>
              <Table.Td w={200}>
                <NativeSelect
                  size="xs"
                  aria-label={`${column}: ${texts.becomes}`}
                  data={options}
                  value={mapping[column] ?? ''}
                  onChange={(event) => props.onChange({ ...mapping, [column]: event.currentTarget.value })}
                />
              </Table.Td>
              <Table.Td className="when-beside">
                <Samples file={file} index={index} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Samples({ file, index, isStacked = false }: { file: CsvFile; index: number; isStacked?: boolean }) {
  const values = file.rows.slice(0, SAMPLES).map((row) => row[index]);
  return (
    <Text
      size="sm"
      c="dimmed"
      lineClamp={isStacked ? 3 : 1}
      className={isStacked ? 'when-stacked break-anywhere' : 'break-anywhere'}
    >
      {values.filter(Boolean).join(' · ')}
    </Text>
  );
}
