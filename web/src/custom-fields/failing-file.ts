import type { CustomFieldFit, CustomFieldPreview } from '@rapport/contract/custom-fields';
import { request } from '../api/request.ts';

/** A field that is tried on the values that records have under its key. */
export type Tried = Pick<CustomFieldPreview, 'resource' | 'key' | 'type'> & {
  account_uuid: string;
  options?: NonNullable<CustomFieldPreview['options']>;
};

/** Returns all values that do not fit, as the service writes them into a file. */
export async function failingFile(tried: Tried): Promise<string> {
  const path = '/api/v2/custom-fields/preview.csv';
  return request<string>('POST', path, { body: tried, as_text: true });
}

/** The most values that become options at once. */
const VALUES_MAX = 50;

/** Returns the different values that records have under a key, the most frequent first. */
export async function valuesUnder(tried: Omit<Tried, 'type' | 'options'>): Promise<string[]> {
  // No value fits a choice whose only option nobody has, so all values are told.
  const options = [{ key: 'no-value-of-any-record', label: '—' }];
  const body = { ...tried, type: 'choice', options, examples_max: 10_000 };
  const path = '/api/v2/custom-fields/preview';
  const { data } = await request<{ data: CustomFieldFit }>('POST', path, { body });
  const values = data.failing.examples.map(({ value }) => value.trim());
  const counted = Map.groupBy(values, (value) => value.toLowerCase());
  const frequent = [...counted.values()].sort((a, b) => b.length - a.length);
  return frequent.slice(0, VALUES_MAX).map(([value]) => value!.slice(0, 100));
}
