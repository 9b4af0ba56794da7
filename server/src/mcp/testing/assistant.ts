import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp, TestUser } from '../../testing/test-app.ts';

/** An assistant that is connected: the client of the protocol's own project. */
export type Assistant = {
  client: Client;
  /** Calls a tool; returns its answer, and whether it was refused. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  call(name: string, args?: object): Promise<any>;
};

/** The revision of 2026, by its own handshake; else that of 2025. */
export type Era = 'modern' | 'legacy';

/** Connects to `/mcp` with a token. */
export async function connectAssistant(app: TestApp, as: TestUser, era: Era = 'modern'): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${as.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.base_url}/mcp`), { requestInit }));
  return {
    client,
    call: async (name, args = {}) => {
      const {
        structuredContent,
        content,
        isError = false,
      } = await client.callTool({ name, arguments: args as never });
      const [text] = content as { text: string }[];
      const told = structuredContent as object;
      if (text!.text !== JSON.stringify(told)) throw new Error('The text differs from the structure.');
      if (Buffer.byteLength(text!.text) > 20_000) throw new Error('The answer is too large.');
      return { ...told, isError };
    },
  };
}

/** Sends one request of the protocol by hand; for what the client would not send. */
export function postMcp(
  app: TestApp,
  headers: Record<string, string>,
  method = 'tools/list',
  params: object = {},
): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'hand', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name } = params as { name?: string };
  return fetch(`${app.base_url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) },
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
}
