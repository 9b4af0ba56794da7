import { ID_TOKEN_ALGORITHMS } from '../openid/algorithms.ts';
import { SCOPES } from '../scopes.ts';

/**
 * The metadata of this server (RFC 8414 §2, OpenID Connect Discovery §3). They list only features
 * that exist.
 */
export function serverMetadata(base_url: string, hasDocuments: boolean) {
  const authentication = ['client_secret_basic', 'client_secret_post', ...(hasDocuments ? ['none'] : [])];
  return {
    issuer: base_url,
    authorization_endpoint: `${base_url}/oauth/authorize`,
    token_endpoint: `${base_url}/oauth/token`,
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint: `${base_url}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint: `${base_url}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    ...(hasDocuments && { client_id_metadata_document_supported: true }),
    userinfo_endpoint: `${base_url}/oauth/userinfo`,
    jwks_uri: `${base_url}/oauth/jwks`,
    service_documentation: `${base_url}/docs`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS,
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'name',
      'updated_at',
      'email',
      'email_verified',
    ],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/**
 * The paths of the metadata. With a path in the base URL, RFC 8414 §3.1 appends it to the
 * well-known part, and OpenID Connect Discovery §4 puts it in front. All forms are served, because
 * a proxy may pass the path on or cut it off.
 */
export function metadataPaths(base_path: string): string[] {
  const names = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  return base_path === '' ? names : names.flatMap((name) => [name, name + base_path, base_path + name]);
}
