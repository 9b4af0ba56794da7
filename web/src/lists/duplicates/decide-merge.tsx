import { useRef } from 'react';
import { useMayWriteAll } from '../../fields/may-write.ts';
import { Compare, MergeButtons } from '../../record/merge/compare.tsx';
import { useMerge } from '../../record/merge/use-merge.ts';
import { DecideFrame } from './decide-frame.tsx';
import { useDuplicateKeys } from './keys.ts';
import { type DecideProps, useTellApart } from './pairs.ts';

/** Two records of one kind: merge them, or say that they are not the same. */
export function DecideMerge(props: DecideProps) {
  const { pair, onNext, onPrevious, hide, show } = props;
  const mayWrite = useMayWriteAll()(pair.records[0].account_uuid);
  const gone = useRef('');
  const merging = useMerge(
    pair.records,
    (_, goes) => {
      gone.current = goes.uuid;
      hide(goes.uuid);
    },
    () => show(gone.current),
  );
  const tellApart = useTellApart(props);
  useDuplicateKeys({
    n: onNext,
    p: onPrevious,
    ...(mayWrite && {
      d: () => void tellApart(),
      s: merging.swap,
      m: merging.tried.data ? () => void merging.merge() : null,
    }),
  });
  return (
    <DecideFrame
      {...props}
      mayWrite={mayWrite}
      tellApart={tellApart}
      buttons={(different) => <MergeButtons merging={merging}>{different}</MergeButtons>}
    >
      <Compare merging={merging} canChoose={mayWrite} />
    </DecideFrame>
  );
}
