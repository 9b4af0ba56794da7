import { Badge, Button, Code, type ComboboxData, Group, Select, Table, Text } from '@mantine/core';
import { API_METHODS, type ApiRequest } from '@rapport/contract/api-requests';
import type { Grant } from '@rapport/contract/grants';
import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pagesOf, reads } from '../api/queries.ts';
import { BackLink } from '../layout/back-link.tsx';
import { Empty } from '../layout/empty.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Page } from '../layout/page.tsx';
import { Rows, TimeCell } from '../layout/rows.tsx';
import { optionsOf } from '../layout/standards.ts';
import { UntilRead } from '../layout/until-read.tsx';
import { developers } from '../texts/developers.ts';
import { requests as texts } from '../texts/requests.ts';

/** The filters. The address holds them, so that a User can send it to a colleague. */
type Filters = { answers?: string; method?: string; by?: string; request_id?: string };

/** The page of the API requests by the User's tokens and applications. */
export function RequestsPage() {
  const filters = useSearch({ strict: false }) as Filters;
  const list = useInfiniteQuery({
    queryKey: ['api-requests', ...Object.values(queryOf(filters))],
    ...pagesOf<ApiRequest>('/api/v2/api-requests', { ...queryOf(filters), limit: 50 }),
  });
  const found = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Page
      title={texts.title}
      back={<BackLink to="/developers" label={developers.title} />}
      about={texts.about}
      actions={
        <Button variant="default" loading={list.isFetching} onClick={() => void list.refetch()}>
          {texts.refresh}
        </Button>
      }
    >
      <FilterRow filters={filters} />
      <UntilRead query={list} h={320} />
      {list.isSuccess && found.length === 0 && (
        <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />
      )}
      {found.length > 0 && <RequestTable requests={found} />}
      <MoreButton pages={list} />
    </Page>
  );
}

function queryOf({ answers, method, by, request_id }: Filters): Record<string, string | undefined> {
  const [kind, uuid] = by?.split(':') ?? [];
  return {
    'filter[status][gte]': answers === 'refused' ? '400' : undefined,
    'filter[status][lt]': answers === 'done' ? '400' : undefined,
    'filter[method]': method,
    'filter[token_uuid]': kind === 'token' ? uuid : undefined,
    'filter[client_id]': kind === 'application' ? uuid : undefined,
    'filter[request_id]': request_id,
  };
}

function FilterRow({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const set = (changed: Filters) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true });
  const filter = (name: keyof Filters, label: string, all: string, data: ComboboxData) => (
    <Select
      aria-label={label}
      placeholder={all}
      data={data}
      value={filters[name] ?? null}
      clearable
      searchable={data.length > 8}
      onChange={(value) => set({ [name]: value ?? undefined })}
    />
  );
  const by = useCallers();
  const answers = optionsOf({ refused: texts.refused, done: texts.done });
  return (
    <Group gap="xs">
      {filter('answers', texts.answers, texts.allAnswers, answers)}
      {filter('method', texts.method, texts.allMethods, API_METHODS)}
      {filter('by', texts.by, texts.allCallers, by)}
      {filters.request_id && (
        <Button variant="light" onClick={() => set({ request_id: undefined })}>
          {texts.oneRequest}
        </Button>
      )}
    </Group>
  );
}

/** Returns the tokens and applications of the User as choices. */
function useCallers(): { value: string; label: string }[] {
  const tokens = useQuery(reads<PersonalAccessToken[]>(['tokens'], '/api/v2/personal-access-tokens'));
  const grants = useQuery(reads<Grant[]>(['grants'], '/api/v2/grants'));
  return [
    ...(tokens.data ?? []).map(({ uuid, name, last_four }) => ({
      value: `token:${uuid}`,
      label: `${name} …${last_four}`,
    })),
    ...(grants.data ?? []).map(({ application }) => ({
      value: `application:${application.client_id}`,
      label: application.name,
    })),
  ];
}

function RequestTable({ requests }: { requests: ApiRequest[] }) {
  return (
    <Rows>
      {requests.map((asked) => (
        <Table.Tr key={asked.uuid}>
          <Table.Td>
            <Group gap={6} wrap="nowrap" align="baseline">
              <Badge
                variant="light"
                size="sm"
                radius="sm"
                className="no-shrink"
                color={asked.status >= 500 ? 'red' : asked.status >= 400 ? 'orange' : 'gray'}
              >
                {asked.status}
              </Badge>
              <Text size="sm" ff="monospace" className="break-anywhere">
                {asked.method} {asked.path}
              </Text>
            </Group>
            {asked.problem_code && (
              <Text size="xs" c="dimmed">
                <a href={`/docs/problems#${asked.problem_code}`}>{asked.problem_code}</a>
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Text size="xs" className="break-anywhere">
              {asked.name ?? texts.gone} · {texts.took(asked.duration_ms)}
            </Text>
            <Code fz="xs" className="break-anywhere" title={texts.requestId}>
              {asked.request_id}
            </Code>
          </Table.Td>
          <TimeCell at={asked.created_at} />
        </Table.Tr>
      ))}
    </Rows>
  );
}
