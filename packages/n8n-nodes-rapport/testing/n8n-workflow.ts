import type { IncomingHttpHeaders } from 'node:http';

/**
 * The parts of `n8n-workflow` that the nodes use. n8n brings the package along, with some hundred
 * megabytes, so types and tests here have this in its place.
 */

// biome-ignore lint/suspicious/noExplicitAny: values of nodes are of any shape, as in n8n
export type IDataObject = Record<string, any>;

export const NodeConnectionTypes = { Main: 'main' } as const;

export class NodeOperationError extends Error {
  constructor(_node: INode, message: string) {
    super(message);
  }
}

export class NodeApiError extends Error {
  constructor(_node: INode, error: Error) {
    super(error.message, { cause: error });
  }
}

export type INode = { id: string; name: string };
export type INodePropertyOptions = { name: string; value: string; description?: string; action?: string };
export type FieldType = 'string' | 'number' | 'boolean' | 'dateTime' | 'options' | 'array' | 'object';
export type ResourceMapperField = {
  id: string;
  displayName: string;
  defaultMatch: boolean;
  required: boolean;
  display: boolean;
  removed?: boolean;
  type?: FieldType;
  options?: INodePropertyOptions[];
};
export type ResourceMapperFields = { fields: ResourceMapperField[] };

type Shown = { show: Record<string, unknown[]> };
export type INodeProperties = {
  displayName: string;
  name: string;
  type: string;
  default: unknown;
  options?: unknown[];
  typeOptions?: IDataObject;
  displayOptions?: Shown;
  description?: string;
  placeholder?: string;
  required?: boolean;
  noDataExpression?: boolean;
};
export type INodeCredentialDescription = { name: string; required: boolean; displayOptions: Shown };
export type INodeTypeDescription = {
  displayName: string;
  name: string;
  icon: Icon;
  group: string[];
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  inputs: 'main'[];
  outputs: 'main'[];
  usableAsTool?: true;
  credentials: INodeCredentialDescription[];
  webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
  properties: INodeProperties[];
};
type Icon = { light: `file:${string}`; dark: `file:${string}` };

export type INodeExecutionData = { json: IDataObject; pairedItem?: { item: number } };
export interface INodeType {
  description: INodeTypeDescription;
}
export interface ICredentialType {
  name: string;
  displayName: string;
  icon: Icon;
  documentationUrl: string;
  extends?: string[];
  properties: INodeProperties[];
  authenticate?: IAuthenticateGeneric;
  test?: ICredentialTestRequest;
}
export type IAuthenticateGeneric = { type: 'generic'; properties: { headers: Record<string, string> } };
export type ICredentialTestRequest = { request: { baseURL: string; url: string } };

export type IHttpRequestMethods = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type IHttpRequestOptions = {
  method: IHttpRequestMethods;
  baseURL: string;
  url: string;
  json: boolean;
  headers: IDataObject;
  qs?: IDataObject;
  body?: IDataObject;
};

interface FunctionsBase {
  getNode(): INode;
  getWorkflow(): { id?: string; name?: string };
  getCredentials(type: string): Promise<IDataObject>;
  getWorkflowStaticData(type: 'node'): IDataObject;
}
interface Requests {
  httpRequestWithAuthentication(
    this: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions,
    credential: string,
    request: IHttpRequestOptions,
  ): Promise<unknown>;
}
export interface IExecuteFunctions extends FunctionsBase {
  helpers: Requests;
  getInputData(): INodeExecutionData[];
  getNodeParameter(name: string, index: number, fallback?: unknown): unknown;
  evaluateExpression(expression: string, index: number): unknown;
  getExecutionId(): string;
  continueOnFail(): boolean;
}
export interface ILoadOptionsFunctions extends FunctionsBase {
  helpers: Requests;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getCurrentNodeParameter(name: string): unknown;
}
export interface IHookFunctions extends FunctionsBase {
  helpers: Requests;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getNodeWebhookUrl(name: 'default'): string | undefined;
}
export interface IWebhookFunctions extends FunctionsBase {
  helpers: Requests & { returnJsonArray(data: IDataObject): INodeExecutionData[] };
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getHeaderData(): IncomingHttpHeaders;
  getRequestObject(): { rawBody: Buffer };
  getResponseObject(): { status(code: number): { json(body: unknown): void } };
}
export type IWebhookResponseData = { workflowData?: INodeExecutionData[][]; noWebhookResponse?: boolean };
