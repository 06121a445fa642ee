// The command that runs workflows.

import { defineCommand } from '../command.ts';
import { REQUESTS, WAITING } from './servers.ts';
import { ALLOW_FETCH, CHECK_FLAGS, FAIL_ON, REPORTS, TLS } from './shared-flags.ts';

const { coverage: _, ...WORKFLOW_REPORTS } = REPORTS;

export const RUN = defineCommand({
  name: 'run',
  group: 'Test servers',
  arguments: 'FILE [URL]',
  usage: ['run [FLAGS] FILE[#WORKFLOW] [URL [-- COMMAND]]'],
  summary: 'run the workflows of an Arazzo document',
  about: [
    'Executes the workflows of an Arazzo 1.0 or 1.1 document against the server at URL, and validates every response against the OpenAPI documents of its sources.',
    'Without URL it starts a mock server of the sources. Workflows run in the order of the document, on the same data, after those on which they depend. By default, all run that no other workflow calls.',
    'A workflow sends the requests that its author wrote, whatever they change, without asking for --allow-writes.',
  ],
  flags: {
    input: {
      takes: 'NAME=VALUE',
      isRepeatable: true,
      isCommon: true,
      help: 'input of workflows; workflowId.NAME for one workflow only. env:NAME reads it from the environment, file:PATH from a file',
    },
    inputs: { takes: 'FILE', isCommon: true, help: 'such inputs as JSON or YAML, by NAME, or grouped by workflowId' },
    workflows: { takes: 'IDS', isCommon: true, help: 'run only these workflows, and those on which they depend' },
    server: {
      takes: 'NAME=URL',
      isRepeatable: true,
      group: 'Connection',
      help: 'the server of the source description NAME, if it is not at URL',
    },
    auth: REQUESTS.auth,
    client: REQUESTS.client,
    header: REQUESTS.header,
    'max-steps': {
      takes: 'COUNT',
      group: 'Limits',
      default: '1000',
      help: 'stop a workflow after so many steps, with those of the workflows that it calls, and retries',
    },
    ...CHECK_FLAGS,
    timeout: { takes: 'SECONDS', group: 'Connection', default: '10', help: 'time limit for a response' },
    ...TLS,
    ...WAITING,
    'fail-on': {
      ...FAIL_ON,
      default: 'error',
      group: 'Result',
      help: `${FAIL_ON.help}. With warn, warnings are listed`,
    },
    ...WORKFLOW_REPORTS,
    json: { ...REPORTS.json, isCommon: true },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'all workflows succeeded, and the responses match the documents',
    1: 'there are findings: a step failed, or a response does not match its document',
    2: 'the document or its inputs cannot be used, or the server cannot be reached, or ends without a finding',
    130: 'stopped by Ctrl-C (SIGINT) without findings; the report shows what was executed',
    143: 'stopped by SIGTERM without findings; the report shows what was executed',
  },
  notes: ['FILE is a path or a URL. Sources on other hosts than that of FILE need --allow-fetch.'],
});
