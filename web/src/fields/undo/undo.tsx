import { Group, Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Progress } from '../../api/jobs.ts';
import { ApiProblem } from '../../api/request.ts';
import { type TakenBack, takeBack } from '../../api/undo.ts';
import { hideNotice, showNotice, updateNotice } from '../../layout/notice.ts';
import { notifyProblem } from '../../layout/notify.ts';
import { notifyWithButton, notifyWithRetry } from '../../layout/notify-with-button.tsx';
import { sayProblem } from '../../layout/say-problem.ts';
import { changes as texts } from '../../texts/changes.ts';
import { readAfterUndo } from './read-after-undo.ts';

/** Takes changes back and says what came of it. Without an answer it offers another try. */
export async function undoChanges(
  change_uuids: string[],
  key: string = crypto.randomUUID(),
  account_uuid?: string,
): Promise<TakenBack | null> {
  const working = showProgress();
  try {
    const taken = await takeBack(change_uuids, key, working.update, account_uuid);
    await readAfterUndo(taken.undos);
    working.end();
    sayTaken(taken);
    return taken;
  } catch (error) {
    working.end();
    // What was taken back of several changes is shown, although the rest failed.
    await readAfterUndo(null);
    if (error instanceof ApiProblem && error.status > 0 && error.status < 500) notifyProblem(error);
    else
      notifyWithRetry(
        sayProblem(error).message,
        async () => void (await undoChanges(change_uuids, key, account_uuid)),
      );
    return null;
  }
}

function sayTaken({ undone, kept, kept_count, undos, isStopped }: TakenBack): void {
  if (undone === 0) {
    const why = kept[0]?.reason ?? texts.asBefore;
    showNotice({ message: texts.tookNothing(why), color: 'orange', autoClose: false });
    return;
  }
  const said = kept_count > 0 ? texts.tookAllBut(undone, kept_count) : texts.took(undone);
  const message = isStopped ? `${said} ${texts.stopped}` : said;
  if (kept_count === 0) notifyWithButton(message, texts.redo, async () => void (await undoChanges(undos)));
  else showWhatStays(message, undos[0]!);
}

/** Says what was taken back, with a link to what was not. It stays until it is closed. */
function showWhatStays(message: string, undo: string): void {
  const id = showNotice({
    message: (
      <span className="notice-line">
        <span>{message}</span>
        <Link
          className="notice-act"
          to={`/settings/changes/${undo}` as string}
          onClick={() => hideNotice(id)}
        >
          {texts.show}
        </Link>
      </span>
    ),
    color: 'orange',
    autoClose: false,
  });
}

/** An undo that takes longer than this says how far it is. */
const QUIET_MS = 500;

function showProgress() {
  let id: string | null = null;
  let said = texts.taking;
  const show = () => {
    id = showNotice({ message: <Working text={said} />, autoClose: false });
  };
  const timer = setTimeout(show, QUIET_MS);
  return {
    update: ({ done_count, total_count }: Progress) => {
      said = texts.progress(done_count, total_count);
      if (id !== null) updateNotice(id, { message: <Working text={said} />, autoClose: false });
    },
    end: () => {
      clearTimeout(timer);
      if (id !== null) hideNotice(id);
    },
  };
}

function Working({ text }: { text: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Loader size="xs" aria-hidden />
      {text}
    </Group>
  );
}
