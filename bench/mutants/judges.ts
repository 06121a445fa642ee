// Those who look at a server with a fault: whether each of them has something to say that it has not of the same server without.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { judgeWithDredd } from '../../contracts/judges/dredd.ts';
import { openPrismProxy, violationsIn } from '../../contracts/judges/prism.ts';
import { startProgram } from '../../contracts/judges/program.ts';
import type { Call } from '../../src/contract/request/call.ts';
import { createTarget, type Target } from '../../src/contract/target.ts';
import { findingsOf } from '../../src/contract/verdict.ts';
import { verify } from '../../src/contract/verify.ts';
import { worldsOf } from '../../src/contract/worlds.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { inRepository } from '../repository.ts';
import type { Mutant } from './mutant.ts';

/** A server that is looked at. */
export interface Judged {
  readonly of: Mutant['of'];
  readonly url: string;
  readonly token: string;
  /** Of the copy of the project that it runs from. */
  readonly folder: string;
}

/** What is wrong with a server, in texts that are the same for the same thing. */
export type Judge = (judged: Judged) => Promise<readonly string[]>;

/** The documents as they are: what is served may come from a worse copy. */
const PATHS = { identity: inRepository('spec/identity.yaml'), workshop: inRepository('bench/mutants/workshop.yaml') };
/** The tests of each, by their names in the project. */
const TESTS = { identity: ['test/identity'], workshop: ['test/resource'] };
const LONGEST_RUN = 300_000;

export const byVerify: Judge = async ({ of, url, token }) => (await verdictOf(of, url, token)).findings;

/** @param seed - default: the usual one */
export async function verdictOf(
  of: Mutant['of'],
  url: string,
  token: string,
  seed?: string,
  target: Target = createTarget(url),
  phases?: readonly ('examples' | 'stories')[],
) {
  const document = createDocument(await openDocument(PATHS[of]));
  const root = createTarget(url);
  try {
    const verdict = await verify({
      document,
      target,
      worlds: await worldsOf(root),
      // Any token is good for what is inferred.
      credentials: new Map(
        of === 'identity'
          ? [
              ['oauth2', token],
              ['bearer', token],
            ]
          : [['', token]],
      ),
      ...(seed !== undefined && { seed }),
      ...(phases && { phases }),
    });
    const missed = verdict.operations.flatMap(({ operation, outcome, reason }) =>
      outcome === 'not reached' ? [`${operation.id}: ${reason}`] : [],
    );
    return {
      missed,
      checks: findingsOf(verdict).map(({ check }) => check),
      findings: findingsOf(verdict).map(({ check, operation, message }) => `${check} ${operation}: ${message}`),
    };
  } finally {
    target.close();
    root.close();
  }
}

/** Dredd with its hooks for the identity API, and without any for the workshop. */
export const byDredd: Judge = async ({ of, url, token }) => {
  if (of === 'identity') {
    const { bundled } = await openDocument(PATHS[of]);
    const { output, problems } = await judgeWithDredd({ document: bundled, url });
    return failuresIn(output, problems);
  }
  const parameters = [
    PATHS[of],
    url,
    '--header',
    `Authorization: Bearer ${token}`,
    '--loglevel',
    'warning',
    '--no-color',
  ];
  const dredd = startProgram('dredd', 'dredd', parameters, { folder: inRepository('') });
  await dredd.ended;
  return failuresIn(dredd.output(), []);
};

function failuresIn(output: string, problems: readonly string[]): readonly string[] {
  const failed = output.match(/^(fail|error): .*duration.*$/gm) ?? output.match(/^(fail|error): .*$/gm) ?? [];
  return failed.length > 0 ? failed.map((line) => line.replace(/ duration: .*/, '')) : problems;
}

/** The tests of the project that are about what is served, up to the first that fails. */
export const byTests: Judge = async ({ of, folder }) => {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const parameters = [vitest, 'run', '--project', 'together', '--bail', '1', '--reporter', 'json', ...TESTS[of]];
  try {
    await promisify(execFile)(process.execPath, parameters, { cwd: folder, timeout: LONGEST_RUN, maxBuffer: 2 ** 28 });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    const names = [...stdout.matchAll(/"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/g)].map(
      ([, name]) => name ?? '',
    );
    return names.length > 0 ? names : ['it does not start'];
  }
};

/**
 * Prism's proxy, with traffic: the requests that verify sends in its phases `examples` and `stories` to the server as it should be, sent again. What it says against
 * requests is left out; a request that it does not answer is one that it has nothing to say of.
 *
 * @param port - where the servers answer that are judged
 */
export async function openPrism(
  of: Mutant['of'],
  port: number,
  traffic: readonly Sent[],
): Promise<{ judge: Judge; close(): Promise<void> }> {
  const { bundled } = await openDocument(PATHS[of]);
  const prism = await openPrismProxy({ document: bundled, upstream: `http://127.0.0.1:${port}` });
  return {
    close: () => prism.close(),
    async judge() {
      const target = createTarget(prism.url, { timeout: 5000 });
      const found = new Set<string>();
      for (const { call, headers } of traffic) {
        const answer = await target.ask(call, headers);
        if (!('headers' in answer)) continue;
        const fields = new Headers({ 'sl-violations': answer.headers['sl-violations'] ?? '[]' });
        for (const { location, code, message } of violationsIn(fields))
          if (location[0] === 'response')
            found.add(
              `${call.method} ${call.target.split('?')[0]?.replace(/\d+/g, '*')} ${location.join('/').replace(/\d+/g, '*')} ${code} ${message}`,
            );
      }
      target.close();
      return [...found];
    },
  };
}

/** A request as it was sent. */
export interface Sent {
  readonly call: Call;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** What verify sends of examples and stories. */
export async function trafficOf({ of, url, token }: Pick<Judged, 'of' | 'url' | 'token'>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const target = createTarget(url);
  const noting: Target = {
    ...target,
    ask(call, headers, ...more) {
      sent.push({ call, headers });
      return target.ask(call, headers, ...more);
    },
  };
  await verdictOf(of, url, token, undefined, noting, ['examples', 'stories']);
  // Prism never answers a body that is no JSON.
  return sent.filter(({ call }) => call.body === undefined || isJson(call.body));
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}
