import { Anchor, Button, Table, Text } from '@mantine/core';
import type { DeletedClient } from '@rapport/contract/clients';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { clients } from '../texts/clients.ts';
import { deletedClients as texts } from '../texts/deleted-clients.ts';
import { type Names, sayActor } from './names.ts';
import { useRestore } from './restore.ts';

const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Of the widest thing that can stand there: no row becomes narrower when its Client is restored. */
const ACTION_PX = 140;

/** A Client that can be restored. Then it stays in its place, with the way to it. */
export function DeletedRow(props: {
  client: DeletedClient;
  names: Names;
  /** Whether its Account is told, because there are several. */
  saysAccount: boolean;
  mayRestore: boolean;
  /** Whether the row tells those who may not; otherwise the page does. */
  saysWhyNot: boolean;
}) {
  const { client, names, mayRestore, saysWhyNot } = props;
  const account = props.saysAccount && names[client.account_uuid];
  const restore = useMutation({ mutationFn: useRestore(client.uuid) });
  const isOver = restore.error instanceof ApiProblem && restore.error.status === 404;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} className="break-anywhere">
          {client.name}
        </Text>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {[account, client.domain, client.external_id].filter(Boolean).join(' · ')}
        </Text>
        <Refusal error={restore.error} external_id={client.external_id} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {texts.deleted} <Time at={client.deleted_at} /> {sayActor(client.deleted_by, names)}
        </Text>
        <Text size="xs" c="dimmed" className="uncut">
          {texts.until}{' '}
          <time dateTime={client.restorable_until}>{minute.format(new Date(client.restorable_until))}</time>
        </Text>
      </Table.Td>
      <Table.Td className="at-end" miw={ACTION_PX}>
        {restore.isSuccess || isOver ? (
          <Text size="sm">
            {restore.isSuccess && `${texts.restored} `}
            <OpenLink client={client} />
          </Text>
        ) : mayRestore ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.restoreOf(client.name)}
            loading={restore.isPending}
            onClick={() => restore.mutate()}
          >
            {clients.restore}
          </Button>
        ) : (
          saysWhyNot && (
            <Text size="xs" c="dimmed">
              {texts.readOnlyThere}
            </Text>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** In the place of the button, whose focus it takes over. */
function OpenLink({ client }: { client: DeletedClient }) {
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (document.activeElement === document.body) link?.focus();
  };
  return (
    <Anchor
      component={Link}
      ref={takeFocus}
      to="/clients/$uuid"
      params={{ uuid: client.uuid } as never}
      className="back-link"
      aria-label={texts.openOf(client.name)}
    >
      {texts.open}
    </Anchor>
  );
}

function Refusal({ error, external_id }: { error: unknown; external_id: string | null }) {
  if (!(error instanceof ApiProblem)) return <ProblemAlert error={error} />;
  if (error.status === 404) {
    return (
      <Text size="sm" role="alert">
        {texts.notDeleted}
      </Text>
    );
  }
  const isTaken = error.errors.some(({ pointer }) => pointer === '/external_id');
  if (!isTaken || external_id === null) return <ProblemAlert error={error} />;
  const search = { 'filter[external_id]': external_id };
  return (
    <Text size="sm" role="alert" className="break-anywhere">
      {texts.idTaken(external_id)}{' '}
      <Anchor component={Link} to="/clients" search={search as never} size="sm" className="back-link">
        {texts.showOther}
      </Anchor>
    </Text>
  );
}
