import { UnstyledButton } from '@mantine/core';
import type { MailThread } from '@rapport/contract/mail-threads';
import { useState } from 'react';
import { Dialog } from '../layout/dialog.tsx';
import { MailIcon } from '../layout/icons.tsx';
import { sayClock, sayExactTime } from '../layout/say-time.ts';
import { mail as texts } from '../texts/mail.ts';
import { ThreadView } from './later-thread-view.tsx';
import { MailPeople } from './mail-people.tsx';
import { subjectOf } from './subject.ts';

/** A conversation in a history: its newest mail, as far as the reader may read it. */
export function ThreadLine({ thread }: { thread: MailThread }) {
  const [isOpen, setIsOpen] = useState(false);
  const { last_mail: mail, mail_count } = thread;
  const said = subjectOf(mail);
  return (
    <li>
      <span className="timeline-icon" data-sort="email">
        <MailIcon />
      </span>
      <div className="timeline-entry">
        <div className="timeline-head">
          <p className="timeline-said">
            <UnstyledButton className="timeline-open" onClick={() => setIsOpen(true)}>
              <b>{said}</b>
            </UnstyledButton>
            {' · '}
            <MailPeople mail={mail} />
            {mail_count > 1 && ` · ${texts.count(mail_count)}`}
          </p>
          <time className="timeline-time" dateTime={mail.sent_at} title={sayExactTime(mail.sent_at)}>
            {sayClock(mail.sent_at)}
          </time>
        </div>
        {mail.excerpt && <p className="mail-excerpt">{mail.excerpt}</p>}
      </div>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={said} size="xl">
        <ThreadView thread={thread} />
      </Dialog>
    </li>
  );
}
