// All scenarios of a document: per resource type, and per list.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { SandboxHeaders } from '../cases/worlds.ts';
import { createRequest } from '../credentials.ts';
import type { Run } from '../run.ts';
import { testLargeIntegers } from './digits.ts';
import { fillList } from './fill-list.ts';
import { findCrudOperations, testCrud } from './life.ts';
import { testFilters } from './lists.ts';
import { testSorting } from './orders.ts';
import type { ScenarioContext } from './story.ts';

/** Functions that run one scenario each. */
export function listScenarios(run: Run): readonly (() => Promise<void>)[] {
  const { document, operations, resources, requests, session, knownValues: listed, itemProvider: made } = run;
  const isWanted = ({ operation }: ResourceAction) => operations?.includes(operation.id) ?? true;
  const maySend = ({ operation }: ResourceAction) => session.permission.findDenial(operation) === undefined;
  const actions = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []).filter(isWanted);
  const crudOperations = findCrudOperations(resources, requests).filter(({ create }) => isWanted(create));
  const lists = actions.filter(({ kind: deed }) => deed === 'list' || deed === 'search');
  return [
    ...crudOperations.map((life) => async () => {
      if (!maySend(life.create)) return;
      const known = await listed.valuesFor(life.create.operation);
      const parentValues = (await made.valuesFor(life.create.operation, known)) ?? known;
      const elsewhere = await listed.valuesBelowOtherParent(life.create.operation);
      await session.withSandbox((sandbox) => testCrud(createContext(sandbox, run), life, parentValues, elsewhere));
      await session.withSandbox((sandbox) => testLargeIntegers(createContext(sandbox, run), life, parentValues));
    }),
    ...lists.map((list) => async () => {
      const parentValues = await listed.valuesFor(list.operation);
      if (!maySend(list)) return;
      await session.withSandbox(async (sandbox) => {
        const context = createContext(sandbox, run);
        const values = await fillList(run, context, sandbox, list, parentValues);
        await testFilters(context, list, values);
        await testSorting(context, list, values);
      });
    }),
  ];
}

function createContext(
  sandbox: SandboxHeaders,
  { requests, session, credentials, itemProvider: made }: Run,
): ScenarioContext {
  return {
    requests,
    async send({ operation }, input, what) {
      const authenticated = createRequest(operation, input, credentials);
      if (authenticated.reason !== undefined) return authenticated.reason;
      return session.runCase(
        {
          operation,
          phase: 'scenarios',
          description: what,
          expectation: { kind: 'open' },
          request: authenticated.request,
        },
        sandbox,
      );
    },
    withExistingIds: ({ operation }, input) => made.withExistingIds(operation, input, sandbox),
    existedBefore: ({ operation }, path, id) => made.existedBefore(operation, path, id),
    report: session.report,
    reportUntested: (check, { operation }, reason) => session.reportUntested(check, operation, reason),
  };
}
