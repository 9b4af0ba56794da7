import { Select } from '@mantine/core';
import type { MailTemplateFilled } from '@rapport/contract/mail-templates';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import { TEMPLATES, TEMPLATES_PATH } from '../templates/templates.ts';
import type { From } from './draft.ts';

/** The templates of the Account: one that is chosen is filled in. Nothing where there is none. */
export function TemplateChoice(props: {
  from: From;
  to: string | undefined;
  onFilled: (filled: MailTemplateFilled) => void;
}) {
  const { from, to, onFilled } = props;
  const { data = [] } = useQuery(TEMPLATES);
  const templates = data.filter(({ account_uuid }) => account_uuid === from.account_uuid);
  const filling = useMutation({
    mutationFn: async (uuid: string) => {
      const query = { record_uuid: from.uuid, ...(to !== undefined && { to }) };
      const asked = `${TEMPLATES_PATH}/${uuid}/filled?${new URLSearchParams(query)}`;
      return (await request<{ data: MailTemplateFilled }>('GET', asked)).data;
    },
    onSuccess: onFilled,
  });
  if (templates.length === 0) return null;
  return (
    <>
      <Select
        label={texts.template}
        placeholder={texts.noTemplate}
        data={templates.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={null}
        searchable
        disabled={filling.isPending}
        onChange={(uuid) => uuid !== null && filling.mutate(uuid)}
      />
      <ProblemAlert error={filling.error} />
    </>
  );
}
