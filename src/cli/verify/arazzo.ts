// `understudy run FILE [URL]`: runs the workflows of an Arazzo document.

import { setTimeout as pause } from 'node:timers/promises';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { readDataFile } from '../../schema/data-file.ts';
import { isRecord } from '../../schema/is-record.ts';
import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Workflow } from '../../verify/arazzo/arazzo-document.ts';
import { completeInputs, declaredInputs, type GivenInputs, inputsFor } from '../../verify/arazzo/inputs.ts';
import { runWorkflows, type WorkflowResults } from '../../verify/arazzo/run-workflow.ts';
import { hasErrors } from '../../verify/arazzo/workflow-record.ts';
import { createWorkflowReport } from '../../verify/arazzo/workflow-report.ts';
import { WORKFLOW_CHECK_IDS } from '../../verify/checks.ts';
import { nameSecrets } from '../../verify/report/secrets.ts';
import { SERVER_ENDED } from '../../verify/target.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { RUN } from '../command-tables/workflows.ts';
import { readConfigFile } from '../config/config-file.ts';
import { STOPPED_BY } from '../exit-codes.ts';
import { listed, numberOf, serverAddress } from '../flag-values.ts';
import type { CommandIO, StopSignal } from '../io.ts';
import { ownVersion } from '../version.ts';
import { planWorkflows } from './arazzo-plan.ts';
import { type ArazzoServers, connectArazzoServers, serversOf } from './arazzo-servers.ts';
import { killCommands, splitCommand } from './child-command.ts';
import { prepareReports } from './report-flags.ts';
import { requireSchemes } from './schemes.ts';
import { type RunningServer, startServer } from './server-command.ts';
import { certificatesOf, countOf, explainCheck, selectChecks } from './verify-flags.ts';
import { clientsOf, credentialsOf, headersOf } from './verify-secrets.ts';

/** How long the end of a command is awaited after a failed connection, in milliseconds. */
const END_NOTICE = 500;

/** The command. @throws UsageError if the document, its inputs or the server cannot be used */
export async function runArazzo(args: readonly string[], io: CommandIO): Promise<number> {
  const { own, command } = splitCommand(args);
  const line = await readCommandLine(RUN, own, io);
  if (!line) return 0;
  const { values, positionals } = line;
  if (values.explain !== undefined) {
    io.stdout.write(explainCheck(values.explain, WORKFLOW_CHECK_IDS));
    return 0;
  }
  const [file = '', url] = positionals;
  if (command && url === undefined)
    throw usageError(RUN, '-- COMMAND needs the URL of the server: FILE URL -- COMMAND');
  const checks = selectChecks(WORKFLOW_CHECK_IDS, values);
  const maxSteps = numberOf('--max-steps', values['max-steps'], 1, 1_000_000);
  const write = await prepareReports({ ...values, coverage: false }, 'run', io);
  const onNotice = (sentence: string) => void io.stderr.write(`understudy: ${printableLines(sentence)}\n`);
  const { allowFetch = '' } = (await readConfigFile(process.cwd())).config;
  const { entry, documents, loaded, workflows } = await planWorkflows(file, {
    names: values.workflows === undefined ? undefined : listed(values.workflows),
    allowFetch: values['allow-fetch'] ?? allowFetch,
    ...{ stdin: io.stdin, onNotice },
  });
  const given = await readInputs(values, io);
  requireInputs(workflows, given);
  const { headers, secrets } = headersOf(values.header, io.env);
  const credentials = { credentials: credentialsOf(values.auth, io.env), clients: clientsOf(values.client, io.env) };
  requireSchemes(loaded.documents, credentials);
  const aborting = new AbortController();
  let stopSignal: StopSignal | undefined;
  const removeStopHandler = io.onStop((signal) => {
    stopSignal = signal;
    aborting.abort();
  }, killCommands);
  let server: RunningServer | undefined;
  let servers: ArazzoServers | undefined;
  let hasEnded = false;
  try {
    if (command && url !== undefined) {
      const wait = numberOf('--wait', values.wait, 1, 86_400);
      server = await startServer(
        { words: command, url, wait, isPrinted: values['server-output'], signal: aborting.signal },
        io,
      );
      void server.ended.then(() => {
        hasEnded = true;
        aborting.abort(SERVER_ENDED);
      });
    }
    servers = await connectArazzoServers(loaded, entry, documents, {
      ...credentials,
      url: url === undefined ? undefined : serverAddress(url),
      urls: serversOf(values.server, entry),
      secrets,
      target: {
        timeout: countOf('--timeout', values.timeout) * 1000,
        headers,
        readsStreams: 'whole',
        concurrency: 1,
        // A connection fails before the end of its process is known.
        onFailedConnection: () => Promise.race([server?.ended, server && pause(END_NOTICE)]),
        isInsecure: values.insecure,
        ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
      },
      signal: aborting.signal,
      onNotice,
    });
    const { sender } = servers;
    const began = performance.now();
    const results = await runWorkflows(workflows, {
      ...{ documents, sender, maxSteps },
      checks: new Set(checks),
      signal: aborting.signal,
      inputsFor: (workflow) => inputsFor(workflow, given),
    });
    const duration = performance.now() - began;
    const failure = hasEnded ? await server?.failed : undefined;
    const interruption = stopSignal && `The run was stopped by ${stopSignal} before all steps were executed.`;
    const common = {
      ...{ sender, checks, duration },
      url: servers.url,
      secrets: nameSecrets([...servers.secrets(), ...results.secrets]),
      version: ownVersion(),
      displayPath: shownPath,
      isIncomplete: aborting.signal.aborted,
      error: failure?.message ?? interruption,
    };
    await write(await Promise.all(results.records.map((record) => createWorkflowReport(record, common))));
    const hasFailed = hasFindings(results, values['fail-on']);
    if (failure && !hasFailed) throw failure;
    if (stopSignal) return hasFailed ? 1 : STOPPED_BY[stopSignal];
    return hasFailed ? 1 : 0;
  } finally {
    await servers?.close();
    await server?.stop();
    removeStopHandler();
  }
}

async function readInputs(
  { input, inputs }: { readonly input: readonly string[] | undefined; readonly inputs: string | undefined },
  { env }: CommandIO,
): Promise<GivenInputs> {
  const values = inputs === undefined ? {} : await readDataFile(inputs);
  if (!isRecord(values)) throw new UsageError(`--inputs ${inputs} must contain an object that maps names to values.`);
  return { texts: credentialsOf(input, env, '--input'), values };
}

/** @throws UsageError if inputs are missing or invalid, or no workflow has them */
function requireInputs(workflows: readonly Workflow[], given: GivenInputs): void {
  const problems = workflows.flatMap((workflow) => {
    const complete = completeInputs(workflow, inputsFor(workflow, given));
    return complete.ok ? [] : [`${workflow.object.workflowId}: ${complete.reason}`];
  });
  if (problems.length > 0)
    throw new UsageError('Inputs are missing or invalid:', [
      ...problems,
      'Give them with --input NAME=VALUE or --inputs FILE.',
    ]);
  const known = [...new Set(workflows.flatMap(declaredInputs))];
  for (const key of given.texts.keys()) {
    const name = key.slice(key.indexOf('.') + 1);
    if (known.length === 0 || known.includes(key) || known.includes(name)) continue;
    throw new UsageError(
      `--input ${key}: no workflow of this run has this input${didYouMean(findNearestName(name, known))}`,
    );
  }
}

/** Whether there are findings: a run that was stopped has none by that. @param least - the lowest severity that counts */
function hasFindings({ records }: WorkflowResults, least: 'error' | 'warn'): boolean {
  return records.some((record) => hasErrors(record) || (least === 'warn' && hasErrors(record, 'warning')));
}
