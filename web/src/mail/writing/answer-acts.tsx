import { Button, Group } from '@mantine/core';
import type { WholeMail } from '@rapport/contract/mail';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import { answerTo, forwardOf, hasOthers } from './draft.ts';
import { useWriting } from './writing.tsx';

/** What one does with a mail that one reads. Nothing where no mail is written. */
export function AnswerActs({ mail }: { mail: WholeMail }) {
  const write = useWriting();
  if (!write || mail.text === null) return null;
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => write(answerTo(mail), `answer-${mail.uuid}`)}
      >
        {texts.answer}
      </Button>
      {hasOthers(mail) && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => write(answerTo(mail, { all: true }), `answer-all-${mail.uuid}`)}
        >
          {texts.answerAll}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => write(forwardOf(mail), `forward-${mail.uuid}`)}
      >
        {texts.forward}
      </Button>
    </Group>
  );
}
