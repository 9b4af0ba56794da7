const CTRL_C = '\x03';

/**
 * Calls the function of each key that is pressed in the terminal. Does nothing without a terminal.
 * Ctrl+C works as always.
 */
export function onKeys(keys: Record<string, () => unknown>): { stop(): void } {
  const { stdin } = process;
  if (!stdin.isTTY) return { stop: () => {} };
  const pressed = (key: string) => {
    if (key === CTRL_C) process.kill(process.pid, 'SIGINT');
    else keys[key]?.();
  };
  stdin.setRawMode(true).setEncoding('utf8').on('data', pressed);
  return {
    stop: () => {
      stdin.off('data', pressed).setRawMode(false).unref();
    },
  };
}
