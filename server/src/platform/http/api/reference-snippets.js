// Runs in the browser, on the reference page: writes an operation of the description as a command
// or program that can be pasted and run. `snippetsOf` is the one name that it adds.
{
  /** What a token may hold (RFC 6750): nothing that a shell or a program would read as its own. */
  const TOKEN = /^[\w.~+/-]+=*$/;

  /**
   * An operation in each language; in curl alone where its body is no JSON. Without a token the
   * programs read it from RAPPORT_TOKEN. Parameters of the path stand in braces until they are
   * replaced.
   */
  globalThis.snippetsOf = (description, path, method, token = '') => {
    const operation = description.paths[path][method];
    const asked = {
      method: method.toUpperCase(),
      url: description.servers[0].url + path + queryOf(operation),
      token: TOKEN.test(token) ? token : null,
      ...bodyOf(description, operation),
    };
    const { type } = asked;
    const others =
      type && type !== 'application/json' ? {} : { TypeScript: typeScript(asked), Python: python(asked) };
    return { curl: curl(asked), ...others };
  };

  /** The query parameters that an operation cannot do without. */
  function queryOf({ parameters = [] }) {
    const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const pairs = needed.map(
      ({ name, example, schema }) => `${name}=${encodeURIComponent(example ?? exampleOf(schema) ?? '')}`,
    );
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  }

  function bodyOf(description, { requestBody }) {
    if (!requestBody) return {};
    const [[type, { schema }]] = Object.entries(requestBody.content);
    if (type !== 'application/json') return { type };
    const whole = schema.$ref ? description.components.schemas[schema.$ref.split('/').pop()] : schema;
    return { type, body: sampleOf(whole) };
  }

  /** The fields that are needed; where none is, the name, or the first that has an example. */
  function sampleOf({ properties = {}, required = [] }) {
    const shown = Object.keys(properties).filter(
      (name) => name !== 'account_uuid' && exampleOf(properties[name]) !== undefined,
    );
    const first = shown.includes('name') ? 'name' : shown[0];
    const names = required.length > 0 ? required : first ? [first] : [];
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name]) ?? null]));
  }

  function exampleOf(schema) {
    const [one = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (one.examples) return one.examples[0];
    if (one.enum) return one.enum[0];
    if (one.type === 'array') {
      const item = exampleOf(one.items);
      return item === undefined ? [] : [item];
    }
    if (one.type === 'object') return one.properties ? sampleOf(one) : {};
    return { boolean: true, integer: 1, number: 1 }[one.type];
  }

  function curl({ method, url, token, type, body }) {
    // Without -g the braces of a path would be a list of addresses.
    const lines = [`curl ${url.includes('{') ? '-g ' : ''}-X ${method} ${inShell(url)}`];
    lines.push(
      token ? `-H ${inShell(`Authorization: Bearer ${token}`)}` : '-H "Authorization: Bearer $RAPPORT_TOKEN"',
    );
    if (type === 'multipart/form-data') lines.push("-F 'file=@FILE'");
    else if (type) lines.push(`-H 'Content-Type: ${type}'`);
    if (body) lines.push(`-d ${inShell(JSON.stringify(body))}`);
    else if (type && type !== 'multipart/form-data') lines.push("--data-binary '@FILE'");
    return lines.join(' \\\n  ');
  }

  function inShell(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }

  function typeScript({ method, url, token, body }) {
    const bearer = token ? JSON.stringify(`Bearer ${token}`) : "'Bearer ' + process.env.RAPPORT_TOKEN";
    const headers = [`authorization: ${bearer}`, ...(body ? ["'content-type': 'application/json'"] : [])];
    const sent = body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : [];
    return [
      `const answer = await fetch(${JSON.stringify(url)}, {`,
      `  method: ${JSON.stringify(method)},`,
      `  headers: { ${headers.join(', ')} },`,
      ...sent,
      '});',
      'console.log(answer.status, await answer.text());',
    ].join('\n');
  }

  function python({ method, url, token, body }) {
    const bearer = token ? JSON.stringify(`Bearer ${token}`) : '"Bearer " + os.environ["RAPPORT_TOKEN"]';
    const headers = [`"Authorization": ${bearer}`, ...(body ? ['"Content-Type": "application/json"'] : [])];
    return [
      `import ${token ? '' : 'os, '}urllib.request`,
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(url)},`,
      `    method=${JSON.stringify(method)},`,
      `    headers={${headers.join(', ')}},`,
      // A text of JSON is one of Python, while its words true and null are none.
      ...(body ? [`    data=${JSON.stringify(JSON.stringify(body))}.encode(),`] : []),
      ')',
      'with urllib.request.urlopen(request) as answer:',
      '    print(answer.status, answer.read().decode())',
    ].join('\n');
  }
}
