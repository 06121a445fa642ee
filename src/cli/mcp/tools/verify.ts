// Tools that test servers, and explain findings.

import { isIP } from 'node:net';
import { UsageError } from '../../../schema/usage-error.ts';
import { CHECK_IDS } from '../../../verify/checks.ts';
import type { Report } from '../../../verify/report/report.ts';
import { verify } from '../../verify/verify.ts';
import { explainCheck } from '../../verify/verify-flags.ts';
import { type AgentServer, findOperation } from '../agent-server.ts';
import { runCaptured } from '../run-captured.ts';
import { DATA_NOTE, defineTool, objectSchema, type Tool, type ToolCall } from '../tool.ts';

interface VerifyInput {
  readonly url: string;
  readonly operations?: readonly string[];
  readonly auth?: Readonly<Record<string, string>>;
  readonly allowWrites?: boolean;
  readonly maxRequests?: number;
}

/** Findings that are returned. */
const MAX_FINDINGS = 15;
/** Characters of the evidence of a finding. */
const MAX_TEXT = 600;

const verifyServer = defineTool<VerifyInput>({
  name: 'verify_server',
  title: 'Verify a server',
  description: `Tests a real server against the served document, and lists its violations. Requests that change data, and servers on other machines, need the consent of the user. ${DATA_NOTE}`,
  effect: 'changes',
  reachesOthers: true,
  input: objectSchema(
    {
      url: { type: 'string', description: 'The URL of the server.' },
      operations: { type: 'array', items: { type: 'string' }, maxItems: 100, description: 'Default: all.' },
      auth: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Credentials by security scheme: a token, a key, or user:password.',
      },
      allowWrites: {
        type: 'boolean',
        default: false,
        description: 'Also send requests that change data of the server.',
      },
      maxRequests: { type: 'integer', minimum: 1, maximum: 100_000, default: 5000 },
    },
    ['url'],
  ),
  output: {
    type: 'object',
    required: ['requests', 'outcomes', 'findings'],
    properties: {
      requests: { type: 'integer' },
      outcomes: { type: 'object', additionalProperties: { type: 'integer' } },
      findings: { type: 'array', items: { type: 'object' } },
      more: { type: 'integer' },
      notTested: { type: 'array', items: { type: 'object' } },
      problem: { type: 'string' },
      note: { type: 'string' },
    },
  },
  async run({ url, operations = [], auth = {}, allowWrites = false, maxRequests = 5000 }, session, call) {
    await Promise.all(operations.map((id) => findOperation(session, id)));
    const target = serverUrl(url);
    await requireConsent(target, allowWrites, session, call);
    if (session.location === undefined)
      throw new UsageError('This server has several documents; verify_server needs one.');
    const args = [
      session.location,
      target.href,
      '--json',
      `--max-requests=${maxRequests}`,
      ...(allowWrites ? ['--allow-writes'] : []),
      ...Object.entries(auth).map(credentialFlag),
      ...(operations.length > 0 ? [`--operations=${operations.join(',')}`] : []),
    ];
    const onNotice = (text: string) => call.progress(text.trim());
    const { stdout, failure } = await runCaptured(verify, args, { signal: call.signal, onNotice });
    const summary = summaryOf(JSON.parse(stdout) as Report | readonly Report[]);
    return failure ? { problem: failure.message, ...summary } : summary;
  },
});

const explainFinding = defineTool<{ readonly check: string }>({
  name: 'explain_finding',
  title: 'Explain a finding',
  description: 'Explains a check of verify_server: what it expects and why, by its id in a finding.',
  effect: 'reads',
  input: objectSchema({ check: { type: 'string', enum: CHECK_IDS } }, ['check']),
  output: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  run: async ({ check }) => ({ text: explainCheck(check, CHECK_IDS) }),
});

export const verifyTools: readonly Tool[] = [verifyServer, explainFinding];

/** @throws UsageError for what is not an http(s) URL, or contains credentials */
function serverUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${JSON.stringify(text)} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '') throw new UsageError('The URL must not contain credentials.');
  return url;
}

/** @throws UsageError for credentials that `--auth` would read from the environment or a file */
function credentialFlag([name, value]: readonly [string, string]): string {
  if (name.includes('=') || /^(?:env|file):/.test(value))
    throw new UsageError('Credentials must be values by scheme, not names of variables or files.');
  return `--auth=${name}=${value}`;
}

/** @throws UsageError if the user has to agree and does not, or cannot be asked */
async function requireConsent(
  url: URL,
  allowWrites: boolean,
  { allowedServers, isLocal }: AgentServer,
  { confirm }: ToolCall,
) {
  // Consent would come from the agent's own machine, for servers that only this one reaches.
  if (!isLocal)
    throw new UsageError(
      'verify_server is for agents on the machine of the mock server. Use `understudy mcp` on your own.',
    );
  if (allowedServers.some((one) => URL.parse(one)?.origin === url.origin)) return;
  if (isLoopback(url.hostname) && !allowWrites) return;
  const effect = allowWrites ? 'Its data will be changed.' : 'Only requests that read are sent.';
  const consent = await confirm(`Send test requests to ${url.origin}? ${effect}`);
  if (consent) return;
  const advice = `Ask the user to start the MCP server with --allow-server ${url.origin}${allowWrites ? ', or call again without allowWrites' : ''}.`;
  throw new UsageError(
    consent === false
      ? 'The user does not allow it.'
      : `The user has to allow it, and this client cannot ask. ${advice}`,
  );
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function summaryOf(reported: Report | readonly Report[]): object {
  const reports = [reported].flat() as readonly Report[];
  const operations = reports.flatMap((report) => report.operations);
  const findings = operations.flatMap(({ operation, findings: own }) =>
    own.map(({ check, message, count, request: { curl }, response: { status, body } }) => ({
      operation,
      check,
      message: shortened(message),
      count,
      request: shortened(curl),
      response: shortened(`${status} ${body}`),
    })),
  );
  const outcomes: Record<string, number> = {};
  for (const { outcome } of operations) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const notTested = operations.flatMap(({ operation, outcome, reason }) =>
    outcome === 'notTested' || outcome === 'skipped' ? [{ operation, reason: shortened(reason ?? '') }] : [],
  );
  return {
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    outcomes,
    findings: findings.slice(0, MAX_FINDINGS),
    ...(findings.length > MAX_FINDINGS && { more: findings.length - MAX_FINDINGS }),
    ...(notTested.length > 0 && { notTested: notTested.slice(0, MAX_FINDINGS) }),
    note: DATA_NOTE,
  };
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
