import { Group, Input, TextInput, type TextInputProps } from '@mantine/core';
import { useAccounts } from '../../accounts/current-account.ts';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import { currencies, optionsOf } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import { readMoney } from '../values/field-kinds.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** JSON with the amount as typed, or any other text, which is an amount. */
  value: string;
  account_uuid: string | null | undefined;
  onChange: (text: string) => void;
};

/** The input of an amount with its currency: that of the Account until another is chosen. */
export function MoneyInput({ label, description, error, value, account_uuid, onChange, ...input }: Props) {
  const { data: accounts = [] } = useAccounts();
  const usual = accounts.find(({ uuid }) => uuid === account_uuid)?.currency ?? '';
  const { amount, currency } = readMoney(value);
  const name = String(label ?? input['aria-label']);
  const put = (next: { amount: string; currency: string }) =>
    onChange(next.amount === '' && next.currency === usual ? '' : JSON.stringify(next));
  return (
    <Input.Wrapper label={label} description={description} error={error} component="div">
      <Group gap={6} align="start">
        <TextInput
          {...input}
          aria-label={name}
          className="grow"
          miw="6rem"
          inputMode="decimal"
          error={Boolean(error)}
          value={amount}
          onChange={(event) => put({ amount: event.currentTarget.value, currency: currency || usual })}
        />
        <SearchedSelect
          className="grow"
          miw="7rem"
          aria-label={`${name}: ${records.currency}`}
          data={optionsOf(currencies(), currency || usual)}
          value={currency || usual || null}
          disabled={input.disabled ?? false}
          choosesOnLeave
          onChange={(chosen) => put({ amount, currency: chosen ?? '' })}
        />
      </Group>
    </Input.Wrapper>
  );
}
