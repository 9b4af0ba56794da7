/** True for a number with at most 15 digits before the point and six behind it. */
export function isNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text);
}
