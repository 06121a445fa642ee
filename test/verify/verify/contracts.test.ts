// Contracts of operations: setup, request, cases and teardown.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { type Contract, defineContract } from '../../../src/verify/contracts/contract.ts';
import { contractFiles, readContracts } from '../../../src/verify/contracts/read-contracts.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));
const document = createDocument(await openDocument(PATH));

interface Ran {
  readonly verdict: Verdict;
  readonly notices: readonly string[];
  /** The titles of the notes after the run. */
  readonly titles: readonly string[];
}

async function run(
  contracts: Readonly<Record<string, Contract>>,
  { url, token, allowWrites = true }: { readonly url: string; readonly token: string; readonly allowWrites?: boolean },
): Promise<Ran> {
  const target = createTarget(url);
  const notices: string[] = [];
  const verdict = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['key', token]]),
    contracts: new Map(Object.entries(contracts)),
    operations: Object.keys(contracts),
    phases: ['examples', 'boundaries'],
    maxBoundaryRequests: 12,
    allowWrites,
    onNotice: (sentence) => notices.push(sentence),
  });
  const list = await fetch(`${url}/notes?limit=50`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await list.json()) as { readonly items: readonly { readonly title: string }[] };
  target.close();
  return { verdict, notices, titles: items.map(({ title }) => title) };
}

async function notebook() {
  const { url, close } = await startNotebook();
  onTestFinished(close);
  return { url, token: TOKEN };
}

async function mockServer() {
  const api = defineApi({ name: 'notebook', document: PATH, infer: true });
  const own = await createMockServer({ apis: [api], durability: 'memory', records: 0 });
  onTestFinished(() => own.close());
  const { url } = await own.listen();
  return { url, token: 'anybody' };
}

let made = 0;
const ofOwnNote = {
  async setup(server) {
    made += 1;
    const { body } = await server.send<{ id: number }>('addNote', { body: { title: `Made ${made}` } });
    return body;
  },
  request: ({ id }) => ({ path: { id } }),
  async teardown(server, { id }) {
    await server.send('removeNote', { path: { id } });
  },
} satisfies Contract<{ readonly id: number }>;

const before = ['One', 'Two', 'Three', 'Four', 'Five'];

describe.each<
  [what: string, start: () => Promise<{ readonly url: string; readonly token: string }>, titles: readonly string[]]
>([
  ['on a shared server', notebook, before],
  ['on a mock server', mockServer, []],
])('%s', (_, start, titles) => {
  test('an operation gets the item of its setup, which teardown removes', async () => {
    const ran = await run({ getNote: ofOwnNote }, await start());
    expect(ran.verdict.operations[0]).toMatchObject({ outcome: 'passed' });
    expect(ran.verdict.operations[0]?.statuses.get(200)).toBeGreaterThan(0);
    expect([ran.titles, ran.notices]).toEqual([titles, []]);
  });

  test('each case has its own setup', async () => {
    const seen: number[] = [];
    const removes: Contract<{ readonly id: number }> = {
      ...ofOwnNote,
      cases: {
        once: { status: 204 },
        'as often as there are cases': {
          request({ id }) {
            seen.push(id);
            return { path: { id } };
          },
          status: '2XX',
        },
        'one that nobody has': { request: { path: { id: 999_999 } }, status: 404 },
        'one that is there, for nobody': { status: 404 },
      },
      teardown: () => undefined,
    };
    const ran = await run({ removeNote: removes }, await start());
    expect(listErrors(ran.verdict).map(({ check, message }) => [check, message])).toEqual([
      ['custom-case', 'one that is there, for nobody: expected status 404, received 204'],
    ]);
    expect(seen).toHaveLength(1);
  });
});

test('an error of `expect` is a finding with its request', async () => {
  const contract = defineContract({
    ...ofOwnNote,
    cases: {
      'is yellow': {
        status: 200,
        expect({ body, headers }) {
          if (!headers['content-type']) throw new Error('it is nothing');
          if ((body as { readonly colour?: string }).colour !== 'yellow') throw new Error('it is not yellow.');
        },
      },
    },
  });
  const { verdict } = await run({ getNote: contract }, await notebook());
  expect(
    listErrors(verdict).map(({ check, message, exchange: { phase, description: what, response } }) => [
      check,
      message,
      phase,
      what,
      response.status,
    ]),
  ).toEqual([['custom-case', 'is yellow: it is not yellow', 'examples', 'case "is yellow" of its contract', 200]]);
});

test('a case overrides parts of the request of its contract', async () => {
  const heard: string[] = [];
  const contract: Contract = {
    request: { query: { limit: 2 }, header: { 'X-Own': 'yes' } },
    cases: {
      'of a colour': {
        request: { query: { colour: 'pink' } },
        status: 200,
        expect: ({ body }) => void heard.push(JSON.stringify(body)),
      },
    },
  };
  const { verdict } = await run({ listNotes: contract }, await notebook());
  expect(verdict.operations[0]?.outcome).toBe('passed');
  expect(heard).toEqual(['{"total":0,"items":[]}']);
});

test.each<[what: string, contract: Contract, reason: RegExp, allowWrites?: boolean]>([
  [
    'sends a rejected request',
    { setup: (server) => server.send('addNote', { body: { title: '' } }) },
    /the setup of its contract failed: addNote was rejected with 400: .*no note/,
  ],
  [
    'sends a request for an unknown operation',
    { setup: (server) => server.send('addNot') },
    /no operation addNot; did you mean addNote\?/,
  ],
  [
    'throws',
    {
      setup() {
        throw 'no';
      },
    },
    /the setup of its contract failed: no$/,
  ],
  [
    'is not allowed to write',
    { setup: (server) => server.send('addNote') },
    /addNote was not sent: mutating operation \(use --allow-writes\)/,
    false,
  ],
  [
    'has a `request` function that throws',
    {
      request() {
        throw new Error('oh.');
      },
    },
    /its contract failed: oh$/,
  ],
])('an operation whose contract %s is not tested, without a finding', async (_, contract, reason, allowWrites) => {
  const { url, token } = await notebook();
  const { verdict } = await run({ getNote: contract }, { url, token, ...(allowWrites === false && { allowWrites }) });
  const [operation] = verdict.operations;
  expect(operation).toMatchObject({ outcome: 'notTested', reason: expect.stringMatching(reason) });
  expect(operation?.findings).toEqual([]);
});

test('failed teardowns, and cases that were not run, are reported', async () => {
  let turn = 0;
  const contract: Contract = {
    setup() {
      turn += 1;
      if (turn > 1) throw new Error('once is enough');
    },
    cases: { again: { status: 200 } },
    teardown() {
      throw new Error('it stays');
    },
  };
  const { notices } = await run({ listNotes: contract }, await notebook());
  expect(notices).toEqual([
    'The teardown of the contract of listNotes failed: it stays.',
    'Case "again" of listNotes was not run: the setup of its contract failed: once is enough.',
  ]);
});

describe('a folder of contracts', () => {
  const IDS = ['listNotes', 'getNote', 'notes/get'];

  async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await temporaryFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return folder;
  }
  async function contractsIn(files: Readonly<Record<string, string>>) {
    const folder = await folderWith(files);
    return readContracts(folder, (await contractFiles(folder)) ?? [], IDS);
  }

  test('has a contract per operation, by file name; other files are not loaded', async () => {
    const other = 'throw new Error("loaded")';
    const contracts = await contractsIn({
      'getNote.ts': "import { id } from './_ids.ts';\nexport default { request: { path: { id: id as number } } };",
      'notes_get.mjs': 'export default { cases: { one: { status: 200 } } };',
      '_ids.ts': 'export const id: number = 7;',
      'hooks.cjs': other,
      'getNote.test.ts': other,
      'types.d.ts': other,
      'dredd.yml': '',
    });
    expect(Object.fromEntries(contracts)).toEqual({
      getNote: { request: { path: { id: 7 } } },
      'notes/get': { cases: { one: { status: 200 } } },
    });
  });

  test.each<[files: Readonly<Record<string, string>>, problem: string]>([
    [{ 'getNotes.ts': 'export default {};' }, 'getNotes.ts matches no operation; did you mean getNote?'],
    [
      { 'helpers.ts': 'export default {};' },
      'helpers.ts matches no operation (start the names of helper files with _)',
    ],
    [
      { 'getNote.ts': 'export const a = 1;' },
      'getNote.ts: it exports no contract; write export default defineContract({ … })',
    ],
    [{ 'getNote.ts': 'export default { reqest: {} };' }, 'getNote.ts: there is no reqest; did you mean request?'],
    [{ 'getNote.ts': 'export default { setup: 1 };' }, 'getNote.ts: setup must be a function'],
    [
      { 'getNote.ts': 'export default { cases: { a: {} } };' },
      `getNote.ts: case "a" needs the expected status, such as 404 or '4XX'`,
    ],
    [{ 'getNote.ts': 'export default { cases: [1] };' }, 'getNote.ts: cases must be an object of cases by name'],
    [{ 'getNote.ts': 'export default oh;' }, 'oh is not defined'],
  ])('is rejected with %j', async (files, problem) => {
    await expect(contractsIn(files)).rejects.toThrow(problem);
  });
});

test('items of a setup that throws are removed', async () => {
  const server = await notebook();
  const { titles: before } = await run({}, server);
  const half = {
    async setup(own) {
      await own.send('addNote', { body: { title: 'Half' } });
      throw new Error('no more');
    },
  } satisfies Contract;
  const { verdict, titles } = await run({ getNote: half }, server);
  expect(verdict.operations[0]?.reason).toContain('no more');
  expect(titles).toEqual(before);
});

test.each<[what: string, fails: boolean, done: readonly string[]]>([
  ['after teardown', false, ['remove', 'third', 'second', 'first']],
  ['also if setup throws', true, ['third', 'second', 'first']],
])('functions of `after` run in reverse order, %s', async (_, fails, expected) => {
  const done: string[] = [];
  const contract: Contract = {
    setup(server) {
      server.after(() => void done.push('first'));
      server.after(async () => {
        done.push('second');
        throw new Error('it stays');
      });
      server.after(() => void done.push('third'));
      if (fails) throw new Error('no more');
    },
    teardown: () => void done.push('remove'),
  };
  const { notices } = await run({ listNotes: contract }, await notebook());
  expect(done).toEqual(expected);
  expect(notices).toEqual(['The teardown of the contract of listNotes failed: it stays.']);
});
