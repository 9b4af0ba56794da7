import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type MailTemplate, TEMPLATE_TEXT_MAX } from '@rapport/contract/mail-templates';
import { MAIL_SUBJECT_MAX } from '@rapport/contract/outgoing-mails';
import { PLACEHOLDERS } from '@rapport/contract/placeholders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from '../../api/request.ts';
import { Form } from '../../layout/form.tsx';
import { notifyDone } from '../../layout/notify.ts';
import { mailTemplates as texts } from '../../texts/mail-templates.ts';
import { faultIn, TEMPLATES, TEMPLATES_PATH } from './templates.ts';

type Props = {
  /** Null: a new one, in this Account. */
  template: MailTemplate | null;
  account_uuid: string | undefined;
  onDone: () => void;
};

/** The form of a template. What nothing fills in is said while it is typed. */
export function TemplateForm({ template, account_uuid, onDone }: Props) {
  const [fields, setFields] = useState({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    text: template?.text ?? '',
  });
  const { name, subject, text } = fields;
  const set = (more: Partial<typeof fields>) => setFields({ ...fields, ...more });
  const area = useRef<HTMLTextAreaElement>(null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      template
        ? request('PATCH', `${TEMPLATES_PATH}/${template.uuid}`, { body: fields })
        : request('POST', TEMPLATES_PATH, { body: { ...fields, account_uuid } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: TEMPLATES.queryKey });
      notifyDone(texts.saved(name));
      onDone();
    },
  });
  const insert = (placeholder: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    set({ text: `${text.slice(0, selectionStart)}{{${placeholder}}}${text.slice(selectionEnd)}` });
    area.current?.focus();
  };
  const [subjectFault, textFault] = [faultIn(subject), faultIn(text)];
  const isWhole = name.trim() !== '' && text.trim() !== '' && !subjectFault && !textFault;
  return (
    <Form mutation={save} label={texts.save} gap="sm" isDisabled={!isWhole} onCancel={onDone}>
      <TextInput
        label={texts.name}
        required
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={texts.subject}
        description={texts.subjectHint}
        maxLength={MAIL_SUBJECT_MAX}
        value={subject}
        error={subjectFault}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <Textarea
        ref={area}
        label={texts.text}
        description={texts.textHint}
        required
        autosize
        minRows={8}
        maxRows={20}
        maxLength={TEMPLATE_TEXT_MAX}
        value={text}
        error={textFault}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Stack gap={4} role="group" aria-label={texts.insert}>
        <Text size="sm">{texts.insert}</Text>
        <Group gap={6}>
          {PLACEHOLDERS.map((one) => (
            <Button
              key={one}
              size="compact-xs"
              variant="default"
              title={`{{${one}}}`}
              onClick={() => insert(one)}
            >
              {texts.placeholders[one]}
            </Button>
          ))}
        </Group>
      </Stack>
    </Form>
  );
}
