import { Button, Group, Stack, Text } from '@mantine/core';
import type { CustomField } from '@rapport/contract/custom-fields';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Section } from '../layout/section.tsx';
import { customFields as texts } from '../texts/custom-fields.ts';
import { useChangeField, useFieldsChanged } from './use-fields.ts';

/** The fields that were put aside. They can come back, or go for good. */
export function ArchivedFields({ fields, mayChange }: { fields: CustomField[]; mayChange: boolean }) {
  const change = useChangeField();
  const isChanged = useFieldsChanged();
  if (fields.length === 0) return null;
  const bringBack = async (field: CustomField) => {
    if (await change(field, { archived_at: null })) notifyDone(texts.isBack(field.label));
  };
  const remove = async ({ uuid, version, label }: CustomField) => {
    await request('DELETE', `/api/v2/custom-fields/${uuid}`, { version });
    notifyDone(texts.deleted(label));
    await isChanged();
  };
  return (
    <Section title={texts.archivedTitle} about={texts.archivedHint}>
      <Stack gap={6}>
        {fields.map((field) => (
          <Group key={field.uuid} justify="space-between">
            <Text size="sm" className="break-anywhere">
              {field.label}{' '}
              <Text span size="sm" c="dimmed">
                {texts.types[field.type]}
              </Text>
            </Text>
            {mayChange && (
              <Group gap={6}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={texts.bringBackOf(field.label)}
                  onClick={() => void bringBack(field)}
                >
                  {texts.bringBack}
                </Button>
                <ConfirmButton
                  label={texts.delete}
                  name={texts.deleteOf(field.label)}
                  title={texts.deleteTitle(field.label)}
                  hint={texts.deleteHint}
                  onConfirm={() => remove(field)}
                />
              </Group>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
