import '../../record/record.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { requestChange } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { sayValue } from '../../fields/drawn/say-value.tsx';
import { kindNamed } from '../../fields/kinds.ts';
import { useMayWrite } from '../../fields/may-write.ts';
import { useNames } from '../../fields/names.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { readAfterUndo } from '../../fields/undo/read-after-undo.ts';
import type { Field } from '../../fields/values/field.ts';
import { apiPath, fieldOf, type RecordView, titleOf, useViews } from '../../fields/view.ts';
import { notifyProblem } from '../../layout/notify.ts';
import { isNothing } from '../../record/merge/choices.ts';
import { Head } from '../../record/merge/compare.tsx';
import { merge, duplicates as texts } from '../../texts/merge.ts';
import { DecideFrame } from './decide-frame.tsx';
import { useDuplicateKeys } from './keys.ts';
import { type DecideProps, keyOf, useTellApart } from './pairs.ts';

/** A record with the view of its kind. */
type Side = { view: RecordView; record: RecordData };

/** Two records of different kinds: link them, or say that they are not the same. */
export function DecideLink(props: DecideProps) {
  const { pair, onNext, onPrevious } = props;
  const views = useViews();
  const mayWrite = useMayWrite()(pair.records[0].account_uuid);
  const sides = pair.records.map((record, at) => ({ record, view: views[pair.resources[at]!]! })) as [
    Side,
    Side,
  ];
  const linking = useLinking(sides, props);
  const tellApart = useTellApart(props);
  useDuplicateKeys({
    n: onNext,
    p: onPrevious,
    ...(mayWrite && { d: () => void tellApart(), l: linking && (() => void linking.link()) }),
  });
  return (
    <DecideFrame
      {...props}
      mayWrite={mayWrite}
      tellApart={tellApart}
      buttons={(different) => (
        <Group justify="flex-end" gap="xs">
          {different}
          {linking && (
            <Button loading={linking.isLinking} onClick={() => void linking.link()}>
              {texts.link}
            </Button>
          )}
        </Group>
      )}
    >
      <SideBySide sides={sides} />
      {mayWrite && <Text size="sm">{texts.linkAbout(...namesOf(sides))}</Text>}
    </DecideFrame>
  );
}

/** The link that one of the records can have to the other; null when neither can. */
function useLinking(sides: [Side, Side], { pair, hide, show }: DecideProps) {
  const [isLinking, setIsLinking] = useState(false);
  const [from, to] = linkField(sides[0], sides[1]) ? sides : [sides[1], sides[0]];
  const field = linkField(from, to);
  if (!field) return null;
  const link = async () => {
    if (isLinking) return;
    setIsLinking(true);
    try {
      const { record, view } = from;
      const links = [...(record[field.name] as object[]), { [field.key!]: to.record.uuid }];
      const { change_uuid } = await requestChange('PATCH', apiPath(view, record.uuid), {
        body: { [field.name]: links },
        version: record.version,
      });
      hide(keyOf(pair));
      offerUndo(texts.linked(...namesOf(sides)), [change_uuid], () => show(keyOf(pair)));
      await readAfterUndo([change_uuid]);
    } catch (error) {
      notifyProblem(error);
    } finally {
      setIsLinking(false);
    }
  };
  return { isLinking, link };
}

function linkField(from: Side, to: Side): Field | undefined {
  return from.view.fields.find(({ key, isFixed, to: kind }) => key && !isFixed && kind === to.view.resource);
}

function namesOf(sides: [Side, Side]): [string, string] {
  return sides.map(({ view, record }) => `${view.texts.one} ${titleOf(view, record)}`) as [string, string];
}

/** The values of both records, in rows where both kinds have such a field. */
function SideBySide({ sides }: { sides: [Side, Side] }) {
  const fields = sides.map(({ view, record }) =>
    view.fields.filter(({ name, isFixed }) => name !== view.title && !isFixed && !isNothing(record[name])),
  );
  const rows = [...new Set(fields.flat().map(({ name }) => name))];
  const labelOf = (name: string) => fields.flat().find((field) => field.name === name)!.label;
  return (
    <Stack gap="sm">
      <div className="compare compare-head">
        <span />
        {sides.map((side) => (
          <Head key={side.record.uuid} {...side} label={kindNamed(side.view.resource)!.one} />
        ))}
      </div>
      {rows.map((name) => (
        <div key={name} className="compare">
          <Text size="sm" c="dimmed">
            {labelOf(name)}
          </Text>
          {sides.map((side) => (
            <Value key={side.record.uuid} {...side} name={name} />
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** Nothing for a field that the kind does not have. */
function Value({ view, record, name }: Side & { name: string }) {
  const names = useNames();
  if (!fieldOf(view, name)) return <span />;
  return (
    <div className="value">
      <span className="keep-lines break-anywhere">
        {isNothing(record[name]) ? (
          <Text span size="sm" c="dimmed">
            {merge.nothing}
          </Text>
        ) : (
          sayValue(view, name, record[name], names)
        )}
      </span>
    </div>
  );
}
