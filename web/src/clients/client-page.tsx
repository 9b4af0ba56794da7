import { Box, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Client } from '@rapport/contract/clients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx';
import { useLogins } from '../accounts/logins.ts';
import { request } from '../api/request.ts';
import { BackLink } from '../layout/back-link.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { notifyWithUndo } from '../layout/notify-undo.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { StatusBadge } from './columns.tsx';
import { EditableField } from './editable-field.tsx';
import { FIELDS, NOTES } from './field-kinds.ts';
import { useClient } from './record.ts';
import { Timeline } from './timeline.tsx';

/** One Client: every field is edited where it stands. */
export function ClientPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const client = useClient(uuid);
  if (client.error) {
    const back = <BackLink to="/clients" label={clients.title} />;
    return <RecordProblem error={client.error} onRetry={client.refetch} back={back} />;
  }
  if (!client.data) return <Skeleton h={480} />;
  return <Record key={uuid} client={client.data} />;
}

function Record({ client }: { client: Client }) {
  return (
    <Page
      wide
      title={client.name}
      actions={<DeleteButton client={client} />}
      about={<BackLink to="/clients" label={clients.title} />}
    >
      <Box className="record">
        <Section title={clients.details}>
          <Details client={client} />
        </Section>
        <Stack gap="md">
          <Section title={clients.notes}>
            <EditableField client={client} name="description" kind={NOTES}>
              {client.description ? (
                <div className="markdown">
                  <Markdown options={{ disableParsingRawHTML: true, forceBlock: true }}>
                    {client.description}
                  </Markdown>
                </div>
              ) : (
                <Text size="sm" c="dimmed">
                  {clients.notesHint}
                </Text>
              )}
            </EditableField>
          </Section>
          <Section title={clients.timeline}>
            <Timeline uuid={client.uuid} />
          </Section>
        </Stack>
      </Box>
    </Page>
  );
}

function Details({ client }: { client: Client }) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const logins = useLogins().filter((login) => login.account_uuid === client.account_uuid);
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  return (
    <dl className="fields">
      {FIELDS.filter(
        ([name]) => client.kind === 'person' || (name !== 'first_name' && name !== 'last_name'),
      ).map(([name, kind]) => (
        <div key={name}>
          <dt>{FIELD_LABELS[name]}</dt>
          <dd>
            <EditableField
              client={client}
              name={name}
              kind={name === 'owner_uuid' ? { ...kind, choices: owners } : kind}
              startsOpen={edit === name}
            >
              {name === 'status' ? <StatusBadge status={client.status} /> : undefined}
            </EditableField>
          </dd>
        </div>
      ))}
      {Object.entries(client.custom).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="fixed-value">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function DeleteButton({ client }: { client: Client }) {
  const [isOpen, dialog] = useDisclosure();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const restore = async () => {
    try {
      await request('POST', `/api/v2/clients/${client.uuid}/restore`);
      notifyDone(clients.restored(1));
      await queryClient.invalidateQueries({ queryKey: ['clients'] });
    } catch (refusal) {
      notifyProblem(refusal);
    }
  };
  const remove = useMutation({
    mutationFn: () => request('DELETE', `/api/v2/clients/${client.uuid}`, { version: client.version }),
    onSuccess: async () => {
      notifyWithUndo(clients.deleted(1), restore);
      await navigate({ to: '/clients' });
      await queryClient.invalidateQueries({ queryKey: ['clients'] });
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {common.remove}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={clients.deleteTitle(1)}>
        <Stack>
          <Text size="sm">{clients.deleteHint}</Text>
          <ProblemAlert error={remove.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {common.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {common.remove}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
