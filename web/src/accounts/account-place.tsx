import { Alert } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { notifyDone } from '../layout/notify.ts';
import { PlaceFields, placeBody } from '../layout/place-fields.tsx';
import { guessPlace, type PlaceDraft } from '../layout/place-guess.ts';
import { Section } from '../layout/section.tsx';
import { placeTexts as texts } from '../texts/place.ts';

const FIELDS = ['/currency', '/country', '/time_zone', '/week_starts_on'];

/** The form for what an Account says of its place. Until it has said it, the browser is asked. */
export function AccountPlace({ account }: { account: Account }) {
  const kept = placeOf(account);
  const isUnsaid = account.currency === null && account.country === null && account.time_zone === null;
  const [draft, setDraft, clearDraft] = useDraft(
    `account-place-${account.uuid}`,
    isUnsaid ? guessPlace() : kept,
  );
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      request<{ data: Account }>('PATCH', `/api/v2/accounts/${account.uuid}`, {
        body: placeBody(draft),
        version: account.version,
      }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(['accounts', account.uuid], data);
      clearDraft();
      notifyDone(texts.saved);
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Section title={texts.title} about={texts.about}>
      <Form
        isOnPage
        gap="sm"
        maw={560}
        mutation={change}
        error={errorBeside(change.error, ...FIELDS)}
        label={texts.save}
        isDisabled={JSON.stringify(placeBody(draft)) === JSON.stringify(placeBody(kept))}
      >
        {isUnsaid && (
          <Alert color="yellow" variant="light">
            {texts.unsaid}
          </Alert>
        )}
        <PlaceFields value={draft} errors={fieldErrors(change.error)} onChange={setDraft} />
      </Form>
    </Section>
  );
}

function placeOf({ currency, country, time_zone, week_starts_on }: Account): PlaceDraft {
  return {
    currency: currency ?? '',
    country: country ?? '',
    time_zone: time_zone ?? '',
    week_starts_on,
  };
}
