import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { BrowserSession } from '@rapport/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, request } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { security as texts } from '../texts/security.ts';

const PATH = '/api/v2/browser-sessions';

/** The browsers in which the User is signed in. */
export function Sessions() {
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => get<BrowserSession[]>(PATH, signal),
  });
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
      {list.error && <ProblemAlert error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading h={60} />}
      <Table className="stacking-table">
        <Table.Tbody>
          {list.data?.map((session) => (
            <Table.Tr key={session.uuid}>
              <Table.Td>
                <Group gap={6}>
                  <Text size="sm" fw={600}>
                    {sayBrowser(session.user_agent)}
                  </Text>
                  {session.is_current && (
                    <Badge variant="light" size="sm" tt="none">
                      {texts.thisBrowser}
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="dimmed">
                  {texts.from(session.address)} · {texts.signedIn} <Time at={session.created_at} /> ·{' '}
                  {texts.expires} <Time at={session.expires_at} />
                </Text>
              </Table.Td>
              <Table.Td className="at-end">
                {!session.is_current && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.endOf(sayBrowser(session.user_agent), session.address)}
                    onClick={() => end.mutate(session.uuid)}
                  >
                    {texts.end}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

/**
 * Returns `Firefox on Linux` for `Mozilla/5.0 (X11; Linux x86_64) … Firefox/140.0`. The order of
 * the names matters, because most browsers also name others.
 */
function sayBrowser(user_agent: string | null): string {
  if (user_agent === null) return texts.unknownBrowser;
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => user_agent.includes(name));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((name) =>
    user_agent.includes(name),
  );
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const said = [browser, system].map((name) => name && (names[name] ?? name));
  return said[0] ? said.filter(Boolean).join(texts.on) : user_agent.slice(0, 60);
}
