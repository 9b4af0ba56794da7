/** Every library must know RS256 (OpenID Connect Discovery §3); an application may choose ES256. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'ES256'] as const;

export type IdTokenAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number];
