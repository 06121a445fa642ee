// The sandbox of a test, which reports invalid requests and unused faults.

import type {
  AnyOperations,
  Exchange,
  ExchangeMatchOf,
  Fault,
  FaultPlanOf,
  PlannedFault,
} from '../../client/client.ts';
import { SandboxClient } from '../../client/sandbox.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { findHidingFault } from '../../server/control/hiding-fault.ts';
import { DEFAULT_REPORTED, formatExchanges } from './report-requests.ts';

/**
 * The sandbox of one test. The test fails if one of its requests is invalid, or a fault plan is unused, unless
 * expected.
 */
export class TestSandbox<Ops = AnyOperations> extends SandboxClient<Ops> {
  readonly #expected: ExchangeMatchOf<Ops>[];
  #planned: readonly PlannedFault[] = [];
  #mayStay: readonly PlannedFault[] | 'all' = [];

  /** @param expected - requests that may break the document in every test */
  constructor({ name, url, control }: SandboxClient<Ops>, expected: readonly ExchangeMatchOf<Ops>[]) {
    super(name, url, control);
    this.#expected = [...expected];
  }

  override async fault(plan: FaultPlanOf<Ops> | string): Promise<PlannedFault> {
    const planned = await super.fault(plan);
    this.#planned = [...this.#planned, planned];
    return planned;
  }

  /** Expects invalid requests, for tests of errors. Default: all of this test. */
  expectFindings(match: ExchangeMatchOf<Ops> = {}): void {
    this.#expected.push(match);
  }

  /** Allows unused fault plans. Default: all of this test. */
  allowUnusedFaults(...plans: readonly PlannedFault[]): void {
    if (plans.length === 0) this.#mayStay = 'all';
    else if (this.#mayStay !== 'all') this.#mayStay = [...this.#mayStay, ...plans];
  }

  /**
   * The problems at the end of the test, a text each: invalid requests, and unused fault plans; may be empty.
   *
   * @param hasFailed - whether it has failed already: then it may have ended before a plan was used
   */
  async problems(hasFailed: boolean): Promise<readonly string[]> {
    const broken = describeInvalidRequests(await this.#unexpected());
    const unmet = hasFailed ? undefined : await this.#describeUnmet();
    return [broken, unmet].filter((problem) => problem !== undefined);
  }

  /** The exchanges as text, oldest first. @param most - the number of newest exchanges; at most 1000. Default 20 */
  async report(most = DEFAULT_REPORTED): Promise<string> {
    const { count, exchanges } = await this.control('findRequests', { match: {}, count: 0, limit: most });
    return formatExchanges(this.name, exchanges, count);
  }

  async #unexpected(): Promise<readonly InvalidRequest[]> {
    const broken = (await this.requests({ findings: true })).filter((one) => requestViolations(one).length > 0);
    if (broken.length === 0) return [];
    const expected = await Promise.all(this.#expected.map((match) => this.requests({ ...match, findings: true })));
    const numbers = new Set(expected.flat().map(({ number }) => number));
    return broken.filter(({ number }) => !numbers.has(number));
  }

  /** Of active plans only: removed ones, also by a reset, do not count. */
  async #describeUnmet(): Promise<string | undefined> {
    const mayStay = this.#mayStay;
    if (mayStay === 'all') return undefined;
    const meant = this.#planned.filter((plan) => !mayStay.includes(plan)).map(({ id }) => id);
    if (meant.length === 0) return undefined;
    const faults = await this.faults();
    const unmet = faults.filter((fault) => meant.includes(fault.id) && isUnused(fault));
    return describeUnusedFaults(unmet, faults);
  }
}

/** The reported part of an exchange. */
type InvalidRequest = Pick<Exchange, 'operation' | 'method' | 'target' | 'status' | 'findings' | 'number'>;

/** Maximum number of exchanges, or of faults, that are named. */
const MOST_NAMED = 10;

/** The violations of a request. Those of responses are no fault of a client. */
function requestViolations({ findings }: Pick<Exchange, 'findings'>): readonly string[] {
  return findings.filter((finding) => !/^response\b/.test(finding));
}

/** Each invalid request with its violations, and how to expect them; undefined if there are none. */
function describeInvalidRequests(broken: readonly InvalidRequest[]): string | undefined {
  const [first] = broken;
  if (!first) return undefined;
  const { length } = broken;
  const headline = length === 1 ? 'Invalid request:' : `${length} invalid requests:`;
  const lines = broken.slice(0, MOST_NAMED).map((exchange) => {
    const { operation, method, target, status } = exchange;
    return `  ${operation ?? 'no operation'}: ${method} ${target} (${status}): ${requestViolations(exchange).join('; ')}`;
  });
  const example = first.operation === undefined ? '' : `{ operation: '${first.operation}' }`;
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, `If intended, call sandbox.expectFindings(${example})`].join('\n');
}

/** How much of a plan is shown, in characters. */
const LONGEST = 300;

/** Whether it is active, unused, and not by chance. */
function isUnused({ plan, met, matched, paused }: Fault): boolean {
  return met === 0 && !paused && (matched === 0 || plan.rate === undefined);
}

/** Each unused plan, and how to allow it; undefined if there are none. @param all - all plans of the sandbox */
function describeUnusedFaults(unmet: readonly Fault[], all: readonly Fault[]): string | undefined {
  const { length } = unmet;
  if (length === 0) return undefined;
  const headline = length === 1 ? 'A fault was not used:' : `${length} faults were not used:`;
  const lines = unmet.slice(0, MOST_NAMED).map((fault) => `  ${fault.id}: ${shortly(fault.plan)} ${why(fault, all)}`);
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, 'If intended, call sandbox.allowUnusedFaults()'].join('\n');
}

function why(fault: Fault, all: readonly Fault[]): string {
  const { matched, plan } = fault;
  const hiding = findHidingFault(fault, all);
  if (matched === 0) return hiding ? `is hidden by ${hiding.id}` : 'matched no request';
  return `matched ${matched} of the requests, and applies to one in ${plan.every}`;
}

/** A plan, as its author wrote it. */
function shortly(plan: Fault['plan']): string {
  const { respondOnce, status, patch, headers } = plan.steps[0] ?? {};
  const response = [plan.on?.operation, status, patch, ...(headers ? [headers] : [])];
  const text = respondOnce
    ? `respondOnce(${response.map((one) => stringifyJson(one)).join(', ')})`
    : stringifyJson(plan);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
