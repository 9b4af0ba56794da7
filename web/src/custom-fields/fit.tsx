import { Anchor, Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CustomFieldFit, CustomFieldPreview } from '@rapport/contract/custom-fields';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { kindNamed } from '../fields/kinds.ts';
import { notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { saveCsv } from '../layout/save-file.ts';
import { customFields } from '../texts/custom-fields.ts';
import { failingFile, type Tried } from './failing-file.ts';

const texts = customFields.fit;

/** The time in which a form may change before the values are looked at anew. */
const SETTLED_MS = 400;

/** Shows which values of the records fit a field, before anything is changed. */
export function Fit(props: {
  tried: Tried;
  failing: 'keep' | 'clear';
  /** Null when the field is there already, so that nothing becomes of the values. */
  onFailing: ((failing: 'keep' | 'clear') => void) | null;
}) {
  const { data, error, isFetching } = useFit(props.tried);
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <Text size="sm">{texts.checking}</Text>;
  const { fit, empty, failing, respelled } = data;
  if (fit + failing.count === 0) return null;
  return (
    <Stack gap="xs" role="region" aria-label={texts.title} aria-busy={isFetching}>
      <Text size="sm" fw="bold" role="status">
        {[texts.fits(fit), failing.count > 0 && texts.fails(failing.count), empty > 0 && texts.empty(empty)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {props.onFailing && respelled.count > 0 && (
        <Text size="sm">
          {texts.respelled(respelled.count)}
          {respelled.examples.map(({ uuid, value, becomes }) => (
            <span key={uuid} className="break-anywhere" style={{ display: 'block' }}>
              {value} → {becomes}
            </span>
          ))}
        </Text>
      )}
      {failing.count > 0 && <Failing {...props} examples={failing.examples} count={failing.count} />}
    </Stack>
  );
}

function useFit(tried: Tried) {
  const [settled] = useDebouncedValue(tried, SETTLED_MS);
  return useQuery({
    queryKey: ['custom-fields', 'fit', settled],
    queryFn: async ({ signal }) => {
      const options = { body: settled satisfies CustomFieldPreview, signal };
      return (await request<{ data: CustomFieldFit }>('POST', '/api/v2/custom-fields/preview', options)).data;
    },
    retry: false,
  });
}

type Example = CustomFieldFit['failing']['examples'][number];

function Failing(
  props: Parameters<typeof Fit>[0] & {
    examples: Example[];
    count: number;
  },
) {
  const { tried, examples, count, failing, onFailing } = props;
  const file = useMutation({
    mutationFn: () => failingFile(tried),
    onSuccess: (csv) => saveCsv(`${tried.key}.csv`, csv),
    onError: notifyProblem,
  });
  return (
    <>
      <Examples examples={examples} path={kindNamed(tried.resource)?.path} />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          {texts.asFile}
        </Button>
        <Text size="xs" c="dimmed">
          {examples.length < count && `${texts.firstOnes(examples.length, count)} `}
          {texts.asFileHint}
        </Text>
      </Group>
      {onFailing && (
        <Radio.Group
          label={texts.what}
          value={failing}
          onChange={(chosen) => onFailing(chosen as 'keep' | 'clear')}
        >
          <Stack gap={6} mt={4}>
            <Radio value="keep" label={texts.keep} />
            <Radio value="clear" label={texts.clear} />
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}

/** The first records whose values do not fit. */
function Examples({ examples, path }: { examples: Example[]; path: string | undefined }) {
  return (
    <div className="table-scroll">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.record}</Table.Th>
            <Table.Th>{texts.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {examples.map(({ uuid, name, value }) => (
            <Table.Tr key={uuid}>
              <Table.Td>
                <Anchor component={Link} to={`${path}/${uuid}`} target="_blank" size="sm">
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td className="break-anywhere">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
