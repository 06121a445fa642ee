// Runs one command of a guide, until it ends or listens.

import { isAccepting } from './ports.ts';
import { type Server, type Session, startInProcess } from './session.ts';
import { type Printed, type Running, startInShell } from './terminal.ts';

/** Timeout of a command, in milliseconds. */
const PATIENCE = 90_000;

/**
 * Runs a command that ends, or starts one that listens on a port.
 *
 * @throws Error if it does neither
 */
export async function runCommand(session: Session, command: string): Promise<Printed | Server> {
  if (isServing(command)) return startServer(session, command);
  const running = startInProcess(session, command);
  if (/^(cd|export) |^\w+=/.test(command)) session.hasMoved = true;
  return within(running ? printedBy(running) : session.shell(command), PATIENCE, () => {
    throw new Error(`does not end:\n${running?.output.text() ?? ''}`);
  });
}

/** Whether a command may run until it is stopped. */
function isServing(command: string): boolean {
  if (/&\s*$/.test(command)) return true;
  const [, words] = /^(?:\w+=\S* )*npx (?:understudy|understudy-api)((?: .*)?)$/s.exec(command) ?? [];
  if (words === undefined) return /^(?:\w+=\S* )*(node(?! --test)|npm start|npm run)\b/.test(command);
  if (/ (--help|-h|--version|-v|--explain)\b| -- |[|>]/.test(words)) return false;
  const [first = ''] = words.trim().split(/\s+/);
  return ['serve', 'mock', 'demo', 'proxy'].includes(first) || /^-|^https?:|\.(ya?ml|json)$/.test(first);
}

async function startServer(session: Session, command: string): Promise<Printed | Server> {
  const { ports, servers, folder, env } = session;
  await stopServersOn(session, command);
  const before = new Set<number>();
  for (const port of ports.numbers) if (await isAccepting(port)) before.add(port);
  const plain = command.replace(/\s*&\s*$/, '');
  // Variables of a command stand before `exec`.
  const executed = plain.replace(/^(?:\w+=\S* )*/, (variables) => `${variables}exec `);
  const running = startInProcess(session, plain) ?? startInShell(executed, folder, env);
  let isOver = false;
  const ended = printedBy(running).finally(() => {
    isOver = true;
  });
  /** Resolves when it listens; never if it has ended before. */
  const listening = new Promise<Server>((resolve) => {
    const look = async () => {
      for (const port of ports.numbers)
        if (!isOver && !before.has(port) && (await isAccepting(port))) return resolve({ running, port });
      if (!isOver) setTimeout(look, 20);
    };
    void look();
  });
  const first = await within(Promise.race([ended, listening]), PATIENCE, () => {
    isOver = true;
    throw new Error(`does not listen on a port of the page, and does not end:\n${running.output.text()}`);
  });
  if ('running' in first) servers.push(first);
  return first;
}

/** Stops the servers on the ports that a command will use, as the reader did with Ctrl-C. */
async function stopServersOn({ ports, servers, defaultPort }: Session, command: string): Promise<void> {
  const named = ports.numbers.filter((port) => new RegExp(`(--port[ =]|-p |PORT=)${port}\\b`).test(command));
  const wanted = named.length > 0 ? named : [Number(defaultPort)];
  for (const server of servers.filter(({ port }) => wanted.includes(port))) {
    server.running.stop();
    await server.running.ended;
    servers.splice(servers.indexOf(server), 1);
  }
}

async function printedBy({ ended, output }: Running): Promise<Printed> {
  return { code: await ended, output: output.text() };
}

/** The value of a promise, or of a function that is called on timeout. */
export async function within<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  onLate: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  const first = await Promise.race([promise.then((value) => ({ value })), late]).finally(() => clearTimeout(timer));
  return first === undefined ? onLate() : first.value;
}
