// JUnit XML reports.

import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { listFindings } from '../../../src/verify/report/report.ts';
import { HOSTILE, hostileReport, notebookReport } from '../../support/reports.ts';

const XSD = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');

/** Schema violations of each report. */
async function faultsOf(
  reports: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const xml = Object.entries(reports).map(([fileName, contents]) => ({ fileName, contents }));
  const { errors } = await validateXML({ xml, schema: XSD });
  const of = (name: string) => errors.filter(({ loc }) => loc?.fileName === name).map(({ message }) => message);
  return Object.fromEntries(Object.keys(reports).map((name) => [name, of(name)]));
}

test('every report is valid, and an invalid one is detected', async () => {
  const found = await notebookReport('any token accepted');
  const xml = junitReport([found], 'verify');
  const right = {
    stored: junitReport([await notebookReport()], 'verify'),
    found: xml,
    'two documents': junitReport([await notebookReport('the connection ends'), found], 'verify'),
    ended: junitReport([await notebookReport(undefined, { signal: AbortSignal.abort() })], 'verify'),
    hostile: junitReport([await hostileReport()], 'verify'),
  };
  const wrong = {
    element: xml.replaceAll('failure ', 'fault ').replaceAll('</failure', '</fault'),
    time: xml.replace('time="', 'time="x'),
    missing: xml.replace(' name="Notebook"', ''),
    sign: xml.replace('Notebook', '\u0001'),
  };
  const faults = await faultsOf({ ...right, ...wrong });
  expect(Object.keys(right).map((name) => [name, faults[name]])).toEqual(Object.keys(right).map((name) => [name, []]));
  for (const name of Object.keys(wrong)) expect([name, faults[name]]).not.toEqual([name, []]);
});

test('each operation is a test with failures, skip reason, time and output', async () => {
  const report = await notebookReport('a string instead of a number', { allowWrites: false });
  const testsuite = suiteIn(junitReport([report], 'verify'));
  expect(testsuite).toMatchObject({ name: 'Notebook', tests: '5', failures: '2', errors: '0', skipped: '3' });
  const [list, add] = testsuite.testcase;
  expect(list).toMatchObject({
    name: 'listNotes',
    classname: 'Notebook',
    time: expect.stringMatching(/^\d+\.\d{3}$/),
    failure: { type: 'response-body', message: 'response 200 /items/0/id must be an integer' },
    'system-out': expect.stringMatching(/^\d+ requests, statuses: 200 \(\d+ times\)/),
  });
  expect(list.failure?.['#text']).toMatch(/notebook\.yaml:\d+\)\ncurl -g http.*\nresponse: 200: /);
  expect(add.failure).toBeUndefined();
  expect(add).toMatchObject({
    name: 'addNote',
    classname: 'Notebook',
    time: '0.000',
    skipped: { message: 'mutating operation (use --allow-writes)' },
  });
});

test('texts are unchanged, except characters that XML does not allow', async () => {
  const report = await hostileReport();
  const testsuite = suiteIn(junitReport([report], 'verify'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  const seen = HOSTILE.replace(/[\0\u0007\u001b]/g, '\ufffd');
  expect(testsuite.name).toBe(`Evil ${seen}`);
  expect(testsuite.testcase[0].name).toBe(`evil ${seen}`);
  expect(listFindings([report]).length).toBeGreaterThan(0);
  expect(JSON.stringify(testsuite.testcase[0].failure)).toContain('<img src=x');
});

/** One test of a suite, with its elements. */
interface TestCase {
  readonly name: string;
  readonly failure?: { readonly '#text': string };
}

/** The only suite of a report. */
function suiteIn(xml: string): { readonly name: string; readonly testcase: readonly [TestCase, TestCase] } {
  const options = { ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false, trimValues: false };
  const parser = new XMLParser({ ...options, parseTagValue: false, processEntities: true, htmlEntities: true });
  return parser.parse(xml).testsuites.testsuite;
}
