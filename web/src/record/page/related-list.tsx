import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request, withQuery } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { CallLink, sayLink } from '../../fields/drawn/value-links.tsx';
import { faceOf } from '../../fields/record-face.tsx';
import { FIELD_TYPES, sayField } from '../../fields/values/field-types.ts';
import type { Point } from '../../fields/values/rows.ts';
import {
  fieldOf,
  type RecordView,
  type Related,
  titleOf,
  useView,
  useViews,
  ViewProvider,
} from '../../fields/view.ts';
import { forThumb } from '../../layout/for-thumb.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { SideGroup } from '../../layout/side-group.tsx';
import { LOCALE } from '../../texts/locale.ts';
import { records } from '../../texts/records.ts';
import { NewRecord } from '../new/new-record.tsx';

/** Enough for a glance. A link leads to the whole list. */
const SHOWN_MAX = 5;

/** Records of another kind that refer to this one, their number, and a button to add one. */
export function RelatedList({
  record,
  related,
  mayWrite,
}: {
  record: RecordData;
  related: Related;
  mayWrite: boolean;
}) {
  const view = useViews()[related.resource];
  const [newIsOpen, create] = useDisclosure();
  const { data, error, refetch } = useRelated(record, related, view);
  if (!view || (!data && !error)) return null;
  const rows = data?.data ?? [];
  const shown = rows.slice(0, related.shown_max);
  const total = data?.total ?? 0;
  return (
    <ViewProvider value={view}>
      <SideGroup
        title={view.texts.title}
        {...(total > 0 && { count: total.toLocaleString(LOCALE) })}
        isEmpty={!error && rows.length === 0}
        add={mayWrite ? { label: view.texts.create, onAdd: create.open } : undefined}
      >
        <ProblemAlert error={error} onRetry={refetch} />
        {shown.map((row) => (
          <RelatedRow key={row.uuid} record={record} related={related} row={row} />
        ))}
        {total > shown.length && (
          <Anchor
            component={Link}
            to={view.path}
            search={{ [related.parameter]: record.uuid } as never}
            size="sm"
            {...forThumb}
          >
            {records.allRelated(total)}
          </Anchor>
        )}
      </SideGroup>
      <NewRecord opened={newIsOpen} onClose={create.close} preset={related.preset(record)} />
    </ViewProvider>
  );
}

/** The name of a related record, what is said about it, and its number to call. */
function RelatedRow(props: { record: RecordData; related: Related; row: RecordData }) {
  const { record, related, row } = props;
  const view = useView();
  const said = [...related.fields.map((name) => sayOne(view, row, name)), sayLinkTo(record, related, row)];
  const phones = view.fields.find(({ type }) => FIELD_TYPES[type].isCalled);
  return (
    <div className="related-row">
      {faceOf(view, row)}
      <div className="related-name">
        <Anchor component={Link} to={`${view.path}/${row.uuid}`} size="sm" className="break-anywhere">
          {titleOf(view, row)}
        </Anchor>
        <Text size="xs" c="dimmed">
          {said.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {phones && (
        <CallLink points={row[phones.name] as Point[]} who={{ resource: view.resource, uuid: row.uuid }} />
      )}
    </div>
  );
}

function useRelated(record: RecordData, related: Related, view: RecordView | undefined) {
  return useQuery({
    queryKey: ['related', related.resource, related.parameter, record.uuid],
    queryFn: ({ signal }) => {
      const parameters = {
        account_uuid: record.account_uuid,
        [related.parameter]: record.uuid,
        sort: related.sort,
        limit: SHOWN_MAX,
        include: 'total',
      };
      return request<{ data: RecordData[]; total: number }>(
        'GET',
        withQuery(`/api/v2${view!.path}`, parameters),
        {
          signal,
        },
      );
    },
    enabled: view !== undefined,
  });
}

/** Returns the details of the link between the two records, such as a role and an end date. */
function sayLinkTo({ uuid }: RecordData, { link }: Related, row: RecordData): string {
  const links = (link ? row[link] : []) as Record<string, unknown>[];
  const own = links.find((one) => Object.values(one).includes(uuid));
  return own ? sayLink(own, false) : '';
}

function sayOne(view: RecordView, row: RecordData, name: string): string {
  const field = fieldOf(view, name);
  return field ? sayField(field, row, {}) : '';
}
