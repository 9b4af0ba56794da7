import { Anchor, TextInput } from '@mantine/core';
import { CODE_MAX_LENGTH } from '@rapport/contract/second-factor';
import { useState } from 'react';
import { identity as texts } from '../texts/identity.ts';

type Props = {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** Whether it is the first that is typed. */
  isFirst?: boolean;
};

/**
 * Takes the code of the second factor: from the app, or a recovery code for a User without it at
 * hand.
 */
export function CodeInput({ value, onChange, error, isFirst = false }: Props) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const change = () => {
    setByRecoveryCode(!byRecoveryCode);
    setIsChanged(true);
    onChange('');
  };
  return (
    <div>
      <TextInput
        key={String(byRecoveryCode)}
        label={byRecoveryCode ? texts.recoveryCode : texts.code}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
        inputMode={byRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={CODE_MAX_LENGTH}
        error={error}
        // After a change this input takes the place of another that had the focus.
        autoFocus={isFirst || isChanged}
        required
      />
      <Anchor component="button" type="button" size="sm" mt={4} onClick={change}>
        {byRecoveryCode ? texts.useApp : texts.useRecoveryCode}
      </Anchor>
    </div>
  );
}
