// The sandbox of one test, which knows at its end whether what was asked kept the document, and whether what was planned came to pass.

import type { ExchangeMatch, FaultPlan, PlannedFault } from '../../client/client.ts';
import { SandboxClient } from '../../client/sandbox.ts';
import { type Breach, breachesOf, brokenRequests } from './broken-requests.ts';
import { MOST_TOLD, toldExchanges } from './report-requests.ts';
import { isUnmet, unmetPlans } from './unused-faults.ts';

/** The sandbox of one test. The test fails when a request in it breaks the document, and when nothing meets a fault that it has planned, unless it is expected to. */
export class TestSandbox extends SandboxClient {
  readonly #expected: ExchangeMatch[];
  #planned: readonly PlannedFault[] = [];
  #mayStay: readonly PlannedFault[] | 'all' = [];

  /** @param expected - requests that may break the document in every test */
  constructor({ name, url, control }: SandboxClient, expected: readonly ExchangeMatch[]) {
    super(name, url, control);
    this.#expected = [...expected];
  }

  override async fault(plan: FaultPlan): Promise<PlannedFault> {
    const planned = await super.fault(plan);
    this.#planned = [...this.#planned, planned];
    return planned;
  }

  /** Says that requests like these may break the document, as where a test is about mistakes. Default: all in this test. */
  expectFindings(match: ExchangeMatch = {}): void {
    this.#expected.push(match);
  }

  /** Says that nothing may meet these plans, as where a test is about what is not asked. Default: all of this test. */
  allowUnusedFaults(...plans: readonly PlannedFault[]): void {
    if (plans.length === 0) this.#mayStay = 'all';
    else if (this.#mayStay !== 'all') this.#mayStay = [...this.#mayStay, ...plans];
  }

  /**
   * Why the test is to fail at its end, a text each: requests that broke the document, and plans that nothing met; none when all is well.
   *
   * @param hasFailed - whether it has failed already: then it may not have come to what would have met a plan
   */
  async problems(hasFailed: boolean): Promise<readonly string[]> {
    const broken = brokenRequests(await this.#unexpected());
    const unmet = hasFailed ? undefined : unmetPlans(await this.#unmet());
    return [broken, unmet].filter((problem) => problem !== undefined);
  }

  /** What was asked and answered, as text, the oldest first. @param most - how many exchanges it tells, the newest of them; at most 1000. Default 20 */
  async report(most = MOST_TOLD): Promise<string> {
    const { count, exchanges } = await this.control('findRequests', { match: {}, count: 0, limit: most });
    return toldExchanges(this.name, exchanges, count);
  }

  async #unexpected(): Promise<readonly Breach[]> {
    const broken = (await this.requests({ findings: true })).filter((one) => breachesOf(one).length > 0);
    if (broken.length === 0) return [];
    const expected = await Promise.all(this.#expected.map((match) => this.requests({ ...match, findings: true })));
    const numbers = new Set(expected.flat().map(({ number }) => number));
    return broken.filter(({ number }) => !numbers.has(number));
  }

  /** Of those that are in force: what was lifted, by a reset too, is nobody's concern any more. */
  async #unmet() {
    const mayStay = this.#mayStay;
    if (mayStay === 'all') return [];
    const meant = this.#planned.filter((plan) => !mayStay.includes(plan)).map(({ id }) => id);
    if (meant.length === 0) return [];
    return (await this.faults()).filter((fault) => meant.includes(fault.id) && isUnmet(fault));
  }
}
