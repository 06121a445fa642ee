// `understudy verify [DOCUMENT [URL]]`: whether a server keeps its document.

import { writeFile } from 'node:fs/promises';
import { jsonReport } from '../contract/report/json.ts';
import { junitReport } from '../contract/report/junit.ts';
import { terminalReport } from '../contract/report/terminal.ts';
import { findingsOf } from '../contract/verdict.ts';
import type { Progress } from '../contract/verify.ts';
import { documentsAt, type Held, type HoldSettings, hold } from './hold.ts';
import {
  addressOf,
  certificatesOf,
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

/** The command. @throws Problems if there is nothing to try, or nobody answers */
export async function verify(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) return print(USAGE);
  if (values.explain !== undefined) return print(explained(values.explain));
  const [document, url, ...others] = positionals;
  if (others.length > 0) throw misuse(`These are not understood: ${others.join(' ')}`);
  const aborting = new AbortController();
  const stop = () => aborting.abort();
  const settings = settingsOf(values, url, aborting.signal);
  process.once('SIGINT', stop);
  try {
    const place = { document, folder: process.cwd(), allowFetch: values['allow-fetch'] };
    const held = await hold(await documentsAt(place), settings);
    clearProgress();
    await report(held, values);
    const isBroken = held.some(({ verdict }) => findingsOf(verdict).length > 0);
    const operations = held.flatMap(({ verdict }) => verdict.operations);
    const isMissed = operations.some(({ outcome }) => outcome === 'not reached');
    return isBroken || (values['require-reached'] && isMissed) ? 1 : 0;
  } finally {
    clearProgress();
    process.off('SIGINT', stop);
  }
}

function settingsOf(values: Flags, url: string | undefined, signal: AbortSignal): HoldSettings {
  return {
    url: url === undefined ? undefined : addressOf(url),
    credentials: credentialsOf(values.auth ?? []),
    target: {
      timeout: secondsOf(values),
      headers: headersOf(values.header ?? []),
      concurrency: countOf('--concurrency', values.concurrency),
      isInsecure: values.insecure,
      ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
    },
    checks: checksOf(values),
    phases: phasesOf(values),
    values: pairs('--value', values.value),
    allowWrites: values['allow-writes'],
    seed: values.seed,
    operations: (document) => (values.operations === undefined ? undefined : operationsOf(values.operations, document)),
    signal,
    onProgress: process.stderr.isTTY ? showProgress : undefined,
  };
}

function showProgress({ done, of, requests, findings }: Progress): void {
  process.stderr.write(`\r\x1b[K${done} of ${of}, ${requests} requests, ${findings} findings`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

async function report(all: readonly Held[], values: Flags): Promise<void> {
  const told = ({ name, document, credentials }: Held) => ({
    document: name,
    credentials,
    base: document.base,
    remarks: values.remarks,
  });
  if (values.junit !== undefined) {
    const suites = all.map((held) => junitReport(held.verdict, told(held)));
    const [only = ''] = suites;
    const bare = suites.map((suite) => suite.replace(/^<\?xml.*\n/, '')).join('');
    await writeFile(
      values.junit,
      suites.length === 1 ? only : `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${bare}</testsuites>\n`,
    );
  }
  if (values.json) {
    const reports = all.map((held) => jsonReport(held.verdict, told(held)));
    print(`${JSON.stringify(reports.length === 1 ? reports[0] : reports, undefined, 2)}\n`);
  } else print(all.map((held) => `${terminalReport(held.verdict, told(held)).join('\n')}\n`).join('\n'));
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
