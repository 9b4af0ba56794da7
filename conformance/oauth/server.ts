import type { TestBrowser, Visit } from '../../server/src/testing/browser.ts';
import type { TestApplication } from '../../server/src/testing/oauth-flow.ts';

/** A person with a browser. */
export type Person = { email: string; browser: TestBrowser };

/** A server under test. All servers have the same paths. */
export type Target = {
  base_url: string;
  client: TestApplication;
  otherClient: TestApplication;
  /** An application that must use PKCE. */
  pkceClient: TestApplication;
  newPerson(): Promise<Person>;
  /**
   * Opens an address, signs in and allows the request if asked, until the browser leaves the server
   * or cannot go on.
   */
  visit(person: Person, path: string, decision?: 'allow' | 'deny'): Promise<Visit>;
  /** Moves the server's clock. */
  advance(by_ms: number): void;
  close(): Promise<void>;
};

/** The redirect URLs of `client` and `pkceClient`. */
export const REDIRECT_URIS = [
  'https://app.example.com/callback',
  'https://app.example.com/cb?tenant=7&empty=',
];
