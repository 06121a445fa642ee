// SARIF reports: validity, locations and fingerprints.

import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CHECK_IDS } from '../../../src/verify/checks.ts';
import { listFindings, type Report } from '../../../src/verify/report/report.ts';
import { sarifReport } from '../../../src/verify/report/sarif.ts';
import { hostileReport, notebookReport, placeInNotebook } from '../../support/reports.ts';

// The OASIS schema of JSON Schema draft 4, which draft 7 reads equally except for `id`.
const {
  id: _,
  $schema: __,
  ...schema
} = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function faultsOf(log: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(log)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The inspected parts of a log. */
interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean;
          readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
        },
      ];
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly partialFingerprints: object;
        readonly locations: readonly unknown[];
      }[];
    },
  ];
}

let shared: Promise<Report> | undefined;
/** A report with findings that tests share. */
const foundReport = () => {
  shared ??= notebookReport('any token accepted');
  return shared;
};

const logOf = (...reports: readonly Report[]) => JSON.parse(JSON.stringify(sarifReport(reports, 'verify'))) as Log;

describe('SARIF', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each<[what: string, report: () => Promise<Report>]>([
    ['without findings', () => notebookReport()],
    ['with findings', () => notebookReport('no authentication')],
    ['without a response', () => notebookReport('the connection ends')],
    ['of a stopped run', () => notebookReport(undefined, { signal: AbortSignal.abort() })],
    ['with hostile content', hostileReport],
  ])('is valid %s', async (_, make) => {
    const report = await make();
    expect(faultsOf(sarifReport([report, report], 'verify'))).toEqual([]);
  });

  test('is validated by a schema that detects errors', async () => {
    const log = logOf(await foundReport());
    const [{ results }] = log.runs;
    const broken = (change: object) => ({
      ...log,
      runs: [{ ...log.runs[0], results: [{ ...results[0], ...change }] }],
    });
    expect(faultsOf(broken({}))).toEqual([]);
    expect(faultsOf(broken({ level: 'fatal' }))).not.toEqual([]);
    expect(faultsOf(broken({ message: 'a text' }))).not.toEqual([]);
    expect(faultsOf(broken({ more: 1 }))).not.toEqual([]);
    expect(faultsOf({ ...log, version: '2.0.0' })).not.toEqual([]);
  });

  test('has a rule per check, and each finding with its line, request and response', async () => {
    const log = logOf(await notebookReport('a string instead of a number'));
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(CHECK_IDS);
    expect(tool.driver.rules[3]).toMatchObject({
      id: 'response-body',
      name: 'ResponseBody',
      shortDescription: {
        text: 'A response body matches the schema for its status and media type.',
      },
      help: { text: expect.stringContaining('formats, bounds, additional properties') },
    });
    const found = results.find(({ message }) => message.text.startsWith('getNote'));
    const { line, column } = placeInNotebook('type: integer', 'Note:');
    expect(tool.driver.rules[found?.ruleIndex ?? -1]?.id).toBe(found?.ruleId);
    expect(found).toMatchObject({
      ruleId: 'response-body',
      level: 'error',
      message: { text: 'getNote: response 200 /id must be an integer' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'test/support/notebook/notebook.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: line, startColumn: column },
          },
          logicalLocations: [{ name: 'getNote', fullyQualifiedName: 'GET /notes/{id}' }],
        },
      ],
      webRequest: { method: 'GET', headers: { Authorization: 'Bearer [value of key]' } },
      webResponse: { statusCode: 200, body: { text: expect.stringContaining('"id":"') } },
    });
  });

  test('has warnings as notes, and untested operations as notifications', async () => {
    const log = logOf(await hostileReport());
    const [{ results, invocations }] = log.runs;
    expect(new Set(results.map(({ level }) => level))).toEqual(new Set(['error', 'note']));
    expect(invocations[0].executionSuccessful).toBe(true);
    expect(invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      expect.stringMatching(/^refused: not tested: /),
      'refused was sent once (--allow-unsafe)',
    ]);
    const [cut] = logOf(await notebookReport(undefined, { signal: AbortSignal.abort() })).runs;
    expect(cut.invocations[0].executionSuccessful).toBe(false);
    expect(cut.invocations[0].toolExecutionNotifications.at(-1)?.message.text).toBe(
      'The run was stopped before all operations were tested.',
    );
  });

  test('has the same fingerprints with another port of the server', async () => {
    const prints = (log: Log) => log.runs[0].results.map(({ partialFingerprints }) => partialFingerprints);
    const logs = [await foundReport(), await notebookReport('any token accepted')].map((one) => prints(logOf(one)));
    expect(logs[0]?.length).toBeGreaterThan(2);
    expect(logs[1]).toEqual(logs[0]);
  });

  test('has file paths relative to the repository, from any working directory', async () => {
    const report = await foundReport();
    const [found] = listFindings([report]);
    expect(found?.finding.location.file).toBe('test/support/notebook/notebook.yaml');
    vi.stubEnv('GITHUB_WORKSPACE', process.cwd().replace(/[/\\][^/\\]+$/, ''));
    const folder = process.cwd().replace(/^.*[/\\]/, '');
    expect(JSON.stringify(sarifReport([report], 'verify'))).toContain(
      `"uri":"${folder}/test/support/notebook/notebook.yaml"`,
    );
  });

  test('limits the number of results, and reports how many are omitted', async () => {
    const report = await foundReport();
    const [found] = listFindings([report]);
    const [first] = report.operations;
    const findings = new Array(5001).fill(found?.finding);
    const log = logOf({ ...report, operations: [{ ...first, findings, remarks: [] } as never] });
    expect(log.runs[0].results.length).toBe(5000);
    expect(log.runs[0].invocations[0].toolExecutionNotifications[0]?.message.text).toBe(
      '1 more findings are not shown.',
    );
  });
});
