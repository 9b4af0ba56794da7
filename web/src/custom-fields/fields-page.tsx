import { Button, Group, Loader, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CUSTOM_FIELDS_MAX, type CustomField, KEY_PATTERN } from '@rapport/contract/custom-fields';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { useOwnLogins } from '../accounts/own-login.ts';
import { KINDS_IN_MENU, type Kind } from '../fields/kinds.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { isUsed } from '../fields/values/declared.ts';
import { Loading } from '../layout/loading.tsx';
import { moved } from '../layout/moved.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { customFields as texts } from '../texts/custom-fields.ts';
import { records } from '../texts/records.ts';
import { ArchivedFields } from './archived-fields.tsx';
import { NewFieldDialog } from './field-dialogs.tsx';
import { FieldRow } from './field-row.tsx';
import { type ChangeField, useChangeField, useFields, useUndeclaredKeys } from './use-fields.ts';
import './custom-fields.css';

/** The page of the fields that an Account gives to its records, kind by kind. */
export function FieldsPage() {
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  const [chosen, choose] = useState<string | null>(null);
  const account_uuid = current?.uuid ?? chosen;
  const { kind = '' } = useSearch({ strict: false }) as { kind?: string };
  const navigate = useNavigate();
  const shown = KINDS_IN_MENU.find(({ resource }) => resource === kind) ?? KINDS_IN_MENU[0]!;
  if (accounts?.length === 0) return <NoAccount />;
  return (
    <Page title={texts.title} about={texts.about}>
      {accounts && current === null && (
        <Select
          label={records.account}
          description={texts.chooseAccount}
          maw={360}
          data={accounts.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={account_uuid}
          allowDeselect={false}
          onChange={choose}
        />
      )}
      <SegmentedControl
        aria-label={texts.kinds}
        className="kinds"
        data={KINDS_IN_MENU.map(({ resource, label }) => ({ value: resource, label }))}
        value={shown.resource}
        onChange={(resource) =>
          void navigate({
            to: '.',
            search: (before: object) => ({ ...before, kind: resource }),
            replace: true,
          } as never)
        }
      />
      {account_uuid && (
        <FieldsOf key={`${account_uuid} ${shown.resource}`} account_uuid={account_uuid} kind={shown} />
      )}
    </Page>
  );
}

/** `used` is the key of the records that the new field is about, null for a new one. */
type Making = { used: string | null };

function FieldsOf({ account_uuid, kind }: { account_uuid: string; kind: Kind }) {
  const { fields, error, refetch } = useFields(account_uuid, kind.resource);
  const mayChange = useMayDeclare(account_uuid);
  const [isMaking, dialog] = useDisclosure();
  const [{ used }, setMaking] = useState<Making>({ used: null });
  if (!fields) return error ? <ProblemAlert error={error} onRetry={refetch} /> : <Loading h={240} />;
  const isFull = fields.length >= CUSTOM_FIELDS_MAX;
  const make = (key: string | null) => {
    setMaking({ used: key });
    dialog.open();
  };
  return (
    <>
      <ProblemAlert error={error} onRetry={refetch} />
      {!mayChange && <Text size="sm">{texts.readOnly}</Text>}
      <Section
        title={kind.label}
        actions={
          mayChange && (
            <Button disabled={isFull} onClick={() => make(null)}>
              {texts.create}
            </Button>
          )
        }
      >
        {isFull && <Text size="sm">{texts.full(CUSTOM_FIELDS_MAX, kind.label)}</Text>}
        <UsedFields fields={fields.filter(isUsed)} mayChange={mayChange} />
      </Section>
      <ArchivedFields fields={fields.filter((field) => !isUsed(field))} mayChange={mayChange} />
      {mayChange && <Keys account_uuid={account_uuid} kind={kind} isFull={isFull} onMake={make} />}
      <NewFieldDialog
        place={{ account_uuid, resource: kind.resource }}
        used={used}
        opened={isMaking}
        onClose={dialog.close}
      />
    </>
  );
}

/** True when the User's role there lets them declare fields. The API refuses the others. */
function useMayDeclare(account_uuid: string): boolean {
  const role = useOwnLogins().find((login) => login.account_uuid === account_uuid)?.role;
  return role === 'owner' || role === 'admin';
}

function UsedFields({ fields, mayChange }: { fields: CustomField[]; mayChange: boolean }) {
  const change = useChangeField();
  const archive = async (field: CustomField) => {
    const change_uuid = await change(field, { archived_at: new Date().toISOString() });
    if (change_uuid !== null) offerUndo(texts.archived(field.label), [change_uuid]);
  };
  if (fields.length === 0) return <Text size="sm">{texts.none}</Text>;
  return (
    <ol className="field-rows">
      {fields.map((field, index) => {
        const move = (to: number) => () => void inOrder(change, moved(fields, index, to));
        return (
          <FieldRow
            key={field.uuid}
            field={field}
            mayChange={mayChange}
            onUp={index === 0 ? null : move(index - 1)}
            onDown={index === fields.length - 1 ? null : move(index + 1)}
            onArchive={() => void archive(field)}
          />
        );
      })}
    </ol>
  );
}

/** Gives the fields positions of their own, in this order. Some may have shared one. */
async function inOrder(change: ChangeField, fields: CustomField[]): Promise<void> {
  for (const [position, field] of fields.entries())
    if (field.position !== position + 1) await change(field, { position: position + 1 });
}

/** The keys that records have and no field declares. Each can become a field. */
function Keys(props: { account_uuid: string; kind: Kind; isFull: boolean; onMake: (key: string) => void }) {
  const { account_uuid, kind, isFull, onMake } = props;
  const { data: keys, error, refetch } = useUndeclaredKeys(account_uuid, kind.resource);
  const pattern = new RegExp(KEY_PATTERN, 'u');
  if (!error && keys?.length === 0) return null;
  return (
    <Section title={texts.keysTitle} about={texts.keysAbout}>
      <ProblemAlert error={error} onRetry={refetch} />
      {!keys && !error && <Loader size="sm" />}
      <Stack gap={6}>
        {keys?.map(({ key, count }) => (
          <Group key={key} justify="space-between" wrap="nowrap">
            <Text size="sm" className="break-anywhere">
              <code>{key}</code>{' '}
              <Text span size="sm" c="dimmed">
                {texts.used(count)}
              </Text>
            </Text>
            {pattern.test(key) && (
              <Button
                size="compact-sm"
                variant="default"
                flex="none"
                aria-label={texts.makeFieldOf(key)}
                disabled={isFull}
                onClick={() => onMake(key)}
              >
                {texts.makeField}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
