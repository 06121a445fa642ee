// A proxy in front of a test server: both listen, and end with the test.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { codecsOf } from '../../src/server/codec/codecs.ts';
import { loadApi, type ServedApi } from '../../src/server/pipeline/api/load-api.ts';
import { type ProxySettings, type RunningProxy, startProxy } from '../../src/verify/proxy/proxy.ts';
import { listErrors } from '../../src/verify/verdict.ts';

const LIBRARY = fileURLToPath(new URL('library/library.yaml', import.meta.url));
let library: Promise<ServedApi> | undefined;

/** The document of the library, prepared for validation. */
export function libraryApi(): Promise<ServedApi> {
  library ??= load();
  return library;
}

async function load(): Promise<ServedApi> {
  const loaded = await loadApi({ name: 'library', document: LIBRARY, infer: true });
  const codecs = await codecsOf(loaded, { omitDefaults: false, limit: 1024 * 1024 });
  return { ...loaded, ...codecs, inputCheck: 'enforce', outputCheck: 'report' };
}

/** A server that listens until the test ends. */
export async function serving(server: Server): Promise<{ readonly url: string; readonly port: number; close(): void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, close };
}

export interface Proxying extends RunningProxy {
  /** The address of the server behind it. */
  readonly upstream: string;
  /** `check operation: message` of each finding, once all traffic was checked. */
  findings(): Promise<readonly string[]>;
}

/** The proxy of a server. @param response - the server, or its address */
export async function proxying(
  response: RequestListener | string,
  settings: Omit<Partial<ProxySettings>, 'upstream'> & { readonly upstream?: Partial<ProxySettings['upstream']> } = {},
): Promise<Proxying> {
  const url = typeof response === 'string' ? response : (await serving(createServer(response))).url;
  const thrown: unknown[] = [];
  const proxy = await startProxy({
    served: await libraryApi(),
    onError: (error) => void thrown.push(error),
    ...settings,
    upstream: { url, ...settings.upstream },
  });
  onTestFinished(async () => {
    await proxy.close(0);
    if (thrown.length > 0) throw thrown[0];
  });
  return {
    ...proxy,
    upstream: url,
    async findings() {
      const verdict = await proxy.verdict();
      return listErrors(verdict).map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
    },
  };
}
