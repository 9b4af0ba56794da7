import type { FieldError, ProblemCode } from '@rapport/contract/problems';
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

export function nextStepOf(code: ProblemCode): string {
  return NEXT_STEPS[code] ?? OTHERWISE;
}

/**
 * A refusal as a tool tells it: what the service says of it, and where it quotes people the whole
 * below `text_from_record`. Texts there are cut at `most`.
 */
export function shownRefusal({ code, detail, errors }: Refused, most = TEXT_MAX): object {
  const own = errors.map(({ pointer, detail: why }) => ownWords(withoutPointer(why, pointer)));
  const isOwn = errors.every(({ pointer, detail: why }, at) => withoutPointer(why, pointer) === own[at]);
  const quotes = ownWords(detail) !== detail || !isOwn || !errors.every(isPlain);
  return {
    refused: code,
    ...(errors.length === 0 && { detail: ownWords(detail) }),
    next_step: nextStepOf(code),
    ...(errors.length > 0 && {
      errors: errors.map((error, at) => ({
        ...(isPlain(error) && { pointer: error.pointer }),
        ...{ code: error.code, detail: own[at] },
        ...(error.uuid && { uuid: error.uuid }),
      })),
    }),
    ...(quotes && {
      text_from_record: shown(
        { detail, errors: errors.map(({ pointer, detail: why }) => ({ pointer, why })) },
        most,
      ),
    }),
  };
}

/**
 * The words of the service in a refusal. It puts names and values between double quotes, and so may
 * what stands between them: all from the first to the last one is left out.
 */
function ownWords(text: string): string {
  const [from, to] = [text.indexOf('"'), text.lastIndexOf('"')];
  return from === -1 ? text : `${text.slice(0, from)}"…"${to > from ? text.slice(to + 1) : ''}`;
}

/** The pointer begins many details. It may have the key of a custom field, which people choose. */
function withoutPointer(detail: string, pointer: string): string {
  return detail.startsWith(`${pointer} `) ? detail.slice(pointer.length + 1) : detail;
}

/** True for a pointer to a field of ours. */
function isPlain({ pointer }: FieldError): boolean {
  return /^[\w/]*$/.test(pointer) && !pointer.includes('/custom/');
}
