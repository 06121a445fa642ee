// Finds operations that the server does not have.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { operationImplemented } from '../checks/scenario/operation-implemented.ts';
import { renameParents } from '../created/item-creator.ts';
import { createRequest } from '../credentials.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';
import type { Run } from '../run.ts';
import { createInput } from '../scenarios/scenario-context.ts';
import { changesReference } from './cursors-and-references.ts';
import type { PathValues } from './known-values.ts';
import type { SandboxHeaders } from './sandboxes.ts';
import type { TestExchange } from './test-case.ts';

/** Statuses of a server without an operation. */
const MISSING = new Set([404, 405, 501]);

/** Reports tested operations whose requests were all rejected as unknown. Nothing if no operation of all was accepted. */
export async function reportMissingOperations(
  run: Run,
  operations: readonly Operation[],
  all: readonly Operation[],
): Promise<void> {
  const statusesOf = (operation: Operation) => [...run.session.resultsOf(operation).statuses.keys()];
  // Otherwise the base URL may be wrong.
  if (!all.some((one) => statusesOf(one).some((status) => status < 400))) return;
  for (const operation of operations) {
    const statuses = statusesOf(operation);
    if (statuses.length === 0 || !statuses.every((status) => MISSING.has(status)) || run.hasEnded()) continue;
    await run.session.withSandbox((sandbox) => confirmMissing(run, operation, sandbox));
  }
}

/** Sends the request once more, for items that exist. */
async function confirmMissing(run: Run, operation: Operation, sandbox: SandboxHeaders): Promise<void> {
  const { requests, session, resources, credentials } = run;
  const action = resources.action(operation.id);
  const values = await findExistingItems(run, operation, sandbox);
  if (!values || !(await isReadable(run, action, values, sandbox))) return;
  const options = { values, width: 'all', key: 'confirm', examples: true } as const;
  const input = requests.createInput(operation, options).value;
  const request = input && createRequest(operation, input, credentials).value;
  if (!request) return;
  const description = 'a valid request for existing items';
  const testCase = { operation, phase: 'examples', description, expectation: { kind: 'open' }, request } as const;
  const { value: exchange } = await session.runCase(testCase, sandbox);
  if (!exchange || !MISSING.has(exchange.response.status)) return;
  const facts = { status: exchange.response.status, mayBeMeant: mayBeMeant(action, exchange, input) };
  session.report('operation-implemented', exchange, operationImplemented.evaluate(facts));
}

/** Path values of existing items; undefined if it is unknown whether they exist. */
async function findExistingItems(
  { knownValues, itemProvider, resources }: Run,
  operation: Operation,
  sandbox: SandboxHeaders,
): Promise<PathValues | undefined> {
  const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  if (inPath.length === 0) return {};
  const { parameter, parents = [], resource } = resources.action(operation.id) ?? {};
  const managed = new Set([
    ...(resource?.isVirtual ? [] : [parameter]),
    ...parents.flatMap((parent) => (parent.resource && !parent.resource.isVirtual ? [parent.parameter] : [])),
  ]);
  if (!inPath.every((name) => managed.has(name))) return undefined;
  const hasAll = (values: PathValues | undefined) => inPath.every((name) => values?.[name] !== undefined);
  const known = await itemProvider.valuesFor(operation, await knownValues.valuesFor(operation));
  if (hasAll(known)) return known;
  const created = await itemProvider.createMissing(operation, knownValues.givenValues(operation), sandbox);
  return hasAll(created) ? created : undefined;
}

/** Whether the item of a path, or its innermost parent, can be read; true if the document has no other operation for it. */
async function isReadable(
  { resources, requests, session }: Run,
  action: ResourceAction | undefined,
  values: PathValues,
  sandbox: SandboxHeaders,
): Promise<boolean> {
  const parent = action?.parents.at(-1);
  const [resource, parameter] =
    action?.parameter === undefined ? [parent?.resource, parent?.parameter] : [action.resource, action.parameter];
  if (!action || !resource || parameter === undefined) return true;
  const read = [...requests.document.operations.keys()]
    .flatMap((id) => resources.action(id) ?? [])
    .find((one) => one.kind === 'read' && one.resource === resource && one.part.length === 0 && one.parameter);
  if (!read?.parameter || read.operation === action.operation) return true;
  const path = { ...renameParents(action, read, values), [read.parameter]: values[parameter] };
  const input = createInput({ requests }, read, path, { examples: true });
  const sent = input && (await session.sendUnchecked(read.operation, input, sandbox));
  return sent !== undefined && sent.response.status < 300;
}

/** Whether a 404 may be what the document says of the state: of a singleton, or of an item that the body refers to. */
function mayBeMeant(
  action: ResourceAction | undefined,
  { operation, response: { status }, decoded }: TestExchange,
  { body }: RequestInput,
): boolean {
  const declared = findDeclaredResponse(operation, status);
  if (status !== 404 || !declared || (declared.mediaTypes.length > 0 && !decoded.type)) return false;
  const isItem = action?.parameter !== undefined && action.part.length === 0 && !action.resource.isSingleton;
  const isCollection = action?.kind === 'list' || action?.kind === 'create';
  return !(isItem || isCollection) || changesReference({}, body);
}
