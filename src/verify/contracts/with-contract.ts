// Tests an operation with the setup and cases of its contract.

import type { Operation } from '../../openapi/document.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { customCase } from '../checks/custom-case.ts';
import { createRequest } from '../credentials.ts';
import type { Run } from '../run.ts';
import type { Contract, ContractCase, ContractRequest } from './contract.ts';
import { contractServer, saying, together } from './contract-server.ts';

/** @param runTests - tests the operation in a run after the setup @returns why it was not tested; undefined if it was */
export async function withContract(
  run: Run,
  operation: Operation,
  contract: Contract,
  runTests: (run: Run) => Promise<string | undefined>,
): Promise<string | undefined> {
  const reason = await withSetup(run, operation, contract, (made, base) => {
    const request = requestOf(contract.request, made);
    const requests = saying(run.requests, request);
    const { path: named = {} } = request;
    const own: Run['itemProvider'] = {
      ...run.itemProvider,
      async valuesFor(_, known) {
        if (Object.keys(named).length === 0) return run.itemProvider.valuesFor(operation, known);
        const path = { ...known, ...named };
        if (contract.setup) claim(run, operation, named, path);
        return path;
      },
      createNewItem: async () =>
        Object.keys(named).length === 0 ? run.itemProvider.createNewItem(operation) : undefined,
      withExistingIds: async () => undefined,
    };
    return runTests({ ...run, requests, itemProvider: own, session: run.session.startingFrom(base) });
  });
  if (!run.phases.has('examples')) return reason;
  for (const [name, one] of Object.entries(contract.cases ?? {})) {
    if (run.hasEnded()) break;
    const problem = await withSetup(run, operation, contract, (made, sandbox) =>
      runCase(run, { operation, contract, name, one, made, sandbox }),
    );
    if (problem !== undefined) run.onNotice(`Case ${JSON.stringify(name)} of ${operation.id} was not run: ${problem}.`);
  }
  return reason;
}

/** Runs work after the setup of a contract. @returns its result, or why the setup failed */
async function withSetup(
  run: Run,
  operation: Operation,
  contract: Contract,
  work: (made: unknown, sandbox: SandboxHeaders) => Promise<string | undefined>,
): Promise<string | undefined> {
  return run.sandboxes.withSandbox(async (sandbox) => {
    const afterFunctions: (() => Promise<void> | void)[] = [];
    const server = contractServer(run, sandbox, { after: (work) => afterFunctions.push(work) });
    let made: unknown;
    try {
      made = await contract.setup?.(server);
    } catch (error) {
      // There is no result for `teardown`.
      await runAfterFunctions(run, operation, afterFunctions);
      return `the setup of its contract failed: ${messageOf(error)}`;
    }
    try {
      return await work(made, sandbox);
    } catch (error) {
      // Functions of contracts may throw anything.
      return `its contract failed: ${messageOf(error)}`;
    } finally {
      await runTeardown(run, operation, async () => contract.teardown?.(server, made));
      await runAfterFunctions(run, operation, afterFunctions);
    }
  });
}

/** Runs the functions of `server.after`, the last one first. Each may add more. */
async function runAfterFunctions(
  run: Run,
  operation: Operation,
  afterFunctions: (() => Promise<void> | void)[],
): Promise<void> {
  for (let work = afterFunctions.pop(); work; work = afterFunctions.pop())
    await runTeardown(run, operation, async () => work?.());
}

async function runTeardown(run: Run, { id }: Operation, remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    run.onNotice(`The teardown of the contract of ${id} failed: ${messageOf(error)}.`);
  }
}

interface CaseRun {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly name: string;
  readonly one: ContractCase;
  readonly made: unknown;
  readonly sandbox: SandboxHeaders;
}

/** @returns why it could not be sent */
async function runCase(
  run: Run,
  { operation, contract, name, one, made, sandbox }: CaseRun,
): Promise<string | undefined> {
  const { session, requests, credentials } = run;
  const request = together(requestOf(contract.request, made), requestOf(one.request, made));
  const options = { values: {}, width: 'least', examples: true, key: name } as const;
  const input = saying(requests, request).createInput(operation, options);
  if (!input.ok) return input.reason;
  const call = createRequest(operation, input.value, credentials);
  if (!call.ok) return call.reason;
  if (contract.setup) claim(run, operation, request.path ?? {}, input.value.path);
  const what = `case ${JSON.stringify(name)} of its contract`;
  const sent = await session.runCase(
    { operation, phase: 'examples', description: what, expectation: { kind: 'open' }, request: call.value },
    sandbox,
  );
  if (!sent.ok) return sent.reason;
  const exchange = sent.value;
  const problem = await problemWith(one, exchange, made);
  session.report(
    'custom-case',
    exchange,
    customCase.evaluate({ name, expected: String(one.status), status: exchange.response.status, problem }),
  );
  return undefined;
}

/** Registers the items in the path of a contract request as created by the run. @param path - all path values */
function claim({ created, findAddressedItems }: Run, operation: Operation, named: PathValues, path: PathValues): void {
  const values = Object.values(path).map(String);
  for (const { parameter, resource } of findAddressedItems(operation))
    if (resource && named[parameter] !== undefined) created.claim(resource, named[parameter], values);
}

/** The error of the `expect` function. */
async function problemWith(
  one: ContractCase,
  { response, decoded }: TestExchange,
  made: unknown,
): Promise<string | undefined> {
  try {
    await one.expect?.({ status: response.status, headers: response.headers, body: decoded.value }, made);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function requestOf(request: ContractCase['request'], made: unknown): ContractRequest {
  return (typeof request === 'function' ? request(made) : request) ?? {};
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
