// All scenarios of a document: per resource type, and per list.

import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { type CredentialsByScheme, createRequest, createRequestOf } from '../credentials.ts';
import type { Run } from '../run.ts';
import { type CrudOperations, findCrudOperations, findPutOperations, hasAllParents, testCrud } from './crud.ts';
import { fillList } from './fill-list.ts';
import { testFollowedStream } from './followed-stream.ts';
import { testLargeIntegers } from './large-integers.ts';
import { findAttempts, testOtherCaller } from './other-caller.ts';
import { testPagesAndFilters } from './pages-and-filters.ts';
import type { ScenarioContext } from './scenario-context.ts';
import { testSorting } from './sorting.ts';

export interface Scenario {
  /** The operations whose checks it makes. */
  readonly operations: readonly Operation[];
  run(): Promise<void>;
}

/** @param only - the resource types with scenarios. Default: all */
export function listScenarios(run: Run, only?: ReadonlySet<Resource>): readonly Scenario[] {
  const { document, operations, resources, requests, session, knownValues, itemProvider, sandboxes } = run;
  const isWanted = ({ operation, resource }: ResourceAction) =>
    (operations?.includes(operation.id) ?? true) && (only?.has(resource) ?? true);
  const maySend = ({ operation }: ResourceAction) => session.permission.findDenial(operation) === undefined;
  const actions = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []).filter(isWanted);
  const crudOperations = findCrudOperations(resources, requests).filter(({ create }) => isWanted(create));
  const putOperations = findPutOperations(resources, requests).filter(({ create }) => isWanted(create));
  const lists = actions.filter(({ kind }) => kind === 'list' || kind === 'search');
  const streams = actions.flatMap((watch) => {
    const isOfAll = watch.kind === 'watch' && watch.parameter === undefined;
    const own = crudOperations.filter(
      ({ create }) => create.resource === watch.resource && hasAllParents(watch, create),
    );
    return isOfAll && own[0] ? [{ watch, create: own[0].create }] : [];
  });
  const testCrudOf = async (life: CrudOperations) => {
    if (!maySend(life.create)) return;
    const known = await knownValues.valuesFor(life.create.operation);
    const parentValues = (await itemProvider.valuesFor(life.create.operation, known)) ?? known;
    const elsewhere =
      (await knownValues.valuesBelowOtherParent(life.create.operation)) ??
      (sandboxes.areIsolated ? undefined : await itemProvider.valuesFor(life.create.operation, known));
    await session.withSandbox((sandbox) => testCrud(createContext(sandbox, run), life, parentValues, elsewhere));
    await session.withSandbox((sandbox) => testLargeIntegers(createContext(sandbox, run), life, parentValues));
  };
  const testOtherCallerOf = async (life: CrudOperations) => {
    const { other } = run.callers;
    if (!other || !maySend(life.create)) return;
    const known = await knownValues.valuesFor(life.create.operation);
    const parentValues = (await itemProvider.valuesFor(life.create.operation, known)) ?? known;
    const attempts = findAttempts(life, actions.filter(maySend), other);
    await session.withSandbox((sandbox) =>
      testOtherCaller(createContext(sandbox, run), createContext(sandbox, run, other), attempts, parentValues),
    );
  };
  const testList = async (list: ResourceAction) => {
    const parentValues = await knownValues.valuesFor(list.operation);
    if (!maySend(list)) return;
    await session.withSandbox(async (sandbox) => {
      const context = createContext(sandbox, run);
      const values = await fillList(run, context, sandbox, list, parentValues);
      await testPagesAndFilters(context, list, values);
      await testSorting(context, list, values);
    });
  };
  const testStream = async ({ watch, create }: (typeof streams)[number]) => {
    if (!maySend(watch) || !maySend(create)) return;
    const known = await knownValues.valuesFor(create.operation);
    const parentValues = (await itemProvider.valuesFor(create.operation, known)) ?? known;
    await session.withSandbox((sandbox) =>
      testFollowedStream(createContext(sandbox, run), watch, create, parentValues),
    );
  };
  return [
    ...crudOperations.map((life) => ({ operations: operationsOf(life), run: () => testCrudOf(life) })),
    ...[...crudOperations, ...putOperations].map((life) => ({
      operations: run.callers.other ? operationsOf(life) : [],
      run: () => testOtherCallerOf(life),
    })),
    ...lists.map((list) => ({ operations: [list.operation], run: () => testList(list) })),
    ...streams.map((stream) => ({ operations: [stream.watch.operation], run: () => testStream(stream) })),
  ];
}

function operationsOf({ create, read, list, changes, remove }: CrudOperations): readonly Operation[] {
  return [create, read, list, ...changes, remove].flatMap((action) => action?.operation ?? []);
}

/**
 * The context of a scenario in a sandbox.
 *
 * @param other - the credentials of the other caller, if it sends the requests
 */
export function createContext(
  sandbox: SandboxHeaders,
  { requests, session, credentials, itemProvider }: Run,
  other?: CredentialsByScheme,
): ScenarioContext {
  return {
    requests,
    async send({ operation }, input, what) {
      const serialized = other
        ? createRequestOf(other, operation, input)
        : createRequest(operation, input, credentials);
      const request = serialized.value;
      if (!request) return undefined;
      const testCase = {
        operation,
        phase: 'scenarios',
        description: what,
        expectation: { kind: other ? 'other-caller' : 'open' },
        request,
      } as const;
      return (await session.runCase(testCase, sandbox)).value;
    },
    withExistingIds: ({ operation }, input) => itemProvider.withExistingIds(operation, input, sandbox),
    existedBefore: ({ operation }, path, id) => itemProvider.existedBefore(operation, path, id),
    report: session.report,
    reportUntested: (check, { operation }, reason) => session.reportUntested(check, operation, reason),
  };
}
