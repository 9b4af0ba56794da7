import { JsonObject, OneOf, Timestamp, Uuid } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  ACCOUNT,
  ACCOUNT_READ,
  MAILS_READ,
  MAILS_SEND,
  PROPOSE,
  SCOPED_KINDS,
  WEBHOOKS,
} from '@rapport/contract/scopes';
import type { FastifySchema } from 'fastify';
import type { TProperties, TSchema } from 'typebox';
import { refusals } from '../platform/http/api/openapi.ts';
import { ENDPOINT_ERROR_CODES } from './errors.ts';
import { SCOPES } from './scopes.ts';

/**
 * The OAuth endpoints in the API description. They take forms and queries with the rules and
 * refusals of the RFCs, so these schemas only describe; they check nothing.
 */

const tags = ['OAuth 2.0'];

const SCOPE_MEANINGS: Record<string, string> = {
  '*': 'Everything that the User can do through the API.',
  openid: 'Sign-in: who the User is.',
  profile: "With openid: the User's name.",
  email: "With openid: the User's e-mail address.",
  read: 'All scopes that end in :read and are there when it is granted, but for mails:read.',
  write: 'All scopes that end in :write and are there when it is granted, and those of read.',
  ...Object.fromEntries(
    SCOPED_KINDS.flatMap(({ plural }) => [
      [`${plural}:read`, `See ${plural}.`],
      [`${plural}:write`, `See, add, change and delete ${plural}.`],
    ]),
  ),
  [ACCOUNT_READ]: 'See members, custom fields and views of an Account.',
  [ACCOUNT]: 'Change settings, custom fields, views and tags of an Account, as the role of the User allows.',
  [WEBHOOKS]: 'Webhook subscriptions of its own, about what it may see.',
  [PROPOSE]: 'Proposals, which a person accepts or declines. It writes nothing itself.',
  [MAILS_READ]: 'Mails that the User may read, and how far mailboxes are read. In no other word.',
  [MAILS_SEND]: 'Sending from mailboxes of the User, and what others see of their mails.',
};

/**
 * The security schemes of the API description: an access token, or the application's own
 * credentials.
 */
export function oauthSecuritySchemes(base_url: string) {
  const tokenUrl = `${base_url}/oauth/token`;
  return {
    oauth2: {
      type: 'oauth2' as const,
      description: 'An access token of an application that the operator registered.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${base_url}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: SCOPE_MEANINGS,
        },
      },
    },
    application: {
      type: 'http' as const,
      scheme: 'basic',
      description: 'client_id and client_secret. They may be in the form instead, but not in both.',
    },
  };
}

const OAuthTokens = Type.Object(
  {
    access_token: Type.String({ description: 'For the API.', examples: ['rpt_oat_…'] }),
    token_type: OneOf(['Bearer'], 'How the access token is sent.'),
    expires_in: Type.Integer({ description: 'Seconds the access token lives.', examples: [3600] }),
    access_token_expires_at: Timestamp('When the access token expires.'),
    refresh_token: Type.String({ description: 'For the next pair, once.', examples: ['rpt_ort_…'] }),
    refresh_token_expires_at: Timestamp('When the refresh token expires.'),
    scope: Type.String({ description: 'The scope of the access token.', examples: ['*'] }),
    id_token: Type.Optional(
      Type.String({ description: 'With the scope openid, the ID token: a JWT about the User.' }),
    ),
  },
  { $id: 'OAuthTokens', title: 'OAuth tokens', description: 'A pair of tokens (RFC 6749 §5.1).' },
);

const OAuthError = Type.Object(
  {
    error: OneOf([...ENDPOINT_ERROR_CODES], 'What is wrong.'),
    error_description: Type.String({
      description: 'What happened and what to do.',
      examples: ['grant_type is missing. Send it as a field of the form in the body.'],
    }),
  },
  {
    $id: 'OAuthError',
    title: 'OAuth error',
    description: 'A refusal of an OAuth endpoint (RFC 6749 §5.2).',
  },
);

const Seconds = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description} Seconds since 1970.`, examples: [1795166400] }));

const OAuthIntrospection = Type.Object(
  {
    active: Type.Boolean({ description: 'True when the token works now and is yours.' }),
    scope: Type.Optional(Type.String({ description: 'What it is for.', examples: ['*'] })),
    client_id: Type.Optional(Uuid('The application.')),
    username: Type.Optional(
      Type.String({ description: 'E-mail address of the User, when the scope includes it.' }),
    ),
    token_type: Type.Optional(OneOf(['Bearer'], 'Of an access token.')),
    exp: Seconds('When it expires.'),
    iat: Seconds('When it was issued.'),
    sub: Type.Optional(Uuid('The User.')),
    iss: Type.Optional(Type.String({ description: 'The service.', examples: ['https://crm.example.com'] })),
  },
  {
    $id: 'OAuthIntrospection',
    title: 'OAuth introspection',
    description:
      'The facts about a token (RFC 7662 §2.2). For a token that does not work only active, which is false.',
  },
);

const OAuthUserInfo = Type.Object(
  {
    sub: Uuid('The User. Never given to anybody else.'),
    name: Type.Optional(Type.String({ description: 'With the scope profile.', examples: ['Ada'] })),
    updated_at: Seconds('With the scope profile: the time when the User last changed.'),
    email: Type.Optional(
      Type.String({ description: 'With the scope email.', examples: ['ada@example.com'] }),
    ),
    email_verified: Type.Optional(
      Type.Boolean({ description: 'With the scope email: true when the User has opened a mailed link.' }),
    ),
  },
  { $id: 'OAuthUserInfo', title: 'User info', description: 'OpenID Connect Core §5.3.' },
);

export const OAUTH_SCHEMAS = [OAuthTokens, OAuthError, OAuthIntrospection, OAuthUserInfo];

const text = (description: string, more: object = {}) => Type.Optional(Type.String({ description, ...more }));

const credentials = {
  client_id: text('Of the application. May be left out with Basic.'),
  client_secret: text('Of the application. Left out with Basic.'),
};

/** The address to which an application sends a User's browser. */
export const authorizeDescription = {
  tags,
  operationId: 'authorizeApplication',
  summary: 'Ask a User to let an application in',
  description:
    'Send the browser of a User to this address; programs do not call it. The User signs in and allows the application, and is sent back to redirect_uri. ' +
    'A form with the same parameters may be posted, too, and is redirected to this request.',
  security: [],
  querystring: Type.Object({
    response_type: OneOf(['code'], 'What is asked for.'),
    client_id: Type.String({ description: 'Of the application.' }),
    redirect_uri: Type.String({
      description: 'A redirect URL that the operator has registered, the same in every character.',
    }),
    scope: text(`Of ${SCOPES.join(', ')}, separated by spaces; * when left out.`),
    resource: text('The base URL of this service (RFC 8707), or left out: for which API the token is.'),
    state: text(
      'Any text, which comes back unchanged; check that it is the same. Keep it short: a request with more than 8,000 characters, ' +
        'counted after escaping twice, is refused with invalid_request.',
    ),
    code_challenge: text('PKCE (RFC 7636): the SHA-256 of code_verifier in base64url.'),
    code_challenge_method: text('S256, with code_challenge.'),
    nonce: text('Comes back in the ID token.'),
    prompt: text('Of none, login, consent and select_account, separated by spaces.'),
    max_age: text('The User must have signed in at most this many seconds ago.'),
    login_hint: text('E-mail address to fill in at the sign-in.'),
    id_token_hint: text('An ID token of the User who is expected.'),
    response_mode: text('query, which is the only one.'),
  }),
  response: {
    200: pageFor('The page on which the User allows it or not.'),
    303: {
      type: 'null',
      description:
        'Back to redirect_uri with code, state and iss, or with error, error_description, state and iss; or to the sign-in page.',
      headers: { location: { type: 'string', description: 'Where to.' } },
    },
    400: pageFor('The User must not be sent back with this request: a page shows its fault.'),
  },
};

export const tokenDescription = {
  ...forApplications('issueOAuthTokens', 'Exchange a code, or a refresh token, for tokens', {
    grant_type: OneOf(['authorization_code', 'refresh_token'], 'What is exchanged.'),
    code: text('The code, within a minute and once.'),
    redirect_uri: text('With a code: the redirect_uri of the authorization request.'),
    code_verifier: text('With a code, if the authorization request had a code_challenge.'),
    refresh_token: text('The refresh token. It works once, and the answer has the next one.'),
    scope: text('With a refresh token: a part of the allowed scope.'),
    resource: text('The base URL of this service (RFC 8707), or left out.'),
  }),
  description:
    'Use each refresh token once, and save the new pair before you use it. The same request again within 60 seconds gets the identical ' +
    'pair, as long as the new refresh token is unused; any later use revokes everything that this User has allowed the application, and ' +
    'disables the webhook subscriptions it made.',
  response: { 200: json(OAuthTokens), ...errors(400, 401, 413, 429, 503) },
};

export const revokeDescription = {
  ...forApplications('revokeOAuthToken', 'Revoke a token (RFC 7009)', {
    token: Type.String({
      description: 'An access token alone, or a refresh token with all tokens of the same code.',
    }),
    token_type_hint: text('Not needed.'),
  }),
  response: {
    200: { ...json(JsonObject({ description: 'Empty.' })), description: 'Revoked, or never there.' },
    ...errors(400, 401, 413, 429, 503),
  },
};

export const introspectDescription = {
  ...forApplications('introspectOAuthToken', 'Retrieve the facts about your own token (RFC 7662)', {
    token: Type.String({ description: 'An access token or a refresh token.' }),
    token_type_hint: text('Not needed.'),
  }),
  response: { 200: json(OAuthIntrospection), ...errors(400, 401, 413, 429, 503) },
};

export const userInfoDescription = {
  tags,
  operationId: 'retrieveUserInfo',
  summary: 'Retrieve who signed in',
  security: [{ oauth2: ['openid'] }],
  response: { 200: json(OAuthUserInfo), ...refusals(400, 401, 403, 429) },
};

export const keysDescription = {
  tags,
  operationId: 'listSigningKeys',
  summary: 'List the keys that ID tokens are signed with',
  security: [],
  response: {
    200: json(JsonObject({ description: 'A set of JSON Web Keys (RFC 7517 §5).' })),
    ...refusals(400),
  },
};

/**
 * The descriptions of the metadata, by path. A base URL with a path has further addresses with the
 * same content.
 */
export const metadataDescriptions: Record<string, ReturnType<typeof describeMetadata>> = {
  '/.well-known/oauth-authorization-server': describeMetadata('retrieveOAuthMetadata', 'RFC 8414 §2'),
  '/.well-known/openid-configuration': describeMetadata(
    'retrieveOpenIdConfiguration',
    'OpenID Connect Discovery §3',
  ),
};

function describeMetadata(operationId: string, source: string) {
  return {
    tags,
    operationId,
    summary: `Retrieve the metadata of this OAuth server (${source})`,
    security: [],
    response: {
      200: json(
        JsonObject({ description: 'The addresses of the endpoints, and the features they support.' }),
      ),
      // Nothing is asked that could be refused: only what is no HTTP.
      ...refusals(400),
    },
  };
}

/** The route options for an endpoint that is described, but whose requests no schema checks. */
export function described(schema: FastifySchema & { tags: string[] }) {
  return { config: { swaggerTransform: ({ url }: { url: string }) => ({ schema, url }) } };
}

function forApplications(operationId: string, summary: string, fields: TProperties) {
  return {
    tags,
    operationId,
    summary,
    security: [{ application: [] }, {}] as FastifySchema['security'],
    consumes: ['application/x-www-form-urlencoded'],
    body: Type.Object({ ...fields, ...credentials }),
  };
}

function json(schema: TSchema) {
  const { $id, description } = schema as { $id?: string; description: string };
  const shown = $id === undefined ? schema : { $ref: `${$id}#` };
  return { description, content: { 'application/json': { schema: shown } } };
}

function pageFor(description: string) {
  return { description, content: { 'text/html': { schema: { type: 'string' } } } };
}

function errors(...statuses: number[]) {
  const entries = statuses.map((status) => [status, json(OAuthError)]);
  return { ...Object.fromEntries(entries), default: json(OAuthError) };
}
