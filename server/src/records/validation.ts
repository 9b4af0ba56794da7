import type { FieldError } from '@rapport/contract/problems';
import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { toFieldErrors, validatorCompiler } from '../platform/http/server/validation.ts';

/** Checks fields from a file or a batch, and reports faults as the API does for a body. */
export type Validate = (given: object) => FieldError[];

export function validatorOf(schema: TSchema): Validate {
  const validate = validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' });
  return (given) => {
    const { error } = validate(given) as { error?: ErrorObject[] };
    return error ? toFieldErrors(error, true) : [];
  };
}
