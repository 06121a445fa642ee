// The shared parts of a verify run.

import { findResources } from '../mock/resources/find-resources.ts';
import type { Resources } from '../mock/resources/resource.ts';
import { createSampler } from '../mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../mock/samples/generate/seeded-random.ts';
import type { Operation } from '../openapi/document.ts';
import type { Schema } from '../openapi/objects.ts';
import type { Part } from '../openapi/references.ts';
import { createSchemaIndex } from '../openapi/schema/schema-index.ts';
import { cursorsOf } from './cases/cursors.ts';
import { createGivenValues } from './cases/given-values.ts';
import { createKnownValues, type KnownValues } from './cases/known-values.ts';
import { PHASES, type Phase } from './cases/trial.ts';
import { CHECK_IDS, type CheckId } from './checks.ts';
import type { Contracts } from './contracts/read-contracts.ts';
import { type CoverageCount, countCoverage } from './coverage/coverage.ts';
import { type AddressedItem, createAddressedItems } from './created/addressed-items.ts';
import { CreatedItems } from './created/created-items.ts';
import { createMade, type Made } from './created/made.ts';
import { createPermission } from './created/permission.ts';
import { createWriteRule } from './created/write-rule.ts';
import { createRequests, type Requests } from './requests/requests.ts';
import type { Varying } from './requests/varying.ts';
import { createSession, type Session } from './session.ts';
import type { VerifySettings } from './settings.ts';

export interface Run
  extends Required<Pick<VerifySettings, 'document' | 'worlds' | 'credentials' | 'seed' | 'most' | 'random'>>,
    Pick<VerifySettings, 'operations'> {
  readonly phases: ReadonlySet<Phase>;
  readonly checks: readonly CheckId[];
  readonly session: Session;
  /** Undefined if coverage is not counted. */
  readonly coverage: CoverageCount | undefined;
  readonly varying: Varying;
  readonly requests: Requests;
  readonly resources: Resources;
  /** Values from the server's lists. */
  readonly listed: KnownValues;
  readonly created: CreatedItems;
  /** Finds the items in the path of an operation. */
  itemsIn(operation: Operation): readonly AddressedItem[];
  readonly made: Made;
  /** Keys of problems and cases that must not repeat. */
  readonly told: Set<string>;
  readonly contracts: Contracts;
  /** The base URL of the document's paths. */
  readonly url: string;
  onNotice(sentence: string): void;
  /** Whether it was cancelled. */
  hasEnded(): boolean;
}

export async function createRun(settings: VerifySettings): Promise<Run> {
  const {
    document,
    worlds: sandboxes,
    operations,
    seed = 'understudy',
    most = 300,
    random = 40,
    values = new Map(),
    signal,
  } = settings;
  const { contracts = new Map(), onNotice = () => undefined } = settings;
  const { credentials = new Map(), checks = CHECK_IDS, phases = PHASES, allowWrites = false } = settings;
  const coverage = settings.coverage === false ? undefined : countCoverage(document);
  const resources = findResources(document);
  const findAddressedItems = createAddressedItems(document, resources);
  const created = new CreatedItems(resources);
  const writeRule = createWriteRule(document, resources, findAddressedItems, created);
  const { areApart: areIsolated } = sandboxes;
  const permission = createPermission(writeRule, { ...settings, document, areApart: areIsolated, allowWrites });
  const stopping = new AbortController();
  const stopSignal = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const session = createSession({
    ...settings,
    credentials,
    checks: new Set(checks),
    permission,
    created,
    coverage,
    signal: stopSignal,
  });
  session.onOutage = () => stopping.abort();
  const sampler = await createSampler(document);
  const variationContext: Varying = {
    document,
    places: createSchemaIndex(document.references, document.source.bundled.openapi),
    sample(part, key = '') {
      const draw = createSeededRandom(seed, `${part.pointer}${key}`);
      return sampler.sample(part as Part<Schema>, draw, { direction: 'request' }).value;
    },
  };
  const givenValues = createGivenValues(document, values, settings.target.headers);
  const cursors = (operation: Operation) => cursorsOf(resources.action(operation.id));
  const requests = createRequests(document, sampler, seed, variationContext, givenValues, cursors);
  const listed = createKnownValues(resources, requests, session.ask, givenValues);
  return {
    document,
    worlds: sandboxes,
    credentials,
    seed,
    most,
    random,
    operations,
    phases: new Set(phases),
    checks,
    session,
    coverage,
    varying: variationContext,
    requests,
    resources,
    listed,
    created,
    itemsIn: findAddressedItems,
    made: createMade({
      resources,
      requests,
      session,
      created,
      itemsIn: findAddressedItems,
      areApart: areIsolated,
      listed,
    }),
    told: new Set(),
    contracts,
    url: settings.target.url + document.base,
    onNotice,
    hasEnded: () => stopSignal.aborted,
  };
}
