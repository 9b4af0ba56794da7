// Runs another program, such as `redis-server …`. When our parent ends, the program ends too, with
// all processes that it has started.
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
// The first message is the time of the start.
process.send?.(Date.now());
// A process group of its own, so that one signal reaches the whole group, and Ctrl-C reaches it
// only through us.
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
process.on('disconnect', end);
process.channel?.unref();

function end(): void {
  process.kill(-child.pid!, 'SIGTERM');
}
