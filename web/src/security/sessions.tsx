import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { BrowserSession } from '@rapport/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { security as texts } from '../texts/security.ts';
import { sayBrowser } from './say-browser.ts';

const PATH = '/api/v2/browser-sessions';

/** The browsers in which the User is signed in. */
export function Sessions() {
  const list = useQuery(reads<BrowserSession[]>(['sessions'], PATH));
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (uuid: string | null) => request('DELETE', uuid === null ? PATH : `${PATH}/${uuid}`),
    onSuccess: (_, uuid) => {
      notifyDone(uuid === null ? texts.endedAll : texts.ended);
      void queryClient.invalidateQueries({ queryKey: ['audit-log'] });
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: notifyProblem,
  });
  const others = list.data?.filter((session) => !session.is_current).length ?? 0;
  return (
    <Section
      title={texts.sessions}
      about={texts.sessionsAbout}
      actions={
        <Button
          variant="default"
          disabled={others === 0}
          loading={end.isPending}
          onClick={() => end.mutate(null)}
        >
          {texts.endAll}
        </Button>
      }
    >
      <UntilRead query={list} h={60} />
      <Rows>
        {list.data?.map((session) => (
          <Session key={session.uuid} session={session} onEnd={() => end.mutate(session.uuid)} />
        ))}
      </Rows>
    </Section>
  );
}

function Session({ session, onEnd }: { session: BrowserSession; onEnd: () => void }) {
  const browser = sayBrowser(session.user_agent);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm" fw="bold">
            {browser}
          </Text>
          {session.is_current && (
            <Badge variant="light" size="sm" tt="none">
              {texts.thisBrowser}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {texts.from(session.address)} · {texts.signedIn} <Time at={session.created_at} /> · {texts.expires}{' '}
          <Time at={session.expires_at} />
        </Text>
      </Table.Td>
      <Table.Td className="at-end">
        {!session.is_current && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.endOf(browser, session.address)}
            onClick={onEnd}
          >
            {texts.end}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
