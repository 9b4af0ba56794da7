import type { Static } from 'typebox';
import { Nullable, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import type { ListDefinition } from './list-definition.ts';

export const API_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

export const ApiRequest = Type.Object(
  {
    uuid: Uuid('Identifier of the entry.'),
    method: Type.String({ description: 'The method.', examples: ['POST'] }),
    path: Type.String({ description: 'The path, without its query.', examples: ['/api/v2/clients'] }),
    status: Type.Integer({ description: 'The status of the answer.', examples: [422] }),
    problem_code: Nullable(
      Type.String({ description: 'The code of a refusal. Null: none.', examples: ['fields_invalid'] }),
    ),
    duration_ms: Type.Integer({
      description: 'From the headers of the request to the end of the answer, in milliseconds.',
      examples: [12],
    }),
    request_id: Type.String({
      description: 'The X-Request-Id of the answer.',
      examples: ['01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'],
    }),
    token_uuid: Nullable(Uuid('The personal access token. Null: an application asked.', 'token')),
    client_id: Nullable(Uuid('The application. Null: a personal access token asked.')),
    name: Nullable(
      Type.String({
        description: 'What the token or the application is called. Null: it is no more.',
        examples: ['Warehouse sync'],
      }),
    ),
    created_at: Timestamp('When it was answered.'),
  },
  {
    $id: 'ApiRequest',
    title: 'API request',
    description: 'A request that a token or an application of yours made to the API.',
  },
);
export type ApiRequest = Static<typeof ApiRequest>;

export const API_REQUESTS_LIST: ListDefinition = {
  name: 'api_requests',
  default_sort: '-created_at',
  searchable: false,
  fields: {
    method: { type: 'choice', choices: API_METHODS },
    path: { type: 'text' },
    status: { type: 'number' },
    problem_code: { type: 'text', nullable: true },
    request_id: { type: 'text' },
    token_uuid: { type: 'uuid', nullable: true },
    client_id: { type: 'uuid', nullable: true },
    created_at: { type: 'time', sortable: true },
  },
};
