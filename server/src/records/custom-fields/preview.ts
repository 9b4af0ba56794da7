import type { CustomField, CustomFieldFit, CustomFieldPreview } from '@rapport/contract/custom-fields';
import type { Caller } from '../../access/caller.ts';
import { accountToWrite } from '../../access/rules.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/sheets/csv-line.ts';
import type { RecordsCore } from '../kind.ts';
import { withField } from './declared.ts';
import { EXAMPLES_MAX, fitOf, readings, textOf } from './fit.ts';
import { kindOf } from './locked.ts';
import { definitionFaults, optionsAfter } from './rules.ts';

/** Tries how the values that records have under a key fit a type. It changes nothing. */
export async function previewField(
  core: RecordsCore,
  caller: Caller,
  preview: CustomFieldPreview,
): Promise<CustomFieldFit | Problem> {
  const field = triedField(caller, preview);
  if (field instanceof Problem) return field;
  const { resource, examples_max = EXAMPLES_MAX } = preview;
  return fitOf(core.db, kindOf(core, resource), withField(field), examples_max);
}

/**
 * All values that do not fit, as a file of ours: mended, it can be imported. It is read while it is
 * sent, and breaks off when the database fails.
 */
export function failingValues(
  core: RecordsCore,
  caller: Caller,
  preview: CustomFieldPreview,
): AsyncGenerator<string> | Problem {
  const field = triedField(caller, preview);
  if (field instanceof Problem) return field;
  const kind = kindOf(core, preview.resource);
  const { account_uuid, key } = field;
  return (async function* () {
    yield BYTE_ORDER_MARK + csvLine(['uuid', 'account_uuid', 'version', kind.definition.named_by, key]);
    for await (const { misfits } of readings(core.db, kind, withField(field))) {
      const lines = misfits.map(({ uuid, version, name, value }) =>
        csvLine([uuid, account_uuid, String(version), name, textOf(value)]),
      );
      yield lines.join('');
    }
  })();
}

/** The field of a preview, which is not declared. */
function triedField(caller: Caller, preview: CustomFieldPreview): CustomField | Problem {
  const account_uuid = accountToWrite(caller, preview.account_uuid, 'manage_fields');
  if (account_uuid instanceof Problem) return account_uuid;
  const { resource, type, options = [] } = preview;
  const key = preview.key.normalize();
  const words = { label: key, help: null, group_name: null };
  const nothing = { required: false, unique: false, position: 0, archived_at: null };
  const at = { job_uuid: null, version: 1, created_at: '', updated_at: '' };
  const uuid = '00000000-0000-0000-0000-000000000000';
  const field = { uuid, account_uuid, resource, key, ...words, type, ...nothing, ...at };
  const tried = { ...field, options: optionsAfter([], options) };
  const faults = definitionFaults(tried);
  return faults.length > 0 ? fieldsInvalid(...faults) : tried;
}
