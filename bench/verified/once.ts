// One run of verify in its own process, with the mock server of the document: its cost, as a line of JSON.

import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServerSettings } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../src/verify/target.ts';
import { listErrors } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';
import { inRepository } from '../repository.ts';

/** The cost and result of a run. */
export interface Once {
  readonly operations: number;
  /** The number of passed operations: all, if nothing is wrong here. */
  readonly passed: number;
  readonly findings: number;
  readonly requests: number;
  /** In seconds. */
  readonly took: number;
  readonly processor: number;
  /** Peak memory of the process, in bytes. */
  readonly memory: number;
}

/** Arguments: a document, or `identity`; and whether coverage is counted, `yes` or `no`. */
const [given = 'identity', counted = 'yes'] = process.argv.slice(2);

const isIdentity = given === 'identity';
const file = isIdentity ? inRepository('spec/identity.yaml') : given;
const apis: MockServerSettings['apis'] = isIdentity ? [identity] : [{ name: 'own', document: file, infer: true }];
const mockServer = await createMockServer({ apis, durability: 'memory' });
const target = createTarget((await mockServer.listen()).url, { concurrency: 10 });
const token = mockServer.introductions()[0]?.introduction?.example?.token ?? 'token';
const verdict = await verify({
  document: createDocument(await openDocument(file)),
  target,
  sandboxes: await detectSandboxes(target),
  credentials: new Map([['', token]]),
  coverage: counted === 'yes',
});
target.close();
await mockServer.close();
const { user, system } = process.cpuUsage();
const once: Once = {
  operations: verdict.operations.length,
  passed: verdict.operations.filter(({ outcome }) => outcome === 'passed').length,
  findings: listErrors(verdict).length,
  requests: verdict.requests,
  took: process.uptime(),
  processor: (user + system) / 1e6,
  memory: process.resourceUsage().maxRSS * 1024,
};
process.stdout.write(`${JSON.stringify(once)}\n`);
