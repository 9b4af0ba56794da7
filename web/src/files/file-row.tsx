import { ActionIcon, Anchor, Text, TextInput } from '@mantine/core';
import type { File as KeptFile } from '@rapport/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ListPage } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { CrossIcon, EditIcon } from '../layout/icons.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { notifyWithButton } from '../layout/notify-with-button.tsx';
import { Time } from '../layout/time.tsx';
import { common } from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { saySize } from './say-size.ts';

/** A file: its picture, its name, and what can be done with it. */
export function FileRow(props: {
  file: KeptFile;
  record_uuid: string;
  mayWrite: boolean;
  onShow: () => void;
  onRemoved: () => void;
}) {
  const { file, record_uuid, mayWrite, onShow, onRemoved } = props;
  const [isRenamed, setIsRenamed] = useState(false);
  const remove = useRemove(record_uuid);
  const isOfNote = !file.records.some(({ uuid }) => uuid === record_uuid);
  return (
    <li className="file">
      <Picture file={file} />
      <div className="file-name">
        {isRenamed ? (
          <NewName file={file} record_uuid={record_uuid} onEnd={() => setIsRenamed(false)} />
        ) : (
          <FileLink file={file} onShow={onShow} />
        )}
        <Text size="xs" c="dimmed">
          {texts.sizeAndTime(saySize(file.size_bytes))} <Time at={file.created_at} />
          {isOfNote && ` · ${texts.ofNote}`}
        </Text>
      </div>
      {mayWrite && (
        <div className="file-acts">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.rename(file.name)}
            onClick={() => setIsRenamed(true)}
          >
            <EditIcon />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.remove(file.name)}
            onClick={() => {
              onRemoved();
              void remove(file);
            }}
          >
            <CrossIcon />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

export const contentAddress = ({ uuid }: Pick<KeptFile, 'uuid'>) => `/api/v2/files/${uuid}/content`;

function FileLink({ file, onShow }: { file: KeptFile; onShow: () => void }) {
  const { name, type, scan } = file;
  const said = scan === 'infected' ? texts.infected : scan === 'waiting' ? texts.waiting : null;
  if (said)
    return (
      <Text size="sm" className="break-anywhere">
        {name}{' '}
        <Text span size="sm" c={scan === 'infected' ? 'red' : 'dimmed'}>
          {said}
        </Text>
      </Text>
    );
  if (type.startsWith('image/'))
    return (
      <Anchor
        component="button"
        type="button"
        size="sm"
        className="break-anywhere"
        ta="start"
        onClick={onShow}
      >
        {name}
      </Anchor>
    );
  const isShown = type === 'application/pdf';
  return (
    <Anchor
      href={contentAddress(file)}
      size="sm"
      className="break-anywhere"
      {...(isShown ? { target: '_blank', rel: 'noopener' } : { download: name })}
    >
      {name}
    </Anchor>
  );
}

/** The small picture, or what the name says the file is. It is decoration beside the name. */
function Picture({ file }: { file: KeptFile }) {
  const { uuid, name, has_thumbnail, scan } = file;
  if (has_thumbnail && (scan === 'none' || scan === 'clean'))
    return <img className="file-picture" src={`/api/v2/files/${uuid}/thumbnail`} alt="" loading="lazy" />;
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? '';
  return (
    <span className="file-picture" aria-hidden="true">
      {ending.toUpperCase()}
    </span>
  );
}

function NewName(props: { file: KeptFile; record_uuid: string; onEnd: () => void }) {
  const { file, record_uuid, onEnd } = props;
  const queryClient = useQueryClient();
  const [name, setName] = useState(file.name);
  const save = async () => {
    onEnd();
    if (name.trim() === '' || name === file.name) return;
    try {
      const body = { name: name.trim() };
      await request('PATCH', `/api/v2/files/${file.uuid}`, { body, version: file.version });
    } catch (error) {
      notifyProblem(error);
    }
    await queryClient.invalidateQueries({ queryKey: ['files', record_uuid] });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') onEnd();
  };
  return (
    <TextInput
      size="xs"
      aria-label={texts.newName}
      value={name}
      maxLength={255}
      data-autofocus
      autoFocus
      onFocus={({ target }) => target.setSelectionRange(0, endOfStem(file.name))}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
    />
  );
}

/** The ending of a name is seldom meant to change. */
function endOfStem(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}

/** Removes a file, with a way back. */
function useRemove(record_uuid: string) {
  const queryClient = useQueryClient();
  const read = () => queryClient.invalidateQueries({ queryKey: ['files', record_uuid] });
  return async (file: KeptFile) => {
    const without = (page?: ListPage<KeptFile>) =>
      page && { ...page, data: page.data.filter(({ uuid }) => uuid !== file.uuid) };
    queryClient.setQueryData<ListPage<KeptFile>>(['files', record_uuid], without);
    try {
      await request('DELETE', `/api/v2/files/${file.uuid}`);
      notifyWithButton(texts.removed(file.name), common.undo, () => restore(file, read));
    } catch (error) {
      notifyProblem(error);
    }
    await read();
  };
}

/** Takes a file out of the trash. */
export async function restore(file: KeptFile, read: () => Promise<void>): Promise<void> {
  try {
    await request('POST', `/api/v2/files/${file.uuid}/restore`, { idempotency_key: crypto.randomUUID() });
    notifyDone(texts.restored(file.name));
  } catch (error) {
    notifyProblem(error);
  }
  await read();
}
