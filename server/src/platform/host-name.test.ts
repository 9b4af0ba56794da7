import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainIn } from './host-name.ts';

for (const [text, domain] of [
  ['example.com', 'example.com'],
  ['https://www.Example.com/x', 'example.com'],
  ['WWW.Example.com.', 'example.com'],
  ['example.com:8080/about us', 'example.com'],
  ['https://ada@example.com', 'example.com'],
  ['müller.de', 'xn--mller-kva.de'],
  ['www.com', 'www.com'],
  ['my_shop.example.com', 'my_shop.example.com'],
  ['x..io', null],
  ['-x.io', null],
  ['a@x.io', null],
  ['mailto:a@x.io', null],
  ['ftp://x.io', null],
  ['example', null],
  ['N/A', null],
  ['1.5', null],
  ['a.io, b.io', null],
  ['a.io,b.io', null],
  [`${'x'.repeat(64)}.io`, null],
  ['', null],
] as const) {
  test(`the domain in "${text.slice(0, 30)}" is ${domain}`, () => assert.equal(domainIn(text), domain));
}
