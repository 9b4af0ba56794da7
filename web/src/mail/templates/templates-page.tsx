import { Button, Group, Text } from '@mantine/core';
import type { MailTemplate } from '@rapport/contract/mail-templates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts, useCurrentAccount } from '../../accounts/current-account.ts';
import { NoAccount } from '../../accounts/no-account.tsx';
import { request } from '../../api/request.ts';
import { useMayWrite, useWritableAccounts } from '../../fields/may-write.ts';
import { ConfirmButton } from '../../layout/confirm-button.tsx';
import { Dialog } from '../../layout/dialog.tsx';
import { Empty } from '../../layout/empty.tsx';
import { Page } from '../../layout/page.tsx';
import { Section } from '../../layout/section.tsx';
import { UntilRead } from '../../layout/until-read.tsx';
import { mailTemplates as texts } from '../../texts/mail-templates.ts';
import { TemplateForm } from './template-form.tsx';
import { TEMPLATES, TEMPLATES_PATH } from './templates.ts';

/** Settings → Mail templates: the texts that members of the Account begin mails with. */
export function TemplatesPage() {
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  const [writable] = useWritableAccounts();
  const list = useQuery(TEMPLATES);
  const [edited, edit] = useState<MailTemplate | 'new' | null>(null);
  const into = current ?? writable;
  const mayCreate = useMayWriteInto(into?.uuid);
  if (accounts?.length === 0) return <NoAccount />;
  const shown = list.data?.filter(({ account_uuid }) => !current || account_uuid === current.uuid);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={mayCreate && <Button onClick={() => edit('new')}>{texts.create}</Button>}
    >
      <UntilRead query={list} h={160} />
      {!mayCreate && <Text size="sm">{texts.readOnly}</Text>}
      {shown?.length === 0 && <Empty title={texts.empty} what={texts.emptyAbout} sketch={[]} />}
      {shown?.map((template) => (
        <OneTemplate key={template.uuid} template={template} onEdit={() => edit(template)} />
      ))}
      <Dialog
        opened={edited !== null}
        onClose={() => edit(null)}
        title={edited === 'new' || edited === null ? texts.create : texts.editOf(edited.name)}
        size="xl"
      >
        {edited !== null && (
          <TemplateForm
            template={edited === 'new' ? null : edited}
            account_uuid={into?.uuid}
            onDone={() => edit(null)}
          />
        )}
      </Dialog>
    </Page>
  );
}

function useMayWriteInto(account_uuid: string | undefined): boolean {
  const mayWrite = useMayWrite();
  return account_uuid !== undefined && mayWrite(account_uuid);
}

function OneTemplate({ template, onEdit }: { template: MailTemplate; onEdit: () => void }) {
  const { uuid, account_uuid, name, subject, text } = template;
  const mayWrite = useMayWrite()(account_uuid);
  const queryClient = useQueryClient();
  return (
    <Section title={name} about={subject || undefined}>
      <Text size="sm" className="keep-lines break-anywhere" lineClamp={4}>
        {text}
      </Text>
      {mayWrite && (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" aria-label={texts.editOf(name)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <ConfirmButton
            label={texts.remove}
            name={texts.removeOf(name)}
            title={texts.removeTitle(name)}
            hint={texts.removeHint}
            onConfirm={async () => {
              await request('DELETE', `${TEMPLATES_PATH}/${uuid}`);
              await queryClient.invalidateQueries({ queryKey: TEMPLATES.queryKey });
            }}
          />
        </Group>
      )}
    </Section>
  );
}
