import { Anchor, Button, Table, Text } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../api/request.ts';
import type { DeletedRecord } from '../../fields/deleted/deleted.ts';
import { useRestore } from '../../fields/deleted/restore.ts';
import { type Names, sayActor } from '../../fields/names.ts';
import { titleOf, useView } from '../../fields/view.ts';
import { inZone } from '../../layout/formats.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Time } from '../../layout/time.tsx';
import { records, deletedRecords as texts } from '../../texts/records.ts';

const minute = inZone({ dateStyle: 'medium', timeStyle: 'short' });

/** The width of the widest content, so that no row becomes narrower when its record is restored. */
const ACTION_PX = 140;

/** A row with a deleted record. After restoring, the row stays and links to the record. */
export function DeletedRow(props: {
  record: DeletedRecord;
  names: Names;
  /** True when the row names the Account, because several are shown. */
  saysAccount: boolean;
  mayRestore: boolean;
  /**
   * True when the row explains why the User may not restore the record. Otherwise the page does.
   */
  saysWhyNot: boolean;
}) {
  const { record, names } = props;
  const view = useView();
  const title = titleOf(view, record);
  const known_by = view.known_by ?? [];
  const account = props.saysAccount && names[record.account_uuid];
  const restore = useMutation({ mutationFn: useRestore(record.uuid) });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw="bold" className="break-anywhere">
          {title}
        </Text>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {[account, ...known_by.map((field) => record[field] as string), record.external_id]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Refusal error={restore.error} external_id={record.external_id} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {texts.deleted} <Time at={record.deleted_at} /> {sayActor(record.deleted_by, names)}
        </Text>
        <Text size="xs" c="dimmed" className="uncut">
          {texts.until}{' '}
          <time dateTime={record.restorable_until}>{minute.format(new Date(record.restorable_until))}</time>
        </Text>
      </Table.Td>
      <Table.Td className="at-end" miw={ACTION_PX}>
        <Action {...props} title={title} restore={restore} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What the User can do with the record: restore it, or open it once it is there again. */
function Action(props: Parameters<typeof DeletedRow>[0] & { title: string; restore: Restore }) {
  const { record, mayRestore, saysWhyNot, title, restore } = props;
  const isOver = restore.error instanceof ApiProblem && restore.error.status === 404;
  if (restore.isSuccess || isOver)
    return (
      <Text size="sm">
        {restore.isSuccess && `${texts.restored} `}
        <OpenLink record={record} />
      </Text>
    );
  if (mayRestore)
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.restoreOf(title)}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {records.restore}
      </Button>
    );
  if (!saysWhyNot) return null;
  return (
    <Text size="xs" c="dimmed">
      {texts.readOnlyThere}
    </Text>
  );
}

type Restore = UseMutationResult<unknown, Error, void>;

/** The link that replaces the button and takes over its focus. */
function OpenLink({ record }: { record: DeletedRecord }) {
  const view = useView();
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (document.activeElement === document.body) link?.focus();
  };
  return (
    <Anchor
      component={Link}
      ref={takeFocus}
      to={`${view.path}/${record.uuid}`}
      className="back-link"
      aria-label={texts.openOf(titleOf(view, record))}
    >
      {texts.open}
    </Anchor>
  );
}

function Refusal({ error, external_id }: { error: unknown; external_id: string | null }) {
  const view = useView();
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
      {view.texts.trash.idTaken(external_id)}{' '}
      <Anchor component={Link} to={view.path} search={search as never} size="sm" className="back-link">
        {view.texts.trash.showOther}
      </Anchor>
    </Text>
  );
}
