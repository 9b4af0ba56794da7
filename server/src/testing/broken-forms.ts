type Part = { name: string; file?: string; text: string };
type Form = { type: string; body: Buffer };

const BOUNDARY = 'boundary-of-the-form';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form as browsers send it. */
export function formOf(parts: Part[]): Form {
  const lines = parts.flatMap(({ name, file, text }) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}`,
    '',
    text,
  ]);
  return { type: TYPE, body: Buffer.from([...lines, `--${BOUNDARY}--`, ''].join('\r\n')) };
}

/** Forms that are not whole or not right, by what is wrong with them. */
export function brokenForms(): Record<string, Form> {
  const text = `Name\n${'Zeiss\n'.repeat(40_000)}`;
  const { body } = formOf([
    { name: 'file', file: 'a.csv', text },
    { name: 'file', file: 'b.csv', text: 'Name\n3M\n' },
  ]);
  const second = body.lastIndexOf(`--${BOUNDARY}\r\n`);
  const cuts = [
    0,
    2,
    20,
    60,
    100,
    110,
    150,
    70_000,
    second - 1,
    second,
    second + 5,
    second + 60,
    second + 110,
  ];
  const cutOff = [...cuts, body.length - 6, body.length - 4].map((at) => [
    `cut at ${at}`,
    { type: TYPE, body: body.subarray(0, at) },
  ]);
  const raw = (lines: string[], type = TYPE): Form => ({
    type,
    body: Buffer.from(lines.join('\r\n'), 'latin1'),
  });
  const head = 'Content-Disposition: form-data; name="file"';
  const octets = 'Content-Type: application/octet-stream';
  const end = `--${BOUNDARY}--`;
  return {
    ...Object.fromEntries(cutOff),
    'no boundary in its type': { type: 'multipart/form-data', body },
    'an empty boundary': { type: 'multipart/form-data; boundary=', body },
    'another boundary': { type: 'multipart/form-data; boundary=other', body },
    'a very long boundary': { type: `multipart/form-data; boundary=${'a'.repeat(5000)}`, body },
    'no final boundary': raw([`--${BOUNDARY}`, `${head}; filename="a.csv"`, '', 'Name']),
    'a file without a name, cut off': raw([`--${BOUNDARY}`, head, octets, '', 'Name']),
    'a file without a name and content': raw([`--${BOUNDARY}`, head, octets, '', '', end]),
    'a part without headers': raw([`--${BOUNDARY}`, '', 'Name', end]),
    'a part with half a header': raw([`--${BOUNDARY}`, 'Content-Dispo', '', 'Name', end]),
    'a part with a header of 100 KB': raw([
      `--${BOUNDARY}`,
      `${head}; filename="${'a'.repeat(100_000)}"`,
      '',
      '',
      end,
    ]),
    'names of objects': raw([
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="__proto__"',
      '',
      '{}',
      end,
    ]),
    'a folder as a name': raw([`--${BOUNDARY}`, `${head}; filename="../../"`, '', '', end]),
    'an unknown charset': raw([
      `--${BOUNDARY}`,
      head,
      'Content-Type: text/plain; charset=x-none',
      '',
      'a',
      end,
    ]),
    'a broken charset of the name': raw([`--${BOUNDARY}`, `${head}; filename*=x-none''%ff%zz`, '', '', end]),
    'a form within the form': raw([
      `--${BOUNDARY}`,
      head,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      end,
    ]),
    'bare line feeds': { type: TYPE, body: Buffer.from([`--${BOUNDARY}`, head, '', 'Name', end].join('\n')) },
    zeros: { type: TYPE, body: Buffer.alloc(100_000) },
    'more files than allowed': formOf(
      Array.from({ length: 300 }, () => ({ name: 'file', file: 'a.csv', text: 'Name\n' })),
    ),
    'more fields than allowed': formOf(Array.from({ length: 3000 }, () => ({ name: 'a', text: 'a' }))),
    'an Account that is none': formOf([
      { name: 'account_uuid', text: 'x'.repeat(2000) },
      { name: 'file', file: 'a.csv', text: 'Name\n3M\n' },
    ]),
    'a file that is half a zip file': formOf([{ name: 'file', file: 'a.zip', text: 'PK\x03\x04\x14' }]),
    'a refused file before others': formOf([
      { name: 'file', file: 'a.zip', text: 'PK\x05\x06' },
      { name: 'file', file: 'b.csv', text },
    ]),
  };
}
