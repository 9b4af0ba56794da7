import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { dayAt } from '@rapport/contract/days';
import type { Similar } from '@rapport/contract/records/duplicates';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { ZONE } from '../../api/zone.ts';
import type { Changes, RecordData } from '../../fields/data.ts';
import { kindNamed } from '../../fields/kinds.ts';
import { sayDate } from '../../fields/values/say.ts';
import { apiPath, useView } from '../../fields/view.ts';
import { duplicates as texts } from '../../texts/merge.ts';

/** The wait after a key before the API is asked. */
const PAUSE_MS = 300;
/** How many are named. More would hide the form. */
const SHOWN_MAX = 3;

/**
 * Names the records that look like the one that is being typed, with links, so that nobody writes
 * down twice what is there already.
 */
export function SimilarRecords(props: { account_uuid: string | null; fields: Changes; onOpen: () => void }) {
  const view = useView();
  const typed = JSON.stringify({ account_uuid: props.account_uuid, ...props.fields });
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const { data } = useQuery({
    queryKey: [view.path, 'similar', asked],
    queryFn: async () => {
      const body = JSON.parse(asked);
      const { data } = await request<{ data: Similar[] }>('POST', `${apiPath(view)}/similar`, { body });
      return Promise.all(data.slice(0, SHOWN_MAX).map(withMarks));
    },
    // What is asked lags behind, and may still be without the Account.
    enabled:
      view.isMatched &&
      asked === typed &&
      props.account_uuid !== null &&
      Object.keys(props.fields).length > 0,
    // What is half typed is refused, such as an e-mail address without a host.
    retry: false,
  });
  if (!data || data.length === 0 || asked !== typed) return null;
  return (
    <div role="status">
      {data.map(({ resource, uuid, name, because, marks }) => {
        const kind = kindNamed(resource);
        if (!kind) return null;
        return (
          <Text key={uuid} size="sm">
            {texts.looksLike(kind.one)}{' '}
            <Anchor component={Link} to={`${kind.path}/${uuid}`} size="sm" onClick={props.onOpen}>
              {name}
            </Anchor>
            : {because.map((way) => texts.because[way]).join(', ')}.{' '}
            <Text span size="xs" c="dimmed" className="break-anywhere">
              {marks}
            </Text>
          </Text>
        );
      })}
    </div>
  );
}

/** Adds what tells a record from others of the same name; nothing once it is out of reach. */
async function withMarks(similar: Similar): Promise<Similar & { marks: string }> {
  const kind = kindNamed(similar.resource);
  const found =
    kind &&
    (await request<{ data: RecordData }>('GET', `/api/v2${kind.path}/${similar.uuid}`).catch(
      () => undefined,
    ));
  return { ...similar, marks: found ? marksOf(found.data) : '' };
}

/** The first e-mail address or domain, the town, and the day on which the record was made. */
function marksOf(record: RecordData): string {
  const { emails, domain, addresses } = record as RecordData & Partial<Reached>;
  const made = texts.madeOn(sayDate(dayAt(new Date(record.created_at), ZONE)));
  const reached = [emails?.[0]?.value ?? domain, addresses?.find(({ city }) => city)?.city];
  return [...reached.filter(Boolean), made].join(' · ');
}

type Reached = { emails: { value: string }[]; domain: string | null; addresses: { city?: string }[] };
