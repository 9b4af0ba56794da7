import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Client } from '@rapport/contract/clients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx';
import { type ReactNode, useEffect } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import { request } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyProblem } from '../layout/notify.ts';
import { notifyWithUndo } from '../layout/notify-with-button.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { isGone, RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { BackToClients, useGoBackToClients } from './back-to-clients.tsx';
import { StatusBadge } from './columns.tsx';
import { contactLinks } from './contact-links.tsx';
import { CustomFields } from './custom-fields.tsx';
import { EditableField } from './editable-field.tsx';
import { FIELDS, NOTES } from './field-kinds.ts';
import { GoneClient } from './gone-client.tsx';
import { useMayWrite } from './may-write.ts';
import { fieldPart, useClient } from './record.ts';
import { useRestore } from './restore.ts';
import { Timeline } from './timeline.tsx';

const MARKDOWN: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    // A link leads away from the record, but not from what is being typed into it.
    a: { props: { target: '_blank', rel: 'noopener noreferrer' } },
    // Below the title of the page and that of the Notes.
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    h4: { component: 'h6' },
    h5: { component: 'h6' },
  },
};

/** One Client: every field is edited where it stands. */
export function ClientPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { data, error, refetch } = useClient(uuid);
  if (isGone(error)) return <GoneClient uuid={uuid} problem={error} />;
  if (!data && error) return <RecordProblem error={error} onRetry={refetch} back={<BackToClients />} />;
  if (!data) return <Loading h={480} />;
  return <Record key={uuid} client={data} problem={<ProblemAlert error={error} onRetry={refetch} />} />;
}

/** `problem` is what went wrong when it was read anew. */
function Record({ client, problem }: { client: Client; problem: ReactNode }) {
  const mayWrite = useMayWrite()(client.account_uuid);
  return (
    <Page
      wide
      title={client.name}
      actions={mayWrite && <DeleteButton client={client} />}
      about={<BackToClients />}
    >
      {problem}
      <Box className="record">
        <Stack gap="md">
          <Section title={clients.details}>
            <Details client={client} mayWrite={mayWrite} />
          </Section>
          <CustomFields client={client} mayWrite={mayWrite} />
        </Stack>
        <Stack gap="md">
          <Section title={clients.notes}>
            <EditableField
              client={client}
              part={fieldPart('description')}
              kind={NOTES}
              isFixed={!mayWrite}
              hasLinks
            >
              {client.description ? (
                <div className="markdown" dir="auto">
                  <Markdown options={MARKDOWN}>{client.description}</Markdown>
                </div>
              ) : (
                <Text size="sm" c="dimmed">
                  {clients.notesEmpty}
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

function Details({ client, mayWrite }: { client: Client; mayWrite: boolean }) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  // It is said once: a reload is not to open the field again.
  useEffect(() => {
    const search = (before: object) => ({ ...before, edit: undefined });
    if (edit) void navigate({ to: '.', search, replace: true });
  }, [edit, navigate]);
  const logins = useLogins().filter((login) => login.account_uuid === client.account_uuid);
  const { data: accounts = [] } = useAccounts();
  const account = accounts.find(({ uuid }) => uuid === client.account_uuid);
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  // Who has left the Account stays the owner until somebody else is chosen.
  if (client.owner_uuid && logins.length > 0) owners[client.owner_uuid] ??= clients.noMember;
  return (
    <dl className="fields">
      {FIELDS.filter(
        ([name]) => client.kind === 'person' || (name !== 'first_name' && name !== 'last_name'),
      ).map(([name, kind]) => {
        const links = contactLinks(client, name);
        return (
          <div key={name}>
            <dt>{FIELD_LABELS[name]}</dt>
            <dd>
              <EditableField
                client={client}
                part={fieldPart(name)}
                kind={name === 'owner_uuid' ? { ...kind, choices: owners } : kind}
                startsOpen={edit === name}
                isFixed={!mayWrite}
                hasLinks={links !== undefined}
              >
                {name === 'status' ? <StatusBadge status={client.status} /> : links}
              </EditableField>
            </dd>
          </div>
        );
      })}
      {accounts.length > 1 && (
        <div>
          <dt>{FIELD_LABELS.account_uuid}</dt>
          <dd className="fixed-value">{account?.name}</dd>
        </div>
      )}
    </dl>
  );
}

function DeleteButton({ client }: { client: Client }) {
  const [isOpen, dialog] = useDisclosure();
  const queryClient = useQueryClient();
  const goBack = useGoBackToClients();
  const restore = useRestore(client.uuid);
  const remove = useMutation({
    mutationFn: () => request('DELETE', `/api/v2/clients/${client.uuid}`, { version: client.version }),
    onSuccess: async () => {
      notifyWithUndo(clients.deleted(1), () => restore().catch(notifyProblem));
      await goBack();
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
