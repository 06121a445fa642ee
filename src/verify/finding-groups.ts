// Groups the findings of one operation by cause.

import type { CheckFinding, ScenarioStep, TestExchange } from './cases/test-case.ts';
import type { CheckId } from './checks.ts';
import type { ReceivedResponse } from './target.ts';

/** Findings with one cause: of one check, with equal causes, or in the same responses. */
export interface GroupedFinding {
  readonly check: CheckId;
  readonly operation: string;
  /** `error`: the response violates the document. `warning`: the document leaves it open. */
  readonly severity: CheckFinding['severity'];
  /** The violations in the responses, those of `exchange` first: the same for all, or several separated by `; `. */
  readonly message: string;
  /** A JSON pointer into the document. */
  readonly pointer: string;
  /** The grouping key, equal in other runs: it contains nothing variable. The first of `causes`. */
  readonly cause: string;
  /** The keys of all violations in the responses. */
  readonly causes: readonly string[];
  /** The number of responses with it. */
  readonly count: number;
  /** The distinct descriptions of its requests, such as `body /name one more than maxLength`. */
  readonly variants: readonly string[];
  /** The exchange with the smallest request. */
  readonly exchange: StoredExchange;
  /** Further exchanges, the smallest first. */
  readonly otherExchanges: readonly StoredExchange[];
}

/** The stored form of an exchange. */
export interface StoredExchange
  extends Pick<TestExchange, 'operation' | 'phase' | 'description' | 'request' | 'setup'> {
  /** With a truncated body. */
  readonly response: ReceivedResponse;
  /** The size of the complete body, in bytes. */
  readonly length: number;
  /** The exchanges that a scenario check compared. Default: this exchange only. */
  readonly steps?: readonly StoredStep[];
}

/** The stored form of a step, with a shorter body. */
export type StoredStep = Omit<StoredExchange, 'steps'> & Pick<ScenarioStep, 'items'>;

/** A finding with all its properties. */
export type CompleteFinding = Required<Omit<CheckFinding, 'messageOfError'>> & Pick<CheckFinding, 'messageOfError'>;

/** Maximum number of examples of a group. */
const MAX_EXAMPLES = 3;

/** Maximum number of stored body bytes per example, as many as reports use. */
const MAX_STORED = 32 * 1024;
const MAX_STORED_OF_STEP = 4 * 1024;

/** Maximum number of variants of one finding. */
const MAX_VARIANTS = 50;

/** Maximum number of violations in a message. */
const MAX_VIOLATIONS = 5;

interface Group extends Pick<GroupedFinding, 'check' | 'operation' | 'severity'> {
  /** By cause; with the texts of the smallest request. */
  readonly violations: Map<string, CompleteFinding>;
  count: number;
  readonly variants: Set<string>;
  /** The smallest first. */
  examples: readonly Example[];
}

interface Example {
  readonly size: number;
  readonly exchange: StoredExchange;
  readonly causes: readonly string[];
}

/** Collects findings. */
export class FindingGroups {
  readonly #groups = new Map<string, Group>();

  /**
   * Adds the findings of a check for one exchange. Those in one response have one cause.
   *
   * @returns the new groups
   */
  add(check: CheckId, exchange: TestExchange, findings: readonly CompleteFinding[]): readonly GroupedFinding[] {
    const hasResponse = exchange.response.status !== 0;
    const together = hasResponse
      ? [
          findings.filter(({ severity }) => severity === 'error'),
          findings.filter(({ severity }) => severity === 'warning'),
        ]
      : findings.map((finding) => [finding]);
    return together.flatMap((some) => {
      const [first] = some;
      if (!first) return [];
      const group = this.#groupOf(check, exchange, some);
      addExchange(group, exchange, some);
      return group.count === 1 ? [describeGroup(group)] : [];
    });
  }

  /** Whether an error with this cause was added. */
  hasError(check: CheckId, cause: string): boolean {
    return this.#groups.has(`${check} error ${cause}`);
  }

  /** Counts a response with known findings, which is no example of them. @returns the unknown ones */
  countKnown<T extends CheckFinding & { readonly check: CheckId }>(findings: readonly T[]): readonly T[] {
    const groupOf = ({ check, severity, cause, message }: T) =>
      this.#groups.get(`${check} ${severity} ${cause ?? message}`);
    for (const group of new Set(findings.map(groupOf))) if (group) group.count += 1;
    return findings.filter((finding) => groupOf(finding) === undefined);
  }

  /** Errors first, sorted by frequency. @param rejections - the normalized responses to invalid requests */
  list(rejections: ReadonlySet<string> = new Set()): readonly GroupedFinding[] {
    const rank = ({ severity }: Group) => (severity === 'error' ? 0 : 1);
    return [...new Set(this.#groups.values())]
      .map((group) => asErrorIfGeneral(group, rejections))
      .toSorted((one, other) => rank(one) - rank(other) || other.count - one.count)
      .map(describeGroup);
  }

  /** The group of some findings; joins the groups in which they are already. */
  #groupOf(check: CheckId, { operation }: TestExchange, findings: readonly CompleteFinding[]): Group {
    const keyOf = ({ severity, cause }: CompleteFinding) => `${check} ${severity} ${cause}`;
    const known = new Set(findings.flatMap((finding) => this.#groups.get(keyOf(finding)) ?? []));
    const [group = createGroup(check, operation.id, findings), ...others] = known;
    for (const other of others) join(group, other);
    for (const finding of findings)
      if (!group.violations.has(finding.cause)) group.violations.set(finding.cause, finding);
    for (const finding of group.violations.values()) this.#groups.set(keyOf(finding), group);
    return group;
  }
}

/** A warning whose reason is that of invalid requests, too, as an error. */
function asErrorIfGeneral(group: Group, rejections: ReadonlySet<string>): Group {
  const violations = new Map<string, CompleteFinding>();
  for (const [cause, finding] of group.violations) {
    const { messageOfError } = finding;
    if (messageOfError === undefined || !rejections.has(cause)) return group;
    violations.set(cause, { ...finding, severity: 'error', message: messageOfError });
  }
  return { ...group, severity: 'error', violations };
}

function createGroup(check: CheckId, operation: string, [first]: readonly CompleteFinding[]): Group {
  const severity = first?.severity ?? 'error';
  return { check, operation, severity, violations: new Map(), count: 0, variants: new Set(), examples: [] };
}

function join(group: Group, other: Group): void {
  group.count += other.count;
  for (const [cause, finding] of other.violations) group.violations.set(cause, finding);
  for (const variant of other.variants) group.variants.add(variant);
  group.examples = smallest([...group.examples, ...other.examples]);
}

function addExchange(group: Group, exchange: TestExchange, findings: readonly CompleteFinding[]): void {
  group.count += 1;
  if (group.variants.size < MAX_VARIANTS) group.variants.add(exchange.description);
  const size = sizeOf(exchange);
  const { examples } = group;
  const last = examples.at(-1);
  const isExample = examples.length < MAX_EXAMPLES || (last !== undefined && size < last.size);
  if (!isExample || examples.some((one) => isSameRequest(one.exchange, exchange))) return;
  const causes = findings.map(({ cause }) => cause);
  const example = { size, exchange: createStoredExchange(exchange), causes };
  group.examples = smallest([...examples, example]);
  if (group.examples[0] !== example) return;
  // Of several violations with one cause, such as in all items of a list, the first is shown.
  for (const finding of findings.toReversed()) group.violations.set(finding.cause, finding);
}

function smallest(examples: readonly Example[]): readonly Example[] {
  return examples.toSorted((one, other) => one.size - other.size).slice(0, MAX_EXAMPLES);
}

function sizeOf({ request: { target, headers, body } }: TestExchange): number {
  return target.length + headers.flat().join('').length + (body?.length ?? 0);
}

function isSameRequest({ request: one }: StoredExchange, { request: other }: TestExchange): boolean {
  return (
    one.method === other.method &&
    one.target === other.target &&
    one.headers.join() === other.headers.join() &&
    Buffer.from(one.body ?? []).equals(Buffer.from(other.body ?? []))
  );
}

/** Copies the start of the body: a view would keep the whole body in memory. */
export function createStoredExchange({ response, ...exchange }: TestExchange, maxBody = MAX_STORED): StoredExchange {
  const { operation, phase, description, request, setup = [], steps = [] } = exchange;
  const body = Uint8Array.from(response.body.subarray(0, maxBody));
  const { length } = response.body;
  const stored = { operation, phase, description, request, setup, response: { ...response, body }, length };
  return steps.length < 2 ? stored : { ...stored, steps: steps.map(createStoredStep) };
}

function createStoredStep({ exchange: { steps: _, ...exchange }, items }: ScenarioStep): StoredStep {
  return { ...createStoredExchange(exchange, MAX_STORED_OF_STEP), ...(items && { items }) };
}

function describeGroup(group: Group): GroupedFinding {
  const { check, operation, severity, violations, count, variants, examples } = group;
  const [first, ...others] = examples as [Example, ...Example[]];
  const inOrder = [...new Set([...first.causes, ...violations.keys()])];
  const messages = [...new Set(inOrder.flatMap((cause) => violations.get(cause)?.message ?? []))];
  const left = messages.length - MAX_VIOLATIONS;
  const { description } = first.exchange;
  const causes = inOrder.toSorted();
  return {
    check,
    operation,
    severity,
    message: [...messages.slice(0, MAX_VIOLATIONS), ...(left > 0 ? [`and ${left} more`] : [])].join('; '),
    pointer: violations.get(first.causes[0] ?? '')?.pointer ?? '',
    cause: causes[0] ?? '',
    causes,
    count,
    variants: [...new Set([description, ...variants])].slice(0, MAX_VARIANTS),
    exchange: first.exchange,
    otherExchanges: others.map(({ exchange }) => exchange),
  };
}
