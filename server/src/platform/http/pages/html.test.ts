import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('text from outside cannot leave its element or its attribute', () => {
  const name = `"><script>alert('&')</script>`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;';
  assert.equal(html`<a title="${name}">${name}</a>`.text, `<a title="${escaped}">${escaped}</a>`);
});

test('markup is inserted unchanged, lists are joined, and absent values insert nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul>${items}</ul>${null}${undefined}${false}${0}`.text,
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  );
});
