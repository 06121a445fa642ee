// The shared parts of a verify run.

import { findResources } from '../mock/resources/find-resources.ts';
import type { Resources } from '../mock/resources/resource.ts';
import { createSampler } from '../mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../mock/samples/generate/seeded-random.ts';
import type { Operation } from '../openapi/document.ts';
import type { Schema } from '../openapi/objects.ts';
import type { Part } from '../openapi/references.ts';
import { createSchemaIndex } from '../openapi/schema/schema-index.ts';
import { findCursors } from './cases/cursors-and-references.ts';
import { createGivenValues } from './cases/given-values.ts';
import { createKnownValues, type KnownValues } from './cases/known-values.ts';
import { PHASES, type Phase } from './cases/test-case.ts';
import { CHECK_IDS, type CheckId } from './checks.ts';
import type { Contracts } from './contracts/read-contracts.ts';
import { type CoverageCounter, createCoverageCounter } from './coverage/coverage.ts';
import { CreatedItems, hasListedItems } from './created/created-items.ts';
import { type AddressedItem, createAddressedItems, createCreationLog } from './created/creation-log.ts';
import { createItemProvider, type ItemProvider } from './created/item-provider.ts';
import { createRequestPermission } from './created/permission.ts';
import { createWriteRule } from './created/write-rule.ts';
import type { GroupedFinding } from './finding-groups.ts';
import { findingId } from './finding-id.ts';
import { createRequestGenerator, type RequestGenerator } from './requests/request-generator.ts';
import type { VariationContext } from './requests/variation-context.ts';
import { createRunLimits, type RunLimits } from './run-limits.ts';
import { createTestSession, type TestSession } from './session.ts';
import type { VerifySettings } from './settings.ts';

export interface Run
  extends Required<
      Pick<
        VerifySettings,
        'document' | 'sandboxes' | 'credentials' | 'callers' | 'seed' | 'maxBoundaryRequests' | 'randomRequests'
      >
    >,
    Pick<VerifySettings, 'operations'> {
  readonly phases: ReadonlySet<Phase>;
  readonly checks: readonly CheckId[];
  readonly session: TestSession;
  /** Undefined if coverage is not counted. */
  readonly coverage: CoverageCounter | undefined;
  readonly variationContext: VariationContext;
  readonly requests: RequestGenerator;
  readonly resources: Resources;
  /** Values from the server's lists. */
  readonly knownValues: KnownValues;
  readonly created: CreatedItems;
  /** Finds the items in the path of an operation. */
  findAddressedItems(operation: Operation): readonly AddressedItem[];
  readonly itemProvider: ItemProvider;
  /** Keys of problems and cases that must not repeat. */
  readonly reported: Set<string>;
  readonly contracts: Contracts;
  /** The base URL of the document's paths. */
  readonly url: string;
  readonly limits: RunLimits;
  /** Whether a finding does not fail the run. */
  isKnown(operation: Operation, finding: GroupedFinding): boolean;
  onNotice(sentence: string): void;
  /** Whether it was cancelled. */
  hasEnded(): boolean;
}

export async function createRun(settings: VerifySettings): Promise<Run> {
  const {
    document,
    sandboxes,
    operations,
    seed = 'understudy',
    maxBoundaryRequests = 500,
    randomRequests: random = 40,
    values = new Map(),
    signal,
  } = settings;
  const { contracts = new Map(), onNotice = () => undefined } = settings;
  const { limits = createRunLimits(), knownFindings = new Set() } = settings;
  const { credentials = new Map(), callers = {}, checks = CHECK_IDS, phases = PHASES, allowWrites = false } = settings;
  const coverage = settings.coverage === false ? undefined : createCoverageCounter(document);
  const resources = findResources(document);
  const findAddressedItems = createAddressedItems(document, resources);
  const created = new CreatedItems(resources);
  const writeRule = createWriteRule(document, resources, findAddressedItems, created);
  const { areIsolated } = sandboxes;
  const permission = createRequestPermission(writeRule, { ...settings, document, areIsolated, allowWrites });
  const stopping = new AbortController();
  const stopSignal = AbortSignal.any([...(signal ? [signal] : []), stopping.signal, limits.signal]);
  const { title } = document.source.bundled.info;
  const isKnown: Run['isKnown'] = (operation, finding) =>
    finding.causes.every((cause) => knownFindings.has(findingId(title, operation, { ...finding, cause })));
  const session = createTestSession({
    ...settings,
    credentials,
    checks: new Set(checks),
    permission,
    creations: createCreationLog(resources, findAddressedItems),
    created,
    coverage,
    limits,
    isKnown,
    hasItems: (operation, exchange) => hasListedItems(resources.action(operation.id), exchange),
    signal: stopSignal,
  });
  session.onOutage = () => stopping.abort();
  // Some times must be in the future. On one day, the same seed gives the same requests.
  const sampler = await createSampler(document, { reference: startOfDay(Date.now()) });
  const variationContext: VariationContext = {
    document,
    schemaIndex: createSchemaIndex(document.references, document.source.bundled.openapi),
    sample(part, key = '', hints = {}) {
      const draw = createSeededRandom(seed, `${part.pointer}${key}`);
      return sampler.sample(part as Part<Schema>, draw, { direction: 'request', hasPlainNames: true, ...hints }).value;
    },
  };
  const givenValues = createGivenValues(document, values, settings.target.headers, ({ id }, property) => {
    const { kind, requestPath, resource } = resources.action(id) ?? {};
    return kind === 'create' && requestPath?.length === 0 && resource?.id?.path?.join() === property;
  });
  const cursors = (operation: Operation) => findCursors(resources.action(operation.id));
  const requests = createRequestGenerator(document, sampler, seed, variationContext, givenValues, cursors);
  const listed = createKnownValues(resources, requests, session.sendUnchecked, givenValues);
  return {
    document,
    sandboxes,
    credentials,
    callers,
    seed,
    maxBoundaryRequests,
    randomRequests: random,
    operations,
    phases: new Set(phases),
    checks,
    session,
    coverage,
    variationContext,
    requests,
    resources,
    knownValues: listed,
    created,
    findAddressedItems,
    itemProvider: createItemProvider({
      resources,
      requests,
      session,
      created,
      findAddressedItems,
      areIsolated,
      knownValues: listed,
    }),
    reported: new Set(),
    contracts,
    url: settings.target.url + document.base,
    limits,
    isKnown,
    onNotice,
    hasEnded: () => stopSignal.aborted,
  };
}

const DAY = 86_400_000;

/** The first moment of a day, in UTC. */
function startOfDay(time: number): Date {
  return new Date(time - (time % DAY));
}
