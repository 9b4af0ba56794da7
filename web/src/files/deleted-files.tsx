import { Button, Text } from '@mantine/core';
import type { File as KeptFile } from '@rapport/contract/files';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListPage } from '../api/queries.ts';
import { request, withQuery } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { files as texts } from '../texts/files.ts';
import { records } from '../texts/records.ts';
import { restore } from './file-row.tsx';

/** The files of the trash, asked for when somebody wants to see them. */
export function DeletedFiles({ record_uuid }: { record_uuid: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.showDeleted}
      </Button>
      {isOpen && <List record_uuid={record_uuid} />}
    </div>
  );
}

function List({ record_uuid }: { record_uuid: string }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['files', record_uuid, 'deleted'],
    queryFn: ({ signal }) =>
      request<ListPage<KeptFile>>('GET', withQuery('/api/v2/files', { record_uuid, deleted: 'true' }), {
        signal,
      }),
  });
  const read = () => queryClient.invalidateQueries({ queryKey: ['files', record_uuid] });
  return (
    <>
      <ProblemAlert error={error} onRetry={refetch} />
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noneDeleted}
        </Text>
      )}
      <ul className="files">
        {data?.data.map((file) => (
          <li className="file" key={file.uuid}>
            <div className="file-name">
              <Text size="sm" className="break-anywhere">
                {file.name}
              </Text>
            </div>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.restore(file.name)}
              onClick={() => void restore(file, read)}
            >
              {records.restore}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
