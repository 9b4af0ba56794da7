import './files.css';
import { Button } from '@mantine/core';
import type { FileRecord, File as KeptFile } from '@rapport/contract/files';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type DragEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ListPage } from '../api/queries.ts';
import { request, withQuery } from '../api/request.ts';
import { isGone } from '../layout/is-gone.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { SideGroup } from '../layout/side-group.tsx';
import { files as texts } from '../texts/files.ts';
import { DeletedFiles } from './deleted-files.tsx';
import { FileRow } from './file-row.tsx';
import { keepWith } from './keep-with.ts';
import { Preview } from './preview.tsx';
import { SendingRow } from './sending-row.tsx';
import { sendings, subscribe } from './uploads.ts';

/** The files of a record: drop, choose, paste or photograph them; see, rename and remove them. */
export function FilesBox(props: { account_uuid: string; record: FileRecord; mayWrite: boolean }) {
  const { account_uuid, record, mayWrite } = props;
  const { data, error, refetch } = useFiles(record.uuid);
  const [shown, setShown] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const onWay = useSyncExternalStore(subscribe, sendings).filter((one) => one.shown_at === record.uuid);
  const take = (files: Iterable<File>) => keepWith(queryClient, [...files], account_uuid, record);
  const zone = useDropZone(mayWrite, take);
  usePaste(mayWrite, take);
  const chooser = useRef<HTMLInputElement>(null);
  const [hasRemoved, setHasRemoved] = useState(false);
  if (!data && !error) return null;
  const rows = data?.data ?? [];
  const pictures = rows.filter(({ type, scan }) => type.startsWith('image/') && isOpen(scan));
  return (
    <div
      className="files-zone"
      {...zone.handlers}
      data-over={zone.isOver || undefined}
      data-drop={texts.drop}
    >
      <SideGroup
        title={texts.title}
        {...(rows.length > 0 && { count: rows.length })}
        isEmpty={!error && rows.length === 0 && onWay.length === 0}
        add={mayWrite ? { label: texts.add, onAdd: () => chooser.current?.click() } : undefined}
      >
        {!isGone(error) && <ProblemAlert error={error} onRetry={refetch} />}
        {mayWrite && <Chooser of={chooser} onFiles={take} />}
        <ul className="files" hidden={rows.length + onWay.length === 0}>
          {onWay.map((one) => (
            <SendingRow key={one.id} sending={one} />
          ))}
          {rows.map((file) => (
            <FileRow
              key={file.uuid}
              file={file}
              record_uuid={record.uuid}
              mayWrite={mayWrite}
              onShow={() => setShown(file.uuid)}
              onRemoved={() => setHasRemoved(true)}
            />
          ))}
        </ul>
        {mayWrite && (rows.length > 0 || hasRemoved) && <DeletedFiles record_uuid={record.uuid} />}
      </SideGroup>
      <Preview files={pictures} uuid={shown} onShow={setShown} />
    </div>
  );
}

/** A page of the API: more than a record and its notes have. */
const SHOWN_MAX = 200;

const isOpen = (scan: KeptFile['scan']) => scan === 'none' || scan === 'clean';

function useFiles(record_uuid: string) {
  return useQuery({
    queryKey: ['files', record_uuid],
    queryFn: ({ signal }) =>
      request<ListPage<KeptFile>>(
        'GET',
        withQuery('/api/v2/files', { record_uuid, related: 'true', limit: SHOWN_MAX }),
        { signal },
      ),
  });
}

/** Chooses files, or takes a photo where the device has a camera at hand. */
function Chooser(props: { of: RefObject<HTMLInputElement | null>; onFiles: (files: File[]) => void }) {
  const { of, onFiles } = props;
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Emptied, because a browser reports only a choice that differs from the one before.
    currentTarget.value = '';
    onFiles(files);
  };
  return (
    <>
      <input ref={of} type="file" multiple hidden aria-label={texts.add} onChange={take} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
      <Button
        className="files-photo"
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => camera.current?.click()}
      >
        {texts.photo}
      </Button>
    </>
  );
}

function useDropZone(isOn: boolean, take: (files: Iterable<File>) => void) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes('Files');
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}

/** Takes pasted files, such as a picture of the screen. Text that is pasted into a field stays. */
function usePaste(isOn: boolean, take: (files: Iterable<File>) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isOn) return;
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data, target } = event;
      if (!data || data.files.length === 0) return;
      if (isTyped(target) && data.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(data.files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn]);
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
