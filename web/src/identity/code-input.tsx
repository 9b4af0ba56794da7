import { Anchor, TextInput } from '@mantine/core';
import { CODE_MAX_LENGTH } from '@rapport/contract/second-factor';
import { useState } from 'react';
import { identity as texts } from '../texts/identity.ts';

type Props = {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** True when the input is the first of its form. */
  isFirst?: boolean;
};

/**
 * The input for a code of the second factor: from the app, or a recovery code for a User without
 * the app at hand.
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
        // After the switch to the other kind of code, this input takes the focus of the one it
        // replaces.
        autoFocus={isFirst || isChanged}
        required
      />
      <Anchor component="button" type="button" size="sm" mt={4} onClick={change}>
        {byRecoveryCode ? texts.useApp : texts.useRecoveryCode}
      </Anchor>
    </div>
  );
}
