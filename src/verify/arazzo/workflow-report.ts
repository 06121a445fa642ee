// The report of a workflow: its steps as lines, in the form of the reports of verify.

import type { Document } from '../../openapi/document.ts';
import { createExcerpts } from '../../openapi/read/excerpt.ts';
import type { PartLocation } from '../../openapi/read/locate-findings.ts';
import { findPositions } from '../../openapi/read/source-positions.ts';
import { fingerprint } from '../../openapi/report/sarif.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { START } from '../../schema/usage-error.ts';
import { redactBody } from '../../server/pipeline/security/redact-text.ts';
import type { CheckId } from '../checks.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import { createStoredExchange } from '../finding-groups.ts';
import { createExampleReport } from '../report/example-report.ts';
import { type FindingReport, type OperationReport, REPORT_SCHEMA, type Report } from '../report/report.ts';
import { listSecrets, redactSecrets } from '../report/secrets.ts';
import type { ArazzoDocument } from './arazzo-document.ts';
import type { StepSender } from './step-sender.ts';
import { flattenSteps, hasErrors, type StepFinding, type StepRecord, type WorkflowRecord } from './workflow-record.ts';

interface WorkflowReportSettings {
  readonly sender: Pick<StepSender, 'urlOf'>;
  /** The URL of the server, for display. */
  readonly url: string;
  readonly checks: readonly CheckId[];
  /** Secrets to mask, by name. */
  readonly secrets: CredentialsByScheme;
  /** The version of Understudy. */
  readonly version: string;
  readonly displayPath: (path: string) => string;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the run was stopped. */
  readonly isIncomplete: boolean;
  /** Why the run failed apart from findings. Default: it did not. */
  readonly error?: string | undefined;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export async function createWorkflowReport(record: WorkflowRecord, settings: WorkflowReportSettings): Promise<Report> {
  const { sender, url, checks, version, displayPath, duration, isIncomplete, error } = settings;
  const { workflow, outputs, isSuccess = false } = record;
  const { name: documentName, value } = workflow.document;
  const { workflowId } = workflow.object;
  const secrets = listSecrets(settings.secrets);
  const redact = (text: string) => redactSecrets(text, secrets);
  const steps = flattenSteps(record);
  const locate = await locateParts(
    steps.map((one) => one.record),
    displayPath,
  );
  const createFinding = (finding: StepFinding, step: string, owner: StepRecord): FindingReport => {
    const { check, message, pointer, severity, cause, exchange } = finding;
    const { file, line, column, excerpt } = locate(owner, finding);
    const id = fingerprint(value.info.title, workflowId, step, check, severity, cause);
    return {
      check,
      message: redact(message),
      pointer,
      location: { file, line, column },
      excerpt: { line: excerpt.line, lines: excerpt.lines.map(redact) },
      count: 1,
      variants: [step],
      fingerprint: id,
      ids: [id],
      ...(exchange && owner.operation
        ? createExampleReport(createStoredExchange(exchange), sender.urlOf(owner.operation), secrets)
        : unsentRequest(owner, sender, url)),
      otherExamples: [],
    };
  };
  const operations = steps.map(({ name, record: step }): OperationReport => {
    const { outcome, reason, requests, statuses, findings, appliedChecks } = step;
    const { method, path } = step.operation?.operation ?? { method: 'RUN', path: step.step.workflowId ?? '' };
    const { file, line, column } = locate(step);
    const ofSeverity = (severity: StepFinding['severity']) =>
      findings.filter((one) => one.severity === severity).map((one) => createFinding(one, name, step));
    return {
      operation: name,
      method,
      path,
      location: { file, line, column },
      outcome,
      ...(reason !== undefined && { reason: redact(reason) }),
      requests,
      duration: Math.round(step.duration),
      statuses: Object.fromEntries(statuses),
      checks: checks.filter((check) => appliedChecks.has(check)),
      findings: ofSeverity('error'),
      warnings: ofSeverity('warning'),
    };
  });
  return {
    $schema: REPORT_SCHEMA,
    version: 1,
    understudy: version,
    title: workflowId,
    document: documentName,
    url,
    seed: '',
    ended: new Date().toISOString(),
    requests: operations.reduce((sum, { requests }) => sum + requests, 0),
    duration: Math.round(duration),
    incomplete: isIncomplete,
    checks,
    operations,
    workflow: {
      workflowId,
      outcome: isSuccess && !hasErrors(record) ? 'passed' : 'failed',
      outputs: parseJson(redactBody(redact(stringifyJson(outputs)), NO_NAMES)) as Readonly<Record<string, unknown>>,
    },
    ...(error !== undefined && { error: redact(error) }),
  };
}

/** The request that a step did not send, of which only the operation is known. Only `--json` shows it. */
function unsentRequest(
  { operation, step }: StepRecord,
  sender: Pick<StepSender, 'urlOf'>,
  serverUrl: string,
): Pick<FindingReport, 'request' | 'response'> {
  const { method, path } = operation?.operation ?? { method: 'GET', path: '' };
  const url = (operation ? sender.urlOf(operation) : serverUrl) + path;
  const about = { description: `${step.stepId}, not sent`, phase: 'scenarios' } as const;
  return {
    request: { ...about, method, url, headers: [], body: '', bytes: 0, curl: `curl -g -X ${method} '${url}'` },
    response: { status: 0, headers: {}, body: '', bytes: 0 },
  };
}

/** Finds steps and the pointers of findings in Arazzo and OpenAPI documents. */
async function locateParts(
  steps: readonly StepRecord[],
  displayPath: (path: string) => string,
): Promise<(step: StepRecord, finding?: StepFinding) => PartLocation> {
  const inArazzo = new Map<ArazzoDocument, Set<string>>();
  const inOpenapi = new Map<Document, Set<string>>();
  const add = <Key>(all: Map<Key, Set<string>>, key: Key, pointer: string) =>
    all.set(key, (all.get(key) ?? new Set()).add(pointer));
  for (const { workflow, pointer, findings, operation } of steps) {
    add(inArazzo, workflow.document, pointer);
    for (const finding of findings)
      if (finding.isInOpenapi && operation) add(inOpenapi, operation.document, finding.pointer);
      else add(inArazzo, workflow.document, finding.pointer);
  }
  const found = new Map<ArazzoDocument | Document, ReadonlyMap<string, PartLocation>>();
  for (const [document, pointers] of inArazzo) found.set(document, locateInArazzo(document, [...pointers]));
  for (const [document, pointers] of inOpenapi) found.set(document, await document.source.excerpts([...pointers]));
  return ({ workflow, pointer, operation }, finding) => {
    const document = finding?.isInOpenapi && operation ? operation.document : workflow.document;
    const part = found.get(document)?.get(finding?.pointer ?? pointer);
    if (!part) return { file: workflow.document.name, at: '', ...START, excerpt: { line: 1, lines: [] } };
    return { ...part, file: displayPath(part.file) };
  };
}

function locateInArazzo(
  { name, text }: ArazzoDocument,
  pointers: readonly string[],
): ReadonlyMap<string, PartLocation> {
  const excerptAt = createExcerpts(text);
  return new Map(
    [...findPositions(text, pointers)].map(([at, position]) => {
      return [at, { file: name, at, ...position, excerpt: excerptAt(position) }] as const;
    }),
  );
}
