import { Checkbox, Select, SimpleGrid } from '@mantine/core';
import { NARROW_SCOPES } from '@rapport/contract/scopes';
import { capital, sayScope } from '../texts/scopes.ts';
import { tokens as texts } from '../texts/tokens.ts';

/** What a token may do: a word of the API, or scopes that are ticked one by one. */
export type Power = 'read' | 'write' | '*' | 'chosen';

type Chosen = { power: Power; scopes: string[] };

/** Asks what a token may do. The least comes first: most programs only read. */
export function PowerChoice(props: {
  draft: Chosen;
  error: string | undefined;
  onChange: (changes: Partial<Chosen>) => void;
}) {
  const { draft, error, onChange } = props;
  return (
    <>
      <Select
        label={texts.power}
        data={(['read', 'write', '*', 'chosen'] as const).map((value) => ({
          value,
          label: texts.powers[value],
        }))}
        description={texts.powerHints[draft.power]}
        value={draft.power}
        allowDeselect={false}
        onChange={(power) => onChange({ power: power as Power })}
      />
      {draft.power === 'chosen' && (
        <Checkbox.Group
          label={texts.scopes}
          required
          error={error}
          value={draft.scopes}
          onChange={(scopes) => onChange({ scopes })}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
            {NARROW_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={capital(sayScope(scope))} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}
