import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type IWebhookFunctions,
  NodeApiError,
} from 'n8n-workflow';

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export type Request = { query?: IDataObject; body?: IDataObject; headers?: IDataObject };

/** The body of a refusal (RFC 9457), as far as people read it. */
type Problem = {
  detail: string;
  code: string;
  request_id: string;
  errors?: { pointer?: string; detail?: string; message?: string }[];
};

/**
 * Asks the API with the credential that the node has chosen.
 *
 * @returns the body of the answer; an empty object for one without a body
 * @throws NodeApiError with what Rapport says of the refusal, and what to do
 */
export async function call(
  context: Context,
  method: IHttpRequestMethods,
  path: string,
  { query, body, headers }: Request = {},
): Promise<IDataObject> {
  const { credential, base_url } = await credentialOf(context);
  const request = {
    method,
    baseURL: base_url,
    url: path,
    json: true,
    headers: { accept: 'application/json', ...headers },
    ...(query && { qs: query }),
    ...(body && { body }),
  };
  try {
    const answer = await context.helpers.httpRequestWithAuthentication.call(context, credential, request);
    return (answer || {}) as IDataObject;
  } catch (error) {
    // What n8n has thrown already it gives back as it is, so the words are put in afterwards.
    throw Object.assign(new NodeApiError(context.getNode(), error as never), saidOf(error));
  }
}

/** The credential that the node has chosen, and the address of the service in it. */
export async function credentialOf(context: Context): Promise<{ credential: string; base_url: string }> {
  const isOAuth = context.getNodeParameter('authentication', 0) === 'oAuth2';
  const credential = isOAuth ? 'rapportOAuth2Api' : 'rapportApi';
  const { baseUrl } = await context.getCredentials(credential);
  return { credential, base_url: String(baseUrl).replace(/\/+$/, '') };
}

/** What was asked for, or undefined where Rapport refuses it with this status. */
export function unless<T>(status: number, asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: { httpCode?: string | null }) => {
    if (Number(error.httpCode) === status) return undefined;
    throw error;
  });
}

/** All records of a list, or the first of them. */
export async function list(
  context: Context,
  path: string,
  query: IDataObject,
  most = Number.POSITIVE_INFINITY,
): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(PAGE, most - found.length);
    const page = await call(context, 'GET', path, { query: { ...query, limit, ...(cursor && { cursor }) } });
    found.push(...(page.data as IDataObject[]));
    cursor = (page.next_cursor as string | null | undefined) ?? undefined;
  } while (cursor && found.length < most);
  return found;
}

/** The most that a page of a list has. */
const PAGE = 200;

function saidOf(error: unknown): { message?: string; description?: string; httpCode?: string } {
  const { response, context, httpCode } = error as {
    response?: { status?: number; data?: unknown };
    context?: { data?: unknown };
    httpCode?: string;
  };
  const problem = (response?.data ?? context?.data) as Partial<Problem> | undefined;
  const status = httpCode ?? (response?.status === undefined ? undefined : String(response.status));
  if (!problem?.detail) return status === undefined ? {} : { httpCode: status };
  const faults = (problem.errors ?? []).map((one) =>
    [one.pointer, one.detail ?? one.message].filter(Boolean).join(': '),
  );
  return {
    message: problem.detail,
    description: [...faults, `${problem.code}, request ${problem.request_id}`].join('\n'),
    ...(status !== undefined && { httpCode: status }),
  };
}
