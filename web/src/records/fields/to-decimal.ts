/**
 * Returns the amount for the API from `1.234,50`, `1,234.50` or `1234.5`. Null if nothing is typed,
 * undefined if it is no number.
 */
export function toDecimal(typed: string): string | null | undefined {
  const digits = typed.trim().replace(/[\s'’]/g, '');
  if (digits === '') return null;
  const [, whole = '', cents = ''] = /^(-?[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  const number = `${whole.replace(/[.,](?=\d{3}(?:\D|$))/g, '')}${cents && `.${cents}`}`;
  return /^-?\d+(\.\d+)?$/.test(number) ? number : undefined;
}
