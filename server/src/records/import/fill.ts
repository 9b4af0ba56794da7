type Fields = Record<string, unknown>;

/** Of the fields of a row, those in which the record has nothing yet. */
export function fillingOnly(given: Fields, before: Fields): Fields {
  const open = Object.entries(given).filter(([field]) => field === 'custom' || isEmpty(before[field]));
  const { custom, ...rest } = Object.fromEntries(open);
  return custom ? { ...rest, custom: { ...(custom as Fields), ...(before.custom as Fields) } } : rest;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
