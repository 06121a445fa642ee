// The sandbox of a Playwright test: its pages use it, and failures attach its requests.

import { writeFile } from 'node:fs/promises';
import type { BrowserContext, TestInfo } from '@playwright/test';
import type { AnyOperations, ExchangeMatchOf } from '../../client/client.ts';
import type { SandboxClient } from '../../client/sandbox.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { TestSandbox } from '../runner/test-sandbox.ts';
import { addSandboxHeader } from './route-pages.ts';

/** Maximum number of reported exchanges: all recorded ones. */
const ALL = 1000;

/** How a sandbox is tied to its test. */
interface SandboxLinks<Ops> {
  /** Requests that may break the document in every test. */
  readonly expectFindings: readonly ExchangeMatchOf<Ops>[];
  /** Where requests of pages are led to the sandbox. */
  readonly origins: readonly string[];
}

/** The sandbox of one test. The pages of its browser context use it automatically. */
export class PageSandbox<Ops = AnyOperations> extends TestSandbox<Ops> {
  readonly #origins: readonly string[];

  constructor(sandbox: SandboxClient<Ops>, { expectFindings, origins }: SandboxLinks<Ops>) {
    super(sandbox, expectFindings);
    this.#origins = origins;
  }

  /**
   * Makes the pages of another browser context use this sandbox, for example those of a second user. Handlers of
   * `route` take precedence.
   */
  async routePages(context: BrowserContext): Promise<void> {
    if (this.#origins.length > 0) await addSandboxHeader(context, this, this.#origins);
  }

  /** Attaches the requests of a failed test. @throws Error with the problems of the sandbox, so that the test fails */
  async finish(test: TestInfo): Promise<void> {
    const hasFailed = test.status !== test.expectedStatus;
    const problems = await this.problems(hasFailed);
    if (!hasFailed && problems.length === 0) return;
    const path = test.outputPath('requests.har');
    await writeFile(path, stringifyJson(await this.control('exportRequests'), undefined, 2));
    await test.attach('requests.txt', { body: await this.report(ALL), contentType: 'text/plain' });
    await test.attach('requests.har', { path, contentType: 'application/json' });
    if (problems.length > 0) throw new Error(problems.join('\n\n'));
  }
}
