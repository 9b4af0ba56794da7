import { NativeSelect, Stack, Table, Text } from '@mantine/core';
import type { Import, ImportPlan } from '@rapport/contract/imports';
import { fieldOf, type RecordView, useViews } from '../fields/view.ts';
import { Section } from '../layout/section.tsx';
import { currencies } from '../layout/standards.ts';
import { imports as texts, VALUE_LISTS } from '../texts/imports.ts';
import { usePeople, useStages } from './names.ts';

type Values = ImportPlan['values'];
type Choice = { value: string; label: string };

/** What words of the files mean, list by list. A list with a word without a meaning is open. */
export function ValueMaps(props: { draft: Import; values: Values; onChange: (values: Values) => void }) {
  const { draft, values, onChange } = props;
  const views = useViews();
  const people = usePeople(draft.account_uuid);
  const stages = asChoices(useStages(draft.account_uuid));
  const lists = Object.entries(values).filter(([, words]) => Object.keys(words).length > 0);
  if (lists.length === 0) return null;
  const choicesFor = (name: string): Choice[] => {
    if (name === 'user') return people;
    if (name === 'stage') return endings(stages);
    return name === 'currency' ? asChoices(currencies()) : choicesOf(name, views);
  };
  return (
    <Section title={texts.values} about={texts.valuesAbout}>
      <Stack gap="xs">
        {lists.map(([name, words]) => (
          <WordList
            key={name}
            title={titleOf(name, views)}
            words={words}
            names={name === 'user' ? draft.people : {}}
            choices={choicesFor(name)}
            mustBeSaid={name === 'currency'}
            onChange={(word, value) => onChange({ ...values, [name]: { ...words, [word]: value } })}
          />
        ))}
      </Stack>
    </Section>
  );
}

function endings(stages: Choice[]): Choice[] {
  return [
    { value: 'create', label: texts.createStage },
    ...stages,
    { value: 'won', label: texts.won },
    { value: 'lost', label: texts.lost },
  ];
}

/** `client.status` → `Client: Status`. */
function titleOf(name: string, views: Record<string, RecordView>): string {
  const [kind = '', field = ''] = name.split('.');
  const view = views[kind];
  return VALUE_LISTS[name] ?? (view ? `${view.texts.one}: ${fieldOf(view, field)?.label ?? field}` : name);
}

function choicesOf(name: string, views: Record<string, RecordView>): Choice[] {
  const [kind = '', field = ''] = name.split('.');
  const choices = views[kind] ? fieldOf(views[kind], field)?.choices : undefined;
  return asChoices(choices ?? {});
}

function asChoices(labels: Record<string, string>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

function WordList(props: {
  title: string;
  words: Record<string, string | null>;
  /** What people call a word that is an id. */
  names: Record<string, string>;
  choices: Choice[];
  /** The import asks for it: it cannot start without. */
  mustBeSaid: boolean;
  onChange: (word: string, value: string | null) => void;
}) {
  const { title, words, names, choices, mustBeSaid, onChange } = props;
  const open = Object.values(words).filter((value) => value === null).length;
  return (
    <details open={open > 0}>
      <summary>
        {title}
        {open > 0 && (
          <Text span inherit className="loss" ml="xs">
            {texts.open(open)}
          </Text>
        )}
      </summary>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.word}</Table.Th>
            <Table.Th>{texts.means}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(words).map(([word, value]) => (
            <Table.Tr key={word}>
              <Table.Td className="break-anywhere">{names[word] ?? word}</Table.Td>
              <Table.Td w="60%">
                <NativeSelect
                  size="xs"
                  aria-label={texts.meansOf(names[word] ?? word)}
                  data={[...choices, { value: '', label: mustBeSaid ? texts.chooseOne : texts.nothing }]}
                  value={value ?? ''}
                  onChange={(event) => onChange(word, event.currentTarget.value || null)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
