import { Anchor, Button, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { OPTION_COLORS } from '@rapport/contract/custom-fields';
import { fold } from '@rapport/contract/fold';
import type { Tag } from '@rapport/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { readWhile } from '../api/query-client.ts';
import { kindNamed } from '../fields/kinds.ts';
import { useMayWriteAll } from '../fields/may-write.ts';
import { TagBadge } from '../fields/tags/tag-badges.tsx';
import { TAGS } from '../fields/tags/use-tags.ts';
import { Empty } from '../layout/empty.tsx';
import { Page } from '../layout/page.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { customFields } from '../texts/custom-fields.ts';
import { LOCALE } from '../texts/locale.ts';
import { tags as texts } from '../texts/tags.ts';
import { useChangeTags } from './change-tags.ts';
import { MergeDialog, RenameDialog } from './tag-dialogs.tsx';

/** A list with more tags than this can be searched. */
const MANY = 12;

/** How often the page looks whether a job has written a tag into all records. */
const LOOK_MS = 2000;

/** Settings → Tags: the tags of the Account with their colours and numbers. */
export function TagsPage() {
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  const list = useQuery({
    ...TAGS,
    staleTime: 0,
    refetchInterval: readWhile<Tag[]>((tags) => tags.some(({ job_uuid }) => job_uuid !== null), LOOK_MS),
  });
  if (accounts?.length === 0) return <NoAccount />;
  const shown = (accounts ?? []).filter(({ uuid }) => current === null || uuid === current.uuid);
  return (
    <Page title={texts.title} about={texts.about}>
      <UntilRead query={list} h={240} />
      {list.data &&
        shown.map(({ uuid, name }) => (
          <Stack key={uuid} gap="md">
            {shown.length > 1 && <Title order={2}>{name}</Title>}
            <TagsOf account_uuid={uuid} tags={list.data.filter((tag) => tag.account_uuid === uuid)} />
          </Stack>
        ))}
    </Page>
  );
}

type Asked = { tag: Tag; what: 'rename' | 'merge' };

function TagsOf({ account_uuid, tags }: { account_uuid: string; tags: Tag[] }) {
  const mayWrite = useMayWriteAll()(account_uuid);
  const [words, setWords] = useState('');
  const [asked, ask] = useState<Asked | null>(null);
  if (tags.length === 0) return <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />;
  const found = tags.filter(({ name }) => fold(name).includes(fold(words.trim())));
  return (
    <>
      {!mayWrite && <Text size="sm">{texts.readOnly}</Text>}
      {tags.length > MANY && (
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          maw={320}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <Text size="sm">{texts.nothing}</Text>}
      {found.length > 0 && (
        <div className="table-scroll">
          <Table verticalSpacing="xs" className="stacking-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.name}</Table.Th>
                <Table.Th>{texts.used}</Table.Th>
                {mayWrite && <Table.Th>{texts.colour}</Table.Th>}
                {mayWrite && <Table.Td />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map((tag) => (
                <TagRow key={tag.uuid} tag={tag} mayWrite={mayWrite} ask={(what) => ask({ tag, what })} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {asked?.what === 'rename' && <RenameDialog tag={asked.tag} onClose={() => ask(null)} />}
      {asked?.what === 'merge' && (
        <MergeDialog
          tag={asked.tag}
          others={tags.filter(({ uuid }) => uuid !== asked.tag.uuid)}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

function TagRow({ tag, mayWrite, ask }: { tag: Tag; mayWrite: boolean; ask: (what: Asked['what']) => void }) {
  const { colour } = useChangeTags();
  const { name, color, job_uuid } = tag;
  const isBusy = job_uuid !== null;
  return (
    <Table.Tr>
      <Table.Td>
        <TagBadge name={name} colour={color} />
      </Table.Td>
      <Table.Td>{isBusy ? texts.going : <Uses tag={tag} />}</Table.Td>
      {mayWrite && (
        <Table.Td>
          <Select
            aria-label={texts.colourOf(name)}
            size="xs"
            w="8rem"
            disabled={isBusy}
            data={COLOURS}
            value={color ?? ''}
            allowDeselect={false}
            onChange={(value) => void colour(tag, (value || null) as Tag['color'])}
          />
        </Table.Td>
      )}
      {mayWrite && (
        <Table.Td className="at-end">
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={texts.renameOf(name)}
              onClick={() => ask('rename')}
            >
              {texts.rename}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={texts.mergeOf(name)}
              onClick={() => ask('merge')}
            >
              {texts.merge}
            </Button>
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

const COLOURS = [
  { value: '', label: texts.none },
  ...OPTION_COLORS.map((value) => ({ value, label: customFields.colours[value]! })),
];

/** How many records have the tag, by kind; each number leads to their list. */
function Uses({ tag: { name, account_uuid, counts } }: { tag: Tag }) {
  const uses = Object.entries(counts).flatMap(([resource, count]) => {
    const kind = kindNamed(resource);
    return kind ? [{ kind, count }] : [];
  });
  return (
    <Group gap="xs">
      {uses.map(({ kind, count }) => (
        <Anchor
          component={Link}
          size="sm"
          key={kind.resource}
          to={kind.path}
          search={{ account_uuid, 'filter[tags]': name } as never}
        >
          {count > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString(LOCALE)}+` : count.toLocaleString(LOCALE)}{' '}
          {count === 1 ? kind.one : kind.label}
        </Anchor>
      ))}
    </Group>
  );
}

/** The API counts no further. */
const COUNTED_MAX = 10_000;
