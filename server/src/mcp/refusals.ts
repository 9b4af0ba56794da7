import type { ProblemCode } from '@rapport/contract/problems';
import type { Refused } from './calls.ts';
import { shown, TEXT_MAX } from './texts.ts';

/** What to do next, for each refusal that a tool may meet. No word of it comes from a record. */
const NEXT_STEPS: Partial<Record<ProblemCode, string>> = {
  fields_invalid: 'Correct the fields named in errors; describe says what each takes. Then call again.',
  query_invalid: 'Correct the filter, sort or argument named in errors; describe lists what there is.',
  cursor_invalid: 'Call again without cursor, and with the same filter and sort until the end.',
  header_invalid:
    'change_uuid must be one that an earlier answer of today gave, and not taken back. Leave it out to begin a new change.',
  not_found: 'Look the uuid up with search or list_records. It may be out of reach of this token.',
  version_mismatch:
    'It has changed since. Read it with get_records, look at it, then call again with its version.',
  conflict: 'It is not as you think, or it is done already. Read it with get_records or get_history first.',
  insufficient_scope:
    'This token was not given for it. Tell the person what you would do, and which access it needs.',
  role_insufficient: 'The person may not do this in that Account. Tell them; an owner can.',
  limit_reached: 'A limit is reached. Tell the person.',
  rate_limited: 'Wait ten seconds, then call again.',
  delivery_unfinished: 'It is being sent now. Look with list_deliveries in a moment.',
  subscription_disabled: 'The webhook is off. A person can switch it on, on its page.',
  idempotency_key_running: 'The same call is still running. Wait, then look what became of it.',
  unavailable: 'Rapport is not available. Wait a minute, then call again.',
  internal_error: 'Read what was to change before you call again. Tell the person if it goes on.',
};

const OTHERWISE = 'Tell the person what was refused. Do not try it in another way.';

/** A refusal as a tool tells it. */
export function shownRefusal({ code, detail, errors }: Refused): object {
  return {
    refused: code,
    next_step: NEXT_STEPS[code] ?? OTHERWISE,
    ...(errors.length > 0 && {
      errors: errors.map((error) => ({ code: error.code, ...(error.uuid && { uuid: error.uuid }) })),
    }),
    // It may quote what a record or the call says.
    text_from_record: shown(
      { detail, errors: errors.map(({ pointer, detail: why }) => ({ pointer, why })) },
      TEXT_MAX,
    ),
  };
}
