import { NativeSelect } from '@mantine/core';
import { ERROR_KIND_LABELS, webhooks as texts } from '../texts/webhooks.ts';

/** Which deliveries the log shows by what went wrong at their latest attempt; undefined: all of them. */
export function ErrorKindFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const kinds = Object.entries(ERROR_KIND_LABELS).map(([kind, label]) => ({ value: kind, label }));
  return (
    <NativeSelect
      aria-label={texts.errorKind}
      value={value ?? ''}
      data={[{ value: '', label: texts.anyErrorKind }, ...kinds]}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
