// Prism's proxy before a server with a fault. It sends nothing by itself: its traffic is what verify sends to the server without, sent again.

import { openPrismProxy, type PrismViolation, violationsIn } from '../../contracts/judges/prism.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import type { SerializedRequest } from '../../src/verify/requests/serialize-request.ts';
import { createTarget, type Target } from '../../src/verify/target.ts';
import { DOCUMENTS, type Judge, verdictOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { startServer } from './server.ts';

/** A request as it was sent. */
interface Sent {
  readonly call: SerializedRequest;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether it begins or ends a sandbox, which is no part of the document. */
  readonly isControl: boolean;
}

/** A request that is not answered is one that Prism has nothing to say of. */
const TIMEOUT = 5000;
const AT_ONCE = 10;

/**
 * Starts Prism, and notes its traffic.
 *
 * @param folder - of a copy of the project without a fault
 * @param port - where the servers will answer that are judged
 */
export async function openPrism(
  of: Mutant['of'],
  folder: string,
  port: number,
): Promise<{ judge: Judge; passedOn: number; close(): Promise<void> }> {
  const withServer = async <T>(work: (server: { url: string; token: string }) => Promise<T>): Promise<T> => {
    const server = await startServer(of, folder, port);
    return work(server).finally(() => server.close());
  };
  const sent = await withServer(({ url, token }) => sentByVerify(of, url, token));
  const { bundled } = await openDocument(DOCUMENTS[of]);
  const prism = await openPrismProxy({ document: bundled, upstream: `http://127.0.0.1:${port}` });
  // Requests that Prism rejects itself never reach the server.
  const traffic: Sent[] = [];
  await withServer(({ url }) =>
    replay(sent, prism.url, url, (one, violations) => {
      if (!violations.some(({ location }) => location[0] === 'request')) traffic.push(one);
    }),
  );
  return {
    passedOn: traffic.filter(({ isControl }) => !isControl).length,
    close: () => prism.close(),
    async judge({ url }) {
      const found = new Set<string>();
      await replay(traffic, prism.url, url, ({ call }, violations) => {
        for (const { location, code, message } of violations)
          found.add(`${call.method} ${withoutIds(call.target)} ${withoutIds(location.join('/'))} ${code} ${message}`);
      });
      return [...found];
    },
  };
}

async function sentByVerify(of: Mutant['of'], url: string, token: string): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const noting = (isControl: boolean): Target => {
    const target = createTarget(url);
    return {
      ...target,
      send(call, headers, ...more) {
        sent.push({ call, headers, isControl });
        return target.send(call, headers, ...more);
      },
    };
  };
  await verdictOf(of, url, token, { target: noting(false), root: noting(true) });
  // Prism never answers body that is not JSON.
  return sent.filter(({ call }) => call.body === undefined || isJson(call.body));
}

/** Sends all again: of each sandbox one after the other, and of ten sandboxes at once. @param look - sees what Prism says of each */
async function replay(
  sent: readonly Sent[],
  proxy: string,
  server: string,
  look: (one: Sent, violations: readonly PrismViolation[]) => void,
): Promise<void> {
  const throughPrism = createTarget(proxy, { timeout: TIMEOUT });
  const direct = createTarget(server);
  const send = async (one: Sent) => {
    const answer = await (one.isControl ? direct : throughPrism).send(one.call, one.headers);
    const violations = 'headers' in answer && !one.isControl ? answer.headers['sl-violations'] : undefined;
    look(one, violationsIn(new Headers(violations === undefined ? {} : { 'sl-violations': violations })));
  };
  const ends = new Map<string, Promise<void>>();
  try {
    for (const one of sent) {
      const sandbox = sandboxOf(one);
      // A sandbox may be made of any other one.
      if (sandbox === undefined) await Promise.all(ends.values());
      else if (ends.size >= AT_ONCE && !ends.has(sandbox)) await Promise.race(ends.values());
      const name = sandbox ?? '';
      const end: Promise<void> = (ends.get(name) ?? Promise.resolve())
        .then(() => send(one))
        .finally(() => ends.get(name) === end && ends.delete(name));
      ends.set(name, end);
      if (sandbox === undefined) await end;
    }
    await Promise.all(ends.values());
  } finally {
    throughPrism.close();
    direct.close();
  }
}

/** The sandbox that a request is to, or that it ends; nothing for the others. */
function sandboxOf({ call, headers, isControl }: Sent): string | undefined {
  if (!isControl) return headers?.['x-understudy-sandbox'];
  return call.method === 'DELETE' ? call.target.split('/').at(-1) : undefined;
}

/** The same for the same thing, whichever item it is found at. */
function withoutIds(text: string): string {
  return text.replace(/\?.*/, '').replace(/\d+/g, '*');
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}
