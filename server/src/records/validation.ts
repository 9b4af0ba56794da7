import type { FieldError } from '@rapport/contract/problems';
import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { toFieldErrors, validatorCompiler } from '../platform/http/server/validation.ts';

/** Says what is wrong with fields that came in a file or a batch, as the API says it of a body. */
export type Validate = (given: object) => FieldError[];

export function validatorOf(schema: TSchema): Validate {
  const validate = validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' });
  return (given) => {
    const { error } = validate(given) as { error?: ErrorObject[] };
    return error ? toFieldErrors(error, true) : [];
  };
}
