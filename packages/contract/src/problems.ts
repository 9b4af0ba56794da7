/**
 * The closed list of problem codes of the API: every refusal carries one in `code` (RFC 9457
 * problem details). `title` is always the same; `detail` says what happened this time, and what to
 * do.
 */
export const PROBLEMS = {
  json_invalid: { status: 400, title: 'The body is not valid JSON' },
  query_invalid: { status: 400, title: 'A query parameter is not allowed' },
  cursor_invalid: { status: 400, title: 'The cursor does not belong to this list' },
  header_invalid: { status: 400, title: 'A header is not allowed' },
  csv_invalid: { status: 400, title: 'The file cannot be read as CSV' },
  form_invalid: { status: 400, title: 'The file has not come whole' },
  archive_invalid: { status: 400, title: 'The file is no archive of an Account that can be read' },
  address_invalid: { status: 400, title: 'The address is malformed' },
  invalid_request: { status: 400, title: 'The credentials are malformed' },
  credentials_missing: { status: 401, title: 'Credentials are missing' },
  invalid_token: { status: 401, title: 'The token is not valid' },
  sign_in_failed: { status: 401, title: 'You could not be signed in' },
  insufficient_scope: { status: 403, title: 'The token was not given for this' },
  cross_site: { status: 403, title: 'The request does not come from our own pages' },
  session_required: { status: 403, title: 'Only a person who is signed in can do this' },
  password_required: { status: 403, title: 'Your password is needed again' },
  second_factor_required: { status: 403, title: 'This needs a second factor' },
  change_not_allowed: { status: 403, title: 'You may see this and not change it' },
  role_insufficient: { status: 403, title: 'Your role does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'The answer is JSON' },
  conflict: { status: 409, title: 'The record conflicts with another one' },
  file_infected: { status: 409, title: 'The scanner found something in the file' },
  mailbox_refused: { status: 409, title: 'The mail server refused' },
  use_convert: { status: 409, title: 'Another type needs a conversion' },
  subscription_disabled: { status: 409, title: 'The webhook subscription is disabled' },
  delivery_unfinished: { status: 409, title: 'The delivery is just being sent' },
  recovery_running: { status: 409, title: 'A recovery of this subscription is running' },
  recovery_ended: { status: 409, title: 'The recovery has ended' },
  job_ended: { status: 409, title: 'The job has ended' },
  still_owner: { status: 409, title: 'The User still owns records' },
  idempotency_key_running: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
  },
  link_invalid: { status: 410, title: 'The link no longer works' },
  version_mismatch: { status: 412, title: 'The record has changed since you read it' },
  body_too_large: { status: 413, title: 'The body is too large' },
  content_type_unsupported: { status: 415, title: 'The content type is not supported' },
  fields_invalid: { status: 422, title: 'Some fields are not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  last_owner: { status: 422, title: 'An Account needs an owner' },
  limit_reached: { status: 422, title: 'A limit is reached' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** The closed list of codes for the fault of one field (`errors[].code`). */
export const FIELD_ERROR_CODES = [
  'required',
  'unknown_field',
  'wrong_type',
  'wrong_format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few_items',
  'too_many_items',
  'not_unique',
  'not_in_list',
  'invalid_characters',
  'not_found',
  'taken',
  'not_allowed',
  'wrong_value',
] as const;

export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

/**
 * `pointer` is a JSON pointer into the body (RFC 6901), or the name of a query parameter or header.
 * `uuid` is the record that already has the value, if the caller may see it.
 */
export type FieldError = { pointer: string; code: FieldErrorCode; detail: string; uuid?: string };
