// `node person.ts START EMAIL PASSWORD` acts like a person with a browser: opens an application,
// signs in, allows it, and prints the last address.
import { TestBrowser } from '../../server/src/testing/browser.ts';

const [start, email, password] = process.argv.slice(2) as [string, string, string];

const opened = await fetch(start, { redirect: 'manual' });
const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
const authorize = new URL(opened.headers.get('location')!);

const browser = new TestBrowser(authorize.origin);
const signIn = await browser.follow(await browser.get(authorize.pathname + authorize.search));
const consent = await browser.follow(await browser.submit(signIn, { email, password }));
const back = await browser.submit(consent, { decision: 'allow' });
const end = await fetch(back.location!, { headers: { cookie } });
console.log(await end.text());
