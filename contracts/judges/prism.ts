// Prism's validating proxy as an outside judge: it stands between a client and the server and says what breaks the document.
// It dies of a path that does not decode and never answers a JSON body that cannot be read: send such requests past it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { startProgram } from './program.ts';
import { projectDocument } from './projection.ts';

/** A proxy that listens. */
export interface PrismProxy {
  /** Where it answers, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Ends Prism. */
  close(): Promise<void>;
}

export interface PrismSettings {
  /** The bundled document. */
  readonly document: DocumentObject;
  /** Where the server answers that is judged. */
  readonly upstream: string;
}

/** One breach of the document, as Prism tells it. */
export interface PrismViolation {
  /** `request` or `response`, then where in it. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly code?: string | number;
  readonly message: string;
}

/** Above this many milliseconds Prism is taken not to start. */
const PATIENCE = 60_000;

/**
 * Starts Prism before a server, on a free port. A request that breaks the document is not passed on, and an answer that does is
 * replaced by an error; what was found stands in the header `sl-violations`.
 *
 * @throws Error with all that Prism printed, if it does not come to listen
 */
export async function openPrismProxy({ document, upstream }: PrismSettings): Promise<PrismProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-prism-'));
  const file = join(folder, 'document.json');
  await writeFile(file, JSON.stringify(projectDocument(document)));
  const parameters = [
    'proxy',
    file,
    upstream,
    '--errors',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--multiprocess',
    'false',
  ];
  const prism = startProgram('@stoplight/prism-cli', 'prism', parameters, { folder });
  const close = async () => {
    prism.child.kill('SIGKILL');
    await prism.ended;
    await rm(folder, { recursive: true, force: true });
  };
  const listening = new Promise<string>((resolve, reject) => {
    const refuse = () => reject(new Error(`Prism did not come to listen. It printed:\n${prism.output()}`));
    const impatient = setTimeout(refuse, PATIENCE);
    prism.ended.then(refuse, reject).finally(() => clearTimeout(impatient));
    prism.child.stdout?.on('data', () => {
      const url = /Prism is listening on (http:\/\/[\d.]+:\d+)\s/.exec(prism.output())?.[1];
      if (url === undefined) return;
      clearTimeout(impatient);
      resolve(url);
    });
  });
  try {
    return { url: await listening, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What Prism found in an exchange that went through it; empty when it had nothing to say. */
export function violationsIn(headers: Headers): readonly PrismViolation[] {
  const text = headers.get('sl-violations');
  if (text === null) return [];
  // Beyond some 8,000 characters Prism cuts the list and puts a sentence before it.
  return text.startsWith('[') ? JSON.parse(text) : [{ location: [], severity: 'Error', message: text }];
}
