/**
 * RS256 is what every library must know (OpenID Connect Discovery §3); an application may ask for
 * ES256.
 */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'ES256'] as const;

export type IdTokenAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number];
