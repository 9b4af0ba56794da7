import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  IWebhookFunctions,
  IWebhookResponseData,
} from './n8n-workflow.ts';

/** As much of n8n as the nodes see of it: credential, parameters, and requests as by axios. */

const REAL = new URL('./n8n-workflow.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'n8n-workflow' ? { url: REAL, shortCircuit: true } : next(specifier, context),
});

/** A node in a workflow, with the parameters that somebody has chosen. */
export type Placed = { base_url: string; token: string; parameters: IDataObject };

const NODE = { id: 'node-1', name: 'Rapport' };

function shared({ base_url, token }: Placed) {
  return {
    getNode: () => NODE,
    getWorkflow: () => ({ id: 'workflow-1', name: 'Told by Rapport' }),
    getCredentials: async () => ({ baseUrl: `${base_url}/`, accessToken: token }),
    helpers: {
      httpRequestWithAuthentication: (_credential: string, request: IHttpRequestOptions) =>
        asked(request, token),
      returnJsonArray: (json: IDataObject) => [{ json }],
    },
  };
}

/** The value of a parameter, or of a part of it: `fields.value`. */
function valueAt({ parameters }: Placed, name: string): unknown {
  return name.split('.').reduce<IDataObject | undefined>((at, part) => at?.[part], parameters);
}

/** What n8n does with a request: it throws for 4xx and 5xx, with the answer in `response`. */
async function asked(request: IHttpRequestOptions, token: string): Promise<unknown> {
  const url = new URL(request.baseURL + request.url);
  for (const [name, value] of Object.entries(request.qs ?? {})) url.searchParams.set(name, String(value));
  const answer = await fetch(url, {
    method: request.method,
    headers: {
      ...request.headers,
      authorization: `Bearer ${token}`,
      ...(request.body && { 'content-type': 'application/json' }),
    },
    body: request.body && JSON.stringify(request.body),
  });
  const text = await answer.text();
  const data = text === '' ? '' : JSON.parse(text);
  if (answer.ok) return data;
  throw Object.assign(new Error(`Request failed with status code ${answer.status}`), {
    response: { status: answer.status, data },
  });
}

/** For the lists of choices and the fields that the editor shows. */
export function editing(placed: Placed): ILoadOptionsFunctions {
  const chosen = (name: string, fallback?: unknown) => valueAt(placed, name) ?? fallback;
  return {
    ...shared(placed),
    getWorkflowStaticData: () => ({}),
    getNodeParameter: chosen,
    getCurrentNodeParameter: chosen,
  };
}

export type Run = { execution?: string; items?: IDataObject[]; goesOn?: boolean };

let executions = 0;

/** For one execution of a workflow, with the items that come into the node. */
export function executing(
  placed: Placed,
  { execution = `new ${executions++}`, items = [{}], goesOn = false }: Run = {},
): IExecuteFunctions {
  return {
    ...shared(placed),
    getWorkflowStaticData: () => ({}),
    getInputData: (): INodeExecutionData[] => items.map((json) => ({ json })),
    getNodeParameter: (name, _index, fallback) => valueAt(placed, name) ?? fallback,
    evaluateExpression: () => 0,
    getExecutionId: () => execution,
    continueOnFail: () => goesOn,
  };
}

type Webhook = { webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> };

/** A workflow that listens: its address, what n8n keeps with it, and what it was started with. */
export type Listening = {
  url: string;
  kept: IDataObject;
  started: IDataObject[];
  hooks: IHookFunctions;
  /** Resolves with the statuses of answers once there are so many. */
  answered(count: number): Promise<number[]>;
  close(): Promise<void>;
};

/** Serves the webhook of a trigger as n8n does: the raw body beside the headers. */
export async function listening(trigger: Webhook, placed: Placed): Promise<Listening> {
  const kept: IDataObject = {};
  const started: IDataObject[] = [];
  const answers: number[] = [];
  const chosen = (name: string, fallback?: unknown) => valueAt(placed, name) ?? fallback;
  const base = { ...shared(placed), getWorkflowStaticData: () => kept, getNodeParameter: chosen };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { workflowData, noWebhookResponse } = await trigger.webhook.call({
      ...base,
      getHeaderData: () => request.headers,
      getRequestObject: () => ({ rawBody: Buffer.concat(chunks) }),
      getResponseObject: () => ({
        status: (code) => ({ json: (body) => response.writeHead(code).end(JSON.stringify(body)) }),
      }),
    });
    if (!noWebhookResponse) response.writeHead(200).end();
    started.push(...(workflowData ?? []).flat().map(({ json }) => json));
    answers.push(response.statusCode);
    server.emit('answered');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/one`;
  const hooks = { ...base, getNodeWebhookUrl: () => url };
  const answered = async (count: number) => {
    while (answers.length < count) await once(server, 'answered');
    return answers;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, kept, started, hooks, answered, close };
}
