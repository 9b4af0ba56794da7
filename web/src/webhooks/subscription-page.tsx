import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { request } from '../api/request.ts';
import { BackLink } from '../layout/back-link.tsx';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { forgetDraft } from '../layout/draft.ts';
import { isGone } from '../layout/is-gone.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { common } from '../texts/common.ts';
import { webhooks as texts } from '../texts/webhooks.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Health } from './health.tsx';
import { useLive } from './live.ts';
import { readMissedSince, useMissed } from './missed.ts';
import { Recover } from './recover.tsx';
import { SendTest } from './send-test.tsx';
import { type SubscriptionFields, SubscriptionForm } from './subscription-form.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import { SUBSCRIPTIONS_PATH, type Subscription, useSubscription } from './subscriptions.ts';

/** The page of one subscription: its state, its health and its deliveries. */
export function SubscriptionPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { data, error, refetch } = useSubscription(uuid);
  if (isGone(error) || (!data && error)) {
    const back = <BackLink to="/settings/webhooks" label={texts.title} />;
    return <RecordProblem error={error} onRetry={refetch} back={back} />;
  }
  if (!data) return <Loading h={480} />;
  const problem = <ProblemAlert error={error} onRetry={refetch} />;
  return <Details key={uuid} subscription={data} problem={problem} />;
}

/** `problem` is the message for a failed read. */
function Details({ subscription, problem }: { subscription: Subscription; problem: ReactNode }) {
  const live = useLive(subscription.uuid);
  const [isEditing, editing] = useDisclosure();
  const [isRecovering, recovering] = useDisclosure();
  const [recoverSince, setRecoverSince] = useState<string | null>(null);
  const missed = useMissed(subscription);
  const path = `${SUBSCRIPTIONS_PATH}/${subscription.uuid}`;
  const enable = useEnable(subscription, (since) => {
    setRecoverSince(since);
    recovering.open();
  });
  return (
    <Page
      title={nameOf(subscription.url)}
      actions={<Actions subscription={subscription} enable={enable} onEdit={editing.open} />}
      back={<BackLink to="/settings/webhooks" label={texts.title} />}
    >
      {problem}
      <SubscriptionState
        subscription={subscription}
        missed={missed.data}
        isEnabling={enable.isPending}
        onEnable={() => enable.mutate(true)}
      />
      <Health uuid={subscription.uuid} />
      <SendTest subscription={subscription} live={live} />
      <DeliveryLog subscription={subscription} isLive={live.isLive} onRecover={recovering.open} />
      <Section title={texts.secretTitle} about={texts.secret}>
        <CopyField
          label={texts.secretCommand}
          value={`curl -H 'Authorization: Bearer <TOKEN>' ${location.origin}${path}`}
        />
      </Section>
      <EditDialog subscription={subscription} isOpen={isEditing} onClose={editing.close} />
      <Dialog opened={isRecovering} onClose={recovering.close} title={texts.recoverTitle}>
        {/*
         * A new key resets the form, because enabling the subscription while it is open gives
         * another gap.
         */}
        <Recover
          key={recoverSince}
          uuid={subscription.uuid}
          since={recoverSince ?? subscription.failing_since ?? null}
        />
      </Dialog>
    </Page>
  );
}

function Actions(props: {
  subscription: Subscription;
  enable: ReturnType<typeof useEnable>;
  onEdit: () => void;
}) {
  const { subscription, enable, onEdit } = props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await request('DELETE', `${SUBSCRIPTIONS_PATH}/${subscription.uuid}`);
    notifyDone(texts.deleted);
    await navigate({ to: '/settings/webhooks' });
    await queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
  };
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {common.edit}
      </Button>
      <Button
        variant="default"
        loading={enable.isPending}
        onClick={() => enable.mutate(!subscription.enabled)}
      >
        {subscription.enabled ? texts.disable : texts.enable}
      </Button>
      <ConfirmButton
        size="sm"
        label={common.remove}
        title={texts.deleteTitle}
        hint={texts.deleteHint}
        onConfirm={remove}
      />
    </>
  );
}

/** The form for the settings of a subscription. Closing it discards the draft. */
function EditDialog(props: { subscription: Subscription; isOpen: boolean; onClose: () => void }) {
  const { subscription, isOpen, onClose } = props;
  const queryClient = useQueryClient();
  const draft = `subscription-${subscription.uuid}`;
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  const save = async (_fields: SubscriptionFields, _key: string, changes: Partial<SubscriptionFields>) => {
    if (Object.keys(changes).length > 0) {
      await request('PATCH', `${SUBSCRIPTIONS_PATH}/${subscription.uuid}`, { body: changes });
      notifyDone(texts.saved);
    }
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
  };
  return (
    <Dialog opened={isOpen} onClose={cancel} title={texts.settings} size="lg">
      <SubscriptionForm name={draft} initial={fieldsOf(subscription)} onSave={save} />
    </Dialog>
  );
}

/**
 * Enables (true) or disables the subscription. After enabling, missed deliveries can be recovered:
 * `onMissed` gets the beginning of their range.
 */
function useEnable(subscription: Subscription, onMissed: (since: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (enabled: boolean) => {
      // Read before the change, because afterwards the page no longer knows that the subscription
      // was disabled.
      const since = enabled ? await recoverySince(subscription) : null;
      await request('PATCH', `${SUBSCRIPTIONS_PATH}/${subscription.uuid}`, { body: { enabled } });
      return since;
    },
    onSuccess: (since) => {
      if (since !== null) onMissed(since);
      return queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    },
    onError: notifyProblem,
  });
}

/**
 * Returns the beginning of the missed range; null for an enabled subscription. Deliveries that were
 * planned before it was disabled may be missing, too.
 */
async function recoverySince({ uuid, disabled_at }: Subscription): Promise<string | null> {
  return disabled_at && ((await readMissedSince(uuid)) ?? disabled_at);
}

function fieldsOf({
  url,
  events,
  description,
  account_uuids,
  skip_own,
  skip_imports,
}: Subscription): SubscriptionFields {
  return { url, events, description, account_uuids, skip_own, skip_imports };
}

/** Returns host and path, because a receiver often has several subscriptions. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url;
}
