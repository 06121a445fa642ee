// Free ports in place of the ports in a page.

import { connect, createServer } from 'node:net';

/** The default port of commands. */
const DEFAULT_PORT = '8080';
/** Outside of the system's ephemeral range, as long as the ports in pages, and allowed by browsers. */
const FIRST = 7000;
const COUNT = 2900;

/** The ports of one page. */
export interface Ports {
  /** A text of the page, with the real ports. */
  real(text: string): string;
  /** Printed output, with the ports of the page. */
  shown(text: string): string;
  readonly numbers: readonly number[];
}

/** Finds a free port for each port in a page. */
export async function findPorts(markdown: string): Promise<Ports> {
  const named = markdown.matchAll(
    /(?:127\.0\.0\.1:|localhost:|host\.test:|--port[ =]|-p |PORT=|port: ?|listen\()(\d{4})\b/g,
  );
  const numbers = new Map<string, string>();
  for (const name of new Set([DEFAULT_PORT, ...[...named].flatMap(([, port]) => port ?? [])]))
    numbers.set(name, `${await freePort([...numbers.values()])}`);
  const replaced = (text: string, pairs: ReadonlyMap<string, string>) =>
    text.replaceAll(new RegExp(`\\b(${[...pairs.keys()].join('|')})\\b`, 'g'), (port) => pairs.get(port) ?? port);
  return {
    real: (text) => replaced(text, numbers),
    shown: (text) => replaced(text, new Map([...numbers].map(([shown, real]) => [real, shown]))),
    numbers: [...numbers.values()].map(Number),
  };
}

async function freePort(taken: readonly string[]): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (!taken.includes(`${port}`) && (await isFree(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Whether something accepts connections at a port of this machine. */
export function isAccepting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', autoSelectFamily: true });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
