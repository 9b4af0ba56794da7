import type { OutgoingMail } from '@rapport/contract/outgoing-mails';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { request } from '../../api/request.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { putDraft } from '../../layout/draft.ts';
import { later } from '../../layout/later.tsx';
import { Loading } from '../../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../../layout/notify.ts';
import { notifyWithButton } from '../../layout/notify-with-button.tsx';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import { type Addressee, draftOf, type From, type MailDraft } from './draft.ts';
import type { WriteForm as Form } from './write-form.tsx';

const WriteForm = later<ComponentProps<typeof Form>>(
  async () => (await import('./write-form.tsx')).WriteForm,
  () => <Loading h={320} />,
);

/** A mail that is written: the name of its draft, and how it begins. */
type Begun = { name: string; start: MailDraft };

/** Opens a mail. `key` tells drafts about the same record apart, such as that of an answer. */
type Write = (start: MailDraft, key?: string) => void;

const WritingContext = createContext<Write | null>(null);

/** Returns what opens a mail; null where none is written. */
export const useWriting = () => useContext(WritingContext);

/** Where mails are written from a record: what is inside can open one. */
export function Writing(props: { from: From; people: Addressee[]; mayWrite: boolean; children: ReactNode }) {
  const { from, people, mayWrite } = props;
  const [begun, setBegun] = useState<Begun | null>(null);
  const queryClient = useQueryClient();
  const write = useMemo<Write | null>(
    () => (mayWrite ? (start, key = 'new') => setBegun({ name: nameOf(from, key), start }) : null),
    [mayWrite, from.uuid],
  );
  const onSent = (mail: OutgoingMail) => {
    setBegun(null);
    void queryClient.invalidateQueries({ queryKey: ['outgoing_mails'] });
    notifyWithButton(texts.isSent, texts.takeBack, async () => {
      try {
        await request('POST', `/api/v2/outgoing-mails/${mail.uuid}/cancel`);
      } catch (error) {
        return notifyProblem(error);
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['outgoing_mails'] });
      }
      notifyDone(texts.takenBack);
      putDraft(nameOf(from, mail.uuid), draftOf(mail));
      setBegun({ name: nameOf(from, mail.uuid), start: draftOf(mail) });
    });
  };
  return (
    <WritingContext value={write}>
      {props.children}
      <Dialog
        opened={begun !== null}
        onClose={() => setBegun(null)}
        title={texts.title}
        size="xl"
        // Above the conversation from which an answer is written.
        zIndex={250}
      >
        {begun && (
          <WriteForm
            key={begun.name}
            {...begun}
            from={from}
            people={people}
            onSent={onSent}
            onClose={() => setBegun(null)}
          />
        )}
      </Dialog>
    </WritingContext>
  );
}

const nameOf = ({ uuid }: From, key: string) => `mail-${uuid}-${key}`;
