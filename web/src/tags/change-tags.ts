import type { Tag, TagUpdate } from '@rapport/contract/tags';
import { useQueryClient } from '@tanstack/react-query';
import { requestChange } from '../api/request.ts';
import { TAGS } from '../fields/tags/use-tags.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { notifyProblem } from '../layout/notify.ts';
import { tags as texts } from '../texts/tags.ts';

/** Returns functions that change tags. A new name and a merge can be taken back as one change. */
export function useChangeTags() {
  const queryClient = useQueryClient();
  // The lists of records name tags, too.
  const readAgain = () => queryClient.invalidateQueries();
  const change = async (method: string, path: string, body: object, version: number | undefined) => {
    const options = { body, ...(version !== undefined && { version }) };
    const { answer, change_uuid } = await requestChange<{ data: Tag }>(
      method,
      `/api/v2/tags/${path}`,
      options,
    );
    await readAgain();
    return { tag: answer.data, change_uuid };
  };
  return {
    colour: async (tag: Tag, color: TagUpdate['color']) => {
      try {
        await change('PATCH', tag.uuid, { color }, tag.version);
      } catch (error) {
        notifyProblem(error);
        await queryClient.invalidateQueries({ queryKey: TAGS.queryKey });
      }
    },
    rename: async (tag: Tag, name: string) => {
      const done = await change('PATCH', tag.uuid, { name }, tag.version);
      offerUndo(texts.renamed(done.tag.name), [done.change_uuid], () => void readAgain());
    },
    merge: async (into: Pick<Tag, 'uuid'>, from: Tag) => {
      const done = await change('POST', `${into.uuid}/merge`, { from_uuid: from.uuid }, undefined);
      const said = texts.merged(from.name, done.tag.name);
      offerUndo(said, [done.change_uuid], () => void readAgain());
    },
  };
}
