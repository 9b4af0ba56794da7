import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { call, credentialOf, unless } from '../shared/call.ts';

const PATH = '/api/v2/webhook-subscriptions';

/**
 * What n8n keeps with the node while its workflow listens. Whoever may see the workflow sees it, so
 * it has no secret.
 */
type Kept = { subscription_uuid?: string };

/** The signing secrets of this process. The secret of a subscription never changes. */
const secrets = new Map<string, string>();

/**
 * The subscription of the node with its signing secret, which Rapport tells the credential once a
 * process. The name holds its address, too: another service could give the same uuid.
 *
 * @returns null while the workflow has no subscription
 */
export async function signedBy(context: IWebhookFunctions): Promise<{ name: string; secret: string } | null> {
  const { subscription_uuid } = context.getWorkflowStaticData('node') as Kept;
  if (!subscription_uuid) return null;
  const name = `${(await credentialOf(context)).base_url} ${subscription_uuid}`;
  const known = secrets.get(name);
  if (known) return { name, secret: known };
  const { data } = await call(context, 'GET', `${PATH}/${subscription_uuid}`);
  const secret = String((data as IDataObject).signing_secret);
  secrets.set(name, secret);
  return { name, secret };
}

/** Whether the subscription of the node is there. One that differs is brought up to date. */
export async function isThere(context: IHookFunctions): Promise<boolean> {
  const kept = context.getWorkflowStaticData('node') as Kept;
  if (!kept.subscription_uuid) return false;
  // Enabled anew, so that what waited while n8n was away is sent now.
  const body = { ...wanted(context), enabled: true };
  const found = await unless(404, call(context, 'PATCH', `${PATH}/${kept.subscription_uuid}`, { body }));
  if (!found) delete kept.subscription_uuid;
  return found !== undefined;
}

export async function subscribe(context: IHookFunctions): Promise<void> {
  const { data } = await call(context, 'POST', PATH, { body: wanted(context) });
  const kept = context.getWorkflowStaticData('node') as Kept;
  kept.subscription_uuid = (data as { uuid: string }).uuid;
}

/** Ends the subscription. One that is gone already is as good. */
export async function unsubscribe(context: IHookFunctions): Promise<void> {
  const kept = context.getWorkflowStaticData('node') as Kept;
  if (!kept.subscription_uuid) return;
  await unless(404, call(context, 'DELETE', `${PATH}/${kept.subscription_uuid}`));
  delete kept.subscription_uuid;
}

function wanted(context: IHookFunctions): IDataObject {
  const account = context.getNodeParameter('account', '') as string;
  const { skipOwn = true, skipImports = false } = context.getNodeParameter('options', {}) as IDataObject;
  const { name } = context.getWorkflow();
  return {
    url: context.getNodeWebhookUrl('default'),
    events: context.getNodeParameter('events') as string[],
    description: `n8n: ${name ?? 'a workflow'}`.slice(0, 500),
    account_uuids: account === '' ? null : [account],
    skip_own: skipOwn,
    skip_imports: skipImports,
  };
}
