// All scenarios of a document: per resource type, and per list.

import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { type CredentialsByScheme, createRequest, createRequestOf } from '../credentials.ts';
import type { Run } from '../run.ts';
import { findCrudOperations, findPutOperations, testCrud } from './crud.ts';
import { fillList } from './fill-list.ts';
import { testLargeIntegers } from './large-integers.ts';
import { findAttempts, testOtherCaller } from './other-caller.ts';
import { testPagesAndFilters } from './pages-and-filters.ts';
import type { ScenarioContext } from './scenario-context.ts';
import { testSorting } from './sorting.ts';

/**
 * Functions that run one scenario each.
 *
 * @param only - the resource types with scenarios. Default: all
 */
export function listScenarios(run: Run, only?: ReadonlySet<Resource>): readonly (() => Promise<void>)[] {
  const { document, operations, resources, requests, session, knownValues, itemProvider, sandboxes } = run;
  const isWanted = ({ operation, resource }: ResourceAction) =>
    (operations?.includes(operation.id) ?? true) && (only?.has(resource) ?? true);
  const maySend = ({ operation }: ResourceAction) => session.permission.findDenial(operation) === undefined;
  const actions = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []).filter(isWanted);
  const crudOperations = findCrudOperations(resources, requests).filter(({ create }) => isWanted(create));
  const putOperations = findPutOperations(resources, requests).filter(({ create }) => isWanted(create));
  const lists = actions.filter(({ kind }) => kind === 'list' || kind === 'search');
  return [
    ...crudOperations.map((life) => async () => {
      if (!maySend(life.create)) return;
      const known = await knownValues.valuesFor(life.create.operation);
      const parentValues = (await itemProvider.valuesFor(life.create.operation, known)) ?? known;
      const elsewhere =
        (await knownValues.valuesBelowOtherParent(life.create.operation)) ??
        (sandboxes.areIsolated ? undefined : await itemProvider.valuesFor(life.create.operation, known));
      await session.withSandbox((sandbox) => testCrud(createContext(sandbox, run), life, parentValues, elsewhere));
      await session.withSandbox((sandbox) => testLargeIntegers(createContext(sandbox, run), life, parentValues));
    }),
    ...[...crudOperations, ...putOperations].map((life) => async () => {
      const { other } = run.callers;
      if (!other || !maySend(life.create)) return;
      const known = await knownValues.valuesFor(life.create.operation);
      const parentValues = (await itemProvider.valuesFor(life.create.operation, known)) ?? known;
      const attempts = findAttempts(life, actions.filter(maySend), other);
      await session.withSandbox((sandbox) =>
        testOtherCaller(createContext(sandbox, run), createContext(sandbox, run, other), attempts, parentValues),
      );
    }),
    ...lists.map((list) => async () => {
      const parentValues = await knownValues.valuesFor(list.operation);
      if (!maySend(list)) return;
      await session.withSandbox(async (sandbox) => {
        const context = createContext(sandbox, run);
        const values = await fillList(run, context, sandbox, list, parentValues);
        await testPagesAndFilters(context, list, values);
        await testSorting(context, list, values);
      });
    }),
  ];
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
