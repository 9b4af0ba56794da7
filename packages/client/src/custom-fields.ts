import { at } from './path.ts';
import type {
  CustomField,
  CustomFieldConvert,
  CustomFieldCreate,
  CustomFieldFit,
  CustomFieldPreview,
  CustomFieldUpdate,
  CustomFieldVersion,
  Job,
  UndeclaredKey,
} from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import {
  type CreateOption,
  create,
  list,
  post,
  remove,
  retrieve,
  update,
  type VersionOption,
} from './verbs.ts';

const PATH = '/api/v2/custom-fields';

/** Returns the functions of custom fields. */
export function customFields(send: Transport) {
  return {
    list: (query: { resource?: string; account_uuid?: string } = {}, call: CallOptions = {}) =>
      list<CustomField>(send, PATH, query, call),
    create: (field: CustomFieldCreate, call: CreateOption = {}) =>
      create<CustomField>(send, PATH, field, call),
    retrieve: (uuid: string, call: CallOptions = {}) =>
      retrieve<CustomField>(send, PATH + at`/${uuid}`, call),
    update: (uuid: string, changes: CustomFieldUpdate, call: VersionOption = {}) =>
      update<CustomField>(send, PATH + at`/${uuid}`, changes, call),
    delete: (uuid: string, call: VersionOption = {}) => remove(send, PATH + at`/${uuid}`, call),
    /** Tells how the values that records have under a key fit a type. It changes nothing. */
    preview: (preview: CustomFieldPreview, call: CallOptions = {}) =>
      post<CustomFieldFit>(send, `${PATH}/preview`, preview, call),
    /** Lists what records of a kind have in custom and no field declares, the most used first. */
    undeclaredKeys: (query: { resource: string; account_uuid?: string }, call: CallOptions = {}) =>
      list<UndeclaredKey>(send, `${PATH}/undeclared-keys`, query, call),
    /** Changes the type. Returns the job that reads the values; `jobs.retrieve` tells how far. */
    convert: (uuid: string, conversion: CustomFieldConvert, call: CreateOption = {}) =>
      create<Job & { job_uuid: string }>(send, PATH + at`/${uuid}/convert`, conversion, call),
    /** Lists what a field was from a time on, the latest first. */
    versions: (uuid: string, call: CallOptions = {}) =>
      list<CustomFieldVersion>(send, PATH + at`/${uuid}/versions`, {}, call),
  };
}
