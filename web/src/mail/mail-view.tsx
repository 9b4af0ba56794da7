import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { MAIL_LEVELS, type Mail, type MailLevel, type WholeMail } from '@rapport/contract/mail';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { mail as texts } from '../texts/mail.ts';
import { MailAttachments } from './mail-attachments.tsx';
import { AnswerActs } from './writing/answer-acts.tsx';

const FRAME_HEIGHT_PX = 460;

/** A mail with its text. Its design is shown in a frame that loads, runs and sends nothing. */
export function MailView({ mail }: { mail: Mail }) {
  const path = `/api/v2/mails/${mail.uuid}`;
  const { data, error, isPending, refetch } = useQuery(reads<WholeMail>(['mails', 'one', mail.uuid], path));
  const [isDesigned, setIsDesigned] = useState(false);
  return (
    <Stack gap="sm">
      {mail.mailbox_uuid !== null && <LevelChoice mail={mail} path={path} />}
      <ProblemAlert error={error} onRetry={refetch} />
      {isPending && <Loading h={160} />}
      {data?.people.map(
        ({ address, bounce }) =>
          bounce?.detail && (
            <Text key={address} size="xs" c="dimmed" className="break-anywhere">
              {address}: {bounce.detail}
            </Text>
          ),
      )}
      {data?.unreadable && <Text size="sm">{texts.unreadable}</Text>}
      {data?.has_html && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => setIsDesigned(!isDesigned)}>
            {isDesigned ? texts.asText : texts.asDesigned}
          </Button>
        </Group>
      )}
      {data && !isDesigned && (
        <Text size="sm" className="keep-lines">
          {data.text}
        </Text>
      )}
      {data && isDesigned && (
        <iframe
          title={texts.frame}
          src={`${path}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          width="100%"
          height={FRAME_HEIGHT_PX}
          className="mail-frame"
        />
      )}
      {data && <AnswerActs mail={data} />}
      {data?.attachments && data.attachments.length > 0 && (
        <MailAttachments path={path} attachments={data.attachments} />
      )}
    </Stack>
  );
}

/** What others see of a mail of one's own. */
function LevelChoice({ mail, path }: { mail: Mail; path: string }) {
  const queryClient = useQueryClient();
  const [level, setLevel] = useState<MailLevel>(mail.visibility);
  const change = useMutation({
    mutationFn: (visibility: MailLevel) => request('PATCH', path, { body: { visibility } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['mails'] }),
    onError: () => setLevel(mail.visibility),
  });
  return (
    <>
      <Select
        label={texts.levelOfOne}
        data={MAIL_LEVELS.map((value) => ({ value, label: texts.levels[value] }))}
        value={level}
        allowDeselect={false}
        disabled={change.isPending}
        onChange={(value) => {
          setLevel(value as MailLevel);
          change.mutate(value as MailLevel);
        }}
      />
      <ProblemAlert error={change.error} />
    </>
  );
}
