// `understudy verify [DOCUMENT [URL]]`: whether a server keeps its document.

import { writeFile } from 'node:fs/promises';
import type { CheckId } from '../contract/checks.ts';
import type { Credentials } from '../contract/credentials.ts';
import { jsonReport } from '../contract/report/json.ts';
import { junitReport } from '../contract/report/junit.ts';
import { terminalReport } from '../contract/report/terminal.ts';
import { createTarget, type Target } from '../contract/target.ts';
import { findingsOf, type Verdict } from '../contract/verdict.ts';
import { type Progress, verify as verifyDocument } from '../contract/verify.ts';
import { worldsOf } from '../contract/worlds.ts';
import { hostsIn } from '../engine/hosts.ts';
import { loadApi } from '../engine/load-api.ts';
import { shownPath } from '../front/shown-path.ts';
import { Problems } from '../schema/problems.ts';
import { createStandIn, type StandIn } from '../stand-in.ts';
import { chooseApis } from './chosen-apis.ts';
import { readConfigFile } from './config-file.ts';
import { configProblem } from './settings.ts';
import {
  addressOf,
  checksOf,
  countOf,
  credentialsOf,
  explained,
  type Flags,
  headersOf,
  misuse,
  operationsOf,
  pairs,
  phasesOf,
  readArguments,
  secondsOf,
  USAGE,
} from './verify-flags.ts';

/** A server with the document that it is held against. */
interface Held {
  readonly name: string;
  readonly document: Parameters<typeof verifyDocument>[0]['document'];
  readonly target: Target;
  readonly credentials: Credentials;
}

/** The command. @throws Problems if there is nothing to try, or nobody answers */
export async function verify(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) return print(USAGE);
  if (values.explain !== undefined) return print(explained(values.explain));
  const [document, url, ...others] = positionals;
  if (others.length > 0) throw misuse(`These are not understood: ${others.join(' ')}`);
  const checks = checksOf(values);
  const standIns: StandIn[] = [];
  const aborting = new AbortController();
  const stop = () => aborting.abort();
  process.once('SIGINT', stop);
  try {
    const all = await heldBy(document, url, values, standIns);
    const verdicts: (readonly [Held, Verdict])[] = [];
    for (const held of all) verdicts.push([held, await tried(held, checks, values, aborting.signal)]);
    await report(verdicts, values);
    const isBroken = verdicts.some(([, verdict]) => findingsOf(verdict).length > 0);
    const isMissed = verdicts.some(([, { operations }]) => operations.some(({ outcome }) => outcome === 'not reached'));
    return isBroken || (values['require-reached'] && isMissed) ? 1 : 0;
  } finally {
    process.off('SIGINT', stop);
    await Promise.all(standIns.map((standIn) => standIn.close()));
  }
}

async function tried(
  { document, target, credentials }: Held,
  checks: readonly CheckId[],
  values: Flags,
  signal: AbortSignal,
): Promise<Verdict> {
  const root = createTarget(new URL(target.url).origin, { timeout: secondsOf(values) });
  const probe = { method: 'GET', headers: [], body: undefined, sent: { path: {}, query: '', headers: {} } };
  const found = await target.ask({ ...probe, target: '/' });
  if ('reason' in found) throw new Problems(`${target.url} cannot be held against a document: ${found.reason}.`, []);
  try {
    const worlds = await worldsOf(root);
    const known = credentials.size === 0 && worlds.areApart ? new Map([['', 'token']]) : credentials;
    return await verifyDocument({
      document,
      target,
      worlds,
      credentials: known,
      checks,
      phases: phasesOf(values),
      signal,
      values: pairs('--value', values.value),
      allowWrites: values['allow-writes'],
      ...(values.seed !== undefined && { seed: values.seed }),
      ...(values.operations !== undefined && { operations: operationsOf(values.operations, document) }),
      concurrency: countOf('--concurrency', values.concurrency),
      ...(process.stderr.isTTY && { onProgress: showProgress }),
    });
  } finally {
    root.close();
    target.close();
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

function showProgress({ done, of, requests, findings }: Progress): void {
  process.stderr.write(`\r\x1b[K${done} of ${of}, ${requests} requests, ${findings} findings`);
}

/** What is held against what. @param standIns - takes those that were started */
async function heldBy(
  document: string | undefined,
  url: string | undefined,
  values: Flags,
  standIns: StandIn[],
): Promise<readonly Held[]> {
  const folder = process.cwd();
  const { path: configFile, config } = await readConfigFile(folder, configProblem);
  const { apis } = await chooseApis({
    documents: document === undefined ? [] : [document],
    config,
    configFile,
    folder,
  });
  const hosts = hostsIn('--allow-fetch', values['allow-fetch'] ?? config.allowFetch ?? '');
  const settings = {
    timeout: secondsOf(values),
    headers: headersOf(values.header ?? []),
    concurrency: countOf('--concurrency', values.concurrency),
  };
  const given = credentialsOf(values.auth ?? []);
  const standIn = url === undefined ? await createStandIn({ ...config, apis, durability: 'memory' }) : undefined;
  if (standIn) standIns.push(standIn);
  const at = standIn ? (await standIn.listen()).url : addressOf(url ?? '');
  const held: Held[] = [];
  for (const [index, api] of apis.entries()) {
    const { document: loaded } = await loadApi(api, { hosts, credentials: config.credentials });
    const token = standIn?.introductions()[index]?.introduction?.example?.token;
    const known = given.size > 0 || !token ? given : tokenFor(loaded, token);
    held.push({
      name: shownPath(loaded.source.path),
      document: loaded,
      target: createTarget(at, settings),
      credentials: known,
    });
  }
  return held;
}

/** A token of the fixtures, for each scheme that takes tokens. */
function tokenFor({ operations }: Held['document'], token: string): Credentials {
  const demands = [...operations.values()].flatMap(({ security }) => security.flat());
  const takes = demands.filter(
    ({ scheme }) =>
      scheme?.type === 'oauth2' ||
      scheme?.type === 'openIdConnect' ||
      (scheme?.type === 'http' && /^bearer$/i.test(scheme.scheme)),
  );
  return new Map(takes.map(({ name }) => [name, token]));
}

async function report(verdicts: readonly (readonly [Held, Verdict])[], values: Flags): Promise<void> {
  const told = ({ name, document, credentials }: Held) => ({
    document: name,
    credentials,
    base: document.base,
    remarks: values.remarks,
  });
  if (values.junit !== undefined) {
    const suites = verdicts.map(([held, verdict]) => junitReport(verdict, told(held)));
    const [only = ''] = suites;
    const bare = suites.map((suite) => suite.replace(/^<\?xml.*\n/, '')).join('');
    await writeFile(
      values.junit,
      suites.length === 1 ? only : `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${bare}</testsuites>\n`,
    );
  }
  if (values.json) {
    const all = verdicts.map(([held, verdict]) => jsonReport(verdict, told(held)));
    print(`${JSON.stringify(all.length === 1 ? all[0] : all, undefined, 2)}\n`);
  } else print(verdicts.map(([held, verdict]) => `${terminalReport(verdict, told(held)).join('\n')}\n`).join('\n'));
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
