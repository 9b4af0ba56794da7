/**
 * Returns a new code verifier and its challenge (RFC 7636, method S256). Only the holder of the
 * verifier can exchange the code.
 */
export async function newProofKey(): Promise<{ code_verifier: string; code_challenge: string }> {
  const code_verifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
  return { code_verifier, code_challenge: base64url(new Uint8Array(digest)) };
}

/** Returns 256 random bits in base64url. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
