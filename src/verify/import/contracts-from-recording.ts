// Contract cases from a recording: repeatable requests with their status.

import { findResources } from '../../mock/resources/find-resources.ts';
import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getInputValue } from '../../mock/resources/list/list-input.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { createSampler } from '../../mock/samples/generate/sampler.ts';
import type { Document } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { handlerFileName } from '../../server/pipeline/api/read-handlers.ts';
import type { CredentialForms } from '../../server/pipeline/security/credential-forms.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { MatchedExchange } from './match-recording.ts';
import { redactCredentials, withoutSecrets } from './recording-redaction.ts';
import { selectExchanges } from './select-exchanges.ts';

export interface RecordedContract {
  /** The name of its file, without its ending. */
  readonly name: string;
  /** TypeScript. */
  readonly text: string;
  readonly cases: number;
}

/** Errors about the state, not about the request. */
const ABOUT_STATE = new Set([404, 409, 410, 412]);
/** Statuses that depend on the caller, or on the number of requests. */
const ABOUT_CALLERS = new Set([401, 403, 429]);

export async function contractsFromRecording(
  document: Document,
  recorded: readonly MatchedExchange[],
  credentials: CredentialForms,
): Promise<readonly RecordedContract[]> {
  const sampler = await createSampler(document);
  const resources = findResources(document);
  const lastChange = lastChangesIn(recorded);
  const lasting = recorded.filter(isLasting);
  return [...selectExchanges(lasting)].map(([id, exchanges]) => {
    const cases = exchanges.map((one) => [`recorded as ${one.number}: ${one.response.status}`, caseOf(one)] as const);
    return { name: handlerFileName(id), text: textOf(Object.fromEntries(cases)), cases: cases.length };
  });

  /** Whether the final state gives the same response. */
  function isLasting(one: MatchedExchange): boolean {
    const { operation, response, number, request } = one;
    const { status } = response;
    if (status >= 500 || status < 200 || ABOUT_CALLERS.has(status)) return false;
    const role = resources.action(operation.id);
    if (role && (role.kind === 'list' || role.kind === 'search') && goesOn(role, one)) return false;
    const isRead = SAFE_METHODS.has(operation.method) || role?.kind === 'search';
    const isAboutState =
      ABOUT_STATE.has(status) || (status < 400 && Object.keys(request.rawParameters.path ?? {}).length > 0);
    if (!isAboutState) return true;
    if (!isRead) return false;
    // Later changes may change the response.
    return lastChange(pathOf(request.target)) <= number;
  }

  /** Whether it requests a page by a cursor, which only its server understands. */
  function goesOn(role: ResourceAction, { operation, request }: MatchedExchange): boolean {
    const { after, before } = getListRule(role).paging;
    const parts = { ...operation.parameterReader.read(request.rawParameters).values, body: jsonIn(request.body) };
    return [after, before].some((input) => input !== undefined && getInputValue(input, parts) !== undefined);
  }

  function caseOf({ operation, request: call, response }: MatchedExchange) {
    const { path, query, header } = operation.parameterReader.read(call.rawParameters).values;
    const names = findSecretNames(operation);
    const { references } = document;
    const redaction = { references, sampler, names, direction: 'request', all: true } as const;
    const sent = redactCredentials(jsonIn(call.body), credentials);
    const body = withoutSecrets(sent, operation.requestSchema, redaction);
    const parts = Object.entries({ path, query, header }).flatMap(([place, values]) => {
      const plain = withoutSecrets(redactCredentials(values, credentials), undefined, redaction) as object;
      return Object.keys(plain).length > 0 ? [[place, plain]] : [];
    });
    const request = { ...Object.fromEntries(parts), ...(body !== undefined && { body }) };
    return { request, status: response.status };
  }
}

/** The number of the last exchange that changed a path, or one above or below it; 0 if there is none. */
function lastChangesIn(recorded: readonly MatchedExchange[]): (path: string) => number {
  const at = new Map<string, number>();
  const below = new Map<string, number>();
  for (const { operation, response, request, number } of recorded) {
    if (SAFE_METHODS.has(operation.method) || response.status >= 300) continue;
    const path = pathOf(request.target);
    at.set(path, number);
    for (const above of pathsAbove(path)) below.set(above, number);
  }
  return (path) => Math.max(below.get(path) ?? 0, ...[path, ...pathsAbove(path)].map((one) => at.get(one) ?? 0));
}

function pathOf(target: string): string {
  return target.replace(/\?.*$/s, '');
}

function pathsAbove(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** JSON is an expression of TypeScript, but for `__proto__`, which would be no property in it. */
function textOf(cases: object): string {
  const json = stringifyJson({ cases }, undefined, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
    // A number on a line of its own, or behind a name.
    .replace(/^( *(?:"(?:[^"\\]|\\.)*": )?)(-?\d{16,})(,?)$/gm, (line, before, digits, after) =>
      Number.isSafeInteger(Number(digits)) ? line : `${before}${digits}n${after}`,
    );
  return `// Recorded cases: each request returns this status.

import type { Contract } from 'understudy-api/verify';

export default ${json} satisfies Contract;
`;
}
