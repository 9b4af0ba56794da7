import go from '../../../examples/receivers/go/receiver.go?raw';
import java from '../../../examples/receivers/java/Receiver.java?raw';
import express from '../../../examples/receivers/node/express.mjs?raw';
import fastify from '../../../examples/receivers/node/fastify.mjs?raw';
import hono from '../../../examples/receivers/node/hono.mjs?raw';
import http from '../../../examples/receivers/node/http.mjs?raw';
import next from '../../../examples/receivers/node/next/app/hook/route.js?raw';
import php from '../../../examples/receivers/php/receiver.php?raw';
import fastapi from '../../../examples/receivers/python/fastapi_receiver.py?raw';
import flask from '../../../examples/receivers/python/flask_receiver.py?raw';
import python from '../../../examples/receivers/python/stdlib_receiver.py?raw';
import ruby from '../../../examples/receivers/ruby/receiver.rb?raw';
import shell from '../../../examples/receivers/shell/receiver.sh?raw';

export type Receiver = {
  name: string;
  /** The name under which to save the file. */
  file: string;
  /** The command that starts the receiver; null when the framework does. */
  command: string | null;
  code: string;
};

/** Complete receivers, as short as possible. The tests run the same files against the service. */
export const RECEIVERS: Receiver[] = [
  { name: 'Node.js', file: 'http.mjs', command: 'node http.mjs', code: http },
  { name: 'Express', file: 'express.mjs', command: 'node express.mjs', code: express },
  { name: 'Fastify', file: 'fastify.mjs', command: 'node fastify.mjs', code: fastify },
  { name: 'Hono', file: 'hono.mjs', command: 'node hono.mjs', code: hono },
  { name: 'Next.js', file: 'app/hook/route.js', command: null, code: next },
  { name: 'Python', file: 'stdlib_receiver.py', command: 'python3 stdlib_receiver.py', code: python },
  {
    name: 'Flask',
    file: 'flask_receiver.py',
    command: 'flask --app flask_receiver run --port 4000',
    code: flask,
  },
  {
    name: 'FastAPI',
    file: 'fastapi_receiver.py',
    command: 'uvicorn fastapi_receiver:app --port 4000',
    code: fastapi,
  },
  { name: 'PHP', file: 'receiver.php', command: 'php -S 127.0.0.1:4000 receiver.php', code: php },
  { name: 'Ruby', file: 'receiver.rb', command: 'ruby receiver.rb', code: ruby },
  { name: 'Go', file: 'receiver.go', command: 'go run receiver.go', code: go },
  { name: 'Java', file: 'Receiver.java', command: 'java Receiver.java', code: java },
  {
    name: 'Shell',
    file: 'receiver.sh',
    command: 'socat TCP-LISTEN:4000,bind=127.0.0.1,reuseaddr,fork EXEC:./receiver.sh',
    code: shell,
  },
];
