// Prism's proxy in front of a faulty server. Prism sends no requests itself: it gets those of verify, repeated.

import { openPrismProxy, type PrismViolation, violationsIn } from '../../contracts/judges/prism.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import type { SerializedRequest } from '../../src/verify/requests/serialize-request.ts';
import { createTarget, type Target } from '../../src/verify/target.ts';
import { DOCUMENTS, type Judge, verdictOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { startServer } from './server.ts';

/** A sent request. */
interface Sent {
  readonly call: SerializedRequest;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether it creates or removes a sandbox, which is not part of the document. */
  readonly isControl: boolean;
}

/** A request without a response, about which Prism reports nothing. */
const TIMEOUT = 5000;
const AT_ONCE = 10;

/**
 * Starts Prism, and records its traffic.
 *
 * @param folder - of a copy of the project without a fault
 * @param port - of the judged servers
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
  // Prism never returns a body that is not JSON.
  return sent.filter(({ call }) => call.body === undefined || isJson(call.body));
}

/** Repeats all requests: in sequence for each sandbox, and for ten sandboxes concurrently. @param look - receives the reports of Prism */
async function replay(
  sent: readonly Sent[],
  proxy: string,
  server: string,
  look: (one: Sent, violations: readonly PrismViolation[]) => void,
): Promise<void> {
  const throughPrism = createTarget(proxy, { timeout: TIMEOUT });
  const direct = createTarget(server);
  const send = async (one: Sent) => {
    const response = await (one.isControl ? direct : throughPrism).send(one.call, one.headers);
    const violations = 'headers' in response && !one.isControl ? response.headers['sl-violations'] : undefined;
    look(one, violationsIn(new Headers(violations === undefined ? {} : { 'sl-violations': violations })));
  };
  const ends = new Map<string, Promise<void>>();
  try {
    for (const one of sent) {
      const sandbox = sandboxOf(one);
      // A sandbox may be created from any other one.
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

/** The sandbox of a request, or the one that it removes; undefined for other requests. */
function sandboxOf({ call, headers, isControl }: Sent): string | undefined {
  if (!isControl) return headers?.['x-understudy-sandbox'];
  return call.method === 'DELETE' ? call.target.split('/').at(-1) : undefined;
}

/** A key that is equal for the same finding in any item. */
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
