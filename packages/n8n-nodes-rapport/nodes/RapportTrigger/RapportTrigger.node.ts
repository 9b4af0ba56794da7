import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { getAccounts, getEvents } from '../shared/choices.ts';
import { ACCOUNT, AUTHENTICATION, CREDENTIALS, ICON } from '../shared/properties.ts';
import { cameBefore, faultOf, isSigned } from './signature.ts';
import { isThere, signedBy, subscribe, unsubscribe } from './subscription.ts';

/** Starts a workflow when something happens. It subscribes and unsubscribes by itself. */
export class RapportTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Rapport Trigger',
    name: 'rapportTrigger',
    icon: ICON,
    group: ['trigger'],
    version: 1,
    subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
    description: 'Starts the workflow when something happens in Rapport',
    defaults: { name: 'Rapport Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: CREDENTIALS,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      AUTHENTICATION,
      ACCOUNT,
      {
        displayName: 'Event Names or IDs',
        name: 'events',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getEvents' },
        required: true,
        default: [],
        description:
          'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add option',
        default: {},
        options: [
          {
            displayName: 'Each Event Once',
            name: 'once',
            type: 'boolean',
            default: true,
            description:
              'Whether an event that came already starts nothing. Switch it off to send a delivery again by hand.',
          },
          {
            displayName: 'Skip Imports',
            name: 'skipImports',
            type: 'boolean',
            default: false,
            description: 'Whether what an import makes starts nothing',
          },
          {
            displayName: 'Skip Own Changes',
            name: 'skipOwn',
            type: 'boolean',
            default: true,
            description:
              'Whether changes made with the same credential start nothing. Without it a workflow can answer itself for ever.',
          },
        ],
      },
    ],
  };

  methods = { loadOptions: { getAccounts, getEvents } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return isThere(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await subscribe(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unsubscribe(this);
        return true;
      },
    },
  };

  /** Verifies the bytes as they came, and answers 401 to what Rapport has not signed. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject();
    const headers = this.getHeaderData();
    if (!rawBody || !isSigned(headers)) return refused(this, 401, 'It is not signed');
    const signed = await signedBy(this).catch(() => undefined);
    // Rapport tries again, where an error of n8n would tell strangers of its inside.
    if (signed === undefined) return refused(this, 503, 'Rapport does not tell the signing secret now');
    if (signed === null) return refused(this, 401, 'The workflow has no subscription');
    const fault = faultOf(rawBody, headers, signed.secret);
    if (fault !== null) return refused(this, 401, fault);
    const event = JSON.parse(rawBody.toString('utf8')) as IDataObject;
    const { once = true } = this.getNodeParameter('options', {}) as { once?: boolean };
    if (once && cameBefore(signed.name, String(event.uuid))) return {};
    return { workflowData: [this.helpers.returnJsonArray(event)] };
  }
}

function refused(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
  context.getResponseObject().status(status).json({ message });
  return { noWebhookResponse: true };
}
