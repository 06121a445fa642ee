// Other-caller scenario: whether a second caller can reach an item of the first.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { OperationKind, ResourceAction } from '../../mock/resources/resource.ts';
import { readOperationAnnotations } from '../../openapi/annotations.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { otherCallerRejected } from '../checks/scenario/other-caller-rejected.ts';
import { UNIQUE_LENGTH } from '../created/write-rule.ts';
import { type CredentialsByScheme, findGivenAlternative } from '../credentials.ts';
import { type CrudOperations, getSentItem, hasAllParents, isConclusive, pathValuesFor } from './crud.ts';
import { hasEffect, type Likeness, likenessOf } from './item-likeness.ts';
import { type ReadList, readList } from './read-list.ts';
import {
  createInput,
  findCreatedId,
  getResponseItem,
  type ScenarioContext,
  sendWithExistingIds,
} from './scenario-context.ts';

/** The requests of the other caller for an item of the first. */
interface Attempts {
  readonly create: ResourceAction;
  /** Reads the item for the first caller. */
  readonly read: ResourceAction | undefined;
  readonly list: ResourceAction | undefined;
  readonly remove: ResourceAction | undefined;
  /** Reads of the item and its parts, changes, and actions; the deletion last. */
  readonly ofItem: readonly ResourceAction[];
  /** Whether the document keeps an operation for one caller, and the other has credentials for it. */
  isTested(action: ResourceAction): boolean;
}

const CHECK = 'other-caller-rejected';
/** In the order of the attempts. */
const ITEM_KINDS: readonly OperationKind[] = ['read', 'replace', 'change', 'act', 'delete'];

/** @param other - the credentials of the other caller */
export function findAttempts(
  { create, read, list, remove }: CrudOperations,
  actions: readonly ResourceAction[],
  other: CredentialsByScheme,
): Attempts {
  const rank = ({ kind, part }: ResourceAction) =>
    kind === 'delete' && part.length === 0 ? ITEM_KINDS.length : ITEM_KINDS.indexOf(kind);
  return {
    create,
    read,
    list,
    remove,
    ofItem: actions
      .filter(({ kind, resource }) => resource === create.resource && ITEM_KINDS.includes(kind))
      .filter((one) => one.parameter !== undefined && one.idProperty === undefined && hasAllParents(one, create))
      .toSorted((one, second) => rank(one) - rank(second)),
    isTested: ({ operation }) =>
      operation.secured &&
      readOperationAnnotations(operation).shared !== true &&
      findGivenAlternative(operation, other) !== undefined,
  };
}

/**
 * Runs the scenario, and reports the results of its check.
 *
 * @param own - sends as the first caller
 * @param other - sends as the second one
 * @param known - parent values, by the parameter names of `create`
 */
export async function testOtherCaller(
  own: ScenarioContext,
  other: ScenarioContext,
  attempts: Attempts,
  known: PathValues,
): Promise<void> {
  const { create, read, list, isTested } = attempts;
  const tested = attempts.ofItem.filter(isTested);
  // A PUT creates an item with a new id.
  const parentValues = Object.fromEntries(Object.entries(known).filter(([name]) => name !== create.parameter));
  const base = createInput(own, create, parentValues, { key: 'of the first caller' });
  if (!base || (tested.length === 0 && !(list && isTested(list)))) return;
  const { path: parents } = base;
  const statuses: number[] = [];
  const caller: ScenarioContext = {
    ...other,
    async send(action, input, what) {
      const exchange = await other.send(action, input, what);
      if (exchange) statuses.push(exchange.response.status);
      return exchange;
    },
  };
  const readOtherList = async () =>
    list && isTested(list) ? readList(caller, list, pathValuesFor(list, create, parents, '')) : undefined;
  const before = await readOtherList();
  if (statuses.some((status) => status === 401) || (list?.parents.length === 0 && statuses.includes(403))) {
    const reason = `the list of the other caller was rejected with ${statuses.at(-1)}: check its credentials`;
    for (const action of tested) own.reportUntested(CHECK, action, reason);
    return;
  }
  const [input, created] = await sendWithExistingIds(own, create, base, 'create as the first caller');
  const sentId = create.parameter === undefined ? undefined : input.path[create.parameter];
  if (!created || created.response.status >= 300) return;
  const id = isStringOrNumber(sentId) ? sentId : findCreatedId(create, created, input.body);
  if (id === undefined || own.existedBefore(create, parents, id)) return;
  const valuesFor = (action: ResourceAction) => pathValuesFor(action, create, parents, id);
  const send = async (context: ScenarioContext, action: ResourceAction, what: string) => {
    const request = createInput(own, action, valuesFor(action), { width: 'least', examples: true });
    return request && context.send(action, request, what);
  };
  const readOwn = async (): Promise<TestExchange | undefined> => {
    const exchange = read && (await send(own, read, 'read as the first caller'));
    return exchange && isConclusive(exchange) ? exchange : undefined;
  };
  const first = await readOwn();
  if (first && first.response.status >= 300) return;
  const likeness = createLikeness(read, create, first ?? created, getSentItem(create, input), id);

  // Each caller may have ids of its own: then the id is that of another item.
  const isOwnId = before?.ids.includes(String(id)) ?? false;
  if (isOwnId) return;
  let theirs: TestExchange | undefined;
  // Where anyone may read the item, each caller has the same item with this id.
  let isSeen = read !== undefined && !read.operation.secured && first !== undefined;
  for (const action of tested.filter(({ kind }) => kind === 'read')) {
    const exchange = await send(caller, action, 'read as the other caller');
    if (!exchange || isUnknownCaller(exchange, action)) continue;
    const { status } = exchange.response;
    const isItem = action.part.length === 0;
    const mine = isItem ? undefined : await send(own, action, 'read as the first caller');
    const shown = isItem ? likeness(getResponseItem(action, exchange)) : likenessOfParts(mine, exchange);
    if (action === read) theirs = exchange;
    if (action === read) isSeen = status < 300 && shown !== 'other';
    const success = status >= 300 ? 'none' : shown === 'same' ? 'proven' : isItem ? 'possible' : 'none';
    own.report(CHECK, exchange, otherCallerRejected.evaluate({ attempt: 'read', status, success }));
  }

  const after = await readOtherList();
  if (after && list && !isSeen) {
    const item = findItem(list, after, id);
    const isRejected = (theirs?.response.status ?? 0) >= 400;
    const success = item === undefined ? 'none' : isRejected && likeness(item) === 'same' ? 'proven' : 'possible';
    const { exchange } = after;
    const { status } = exchange.response;
    own.report(CHECK, exchange, otherCallerRejected.evaluate({ attempt: 'list', status, success }));
  }

  const changes = tested.filter(({ kind }) => kind !== 'read');
  if (!mayChange(theirs, isSeen, before, id)) {
    for (const action of changes)
      own.reportUntested(CHECK, action, 'the other caller may have an item with the same id');
    return;
  }
  for (const action of changes) {
    if (action === attempts.remove) await attemptDeletion(action);
    else await attemptChange(action);
  }

  async function attemptChange(action: ResourceAction): Promise<void> {
    const mayCreate = action.isUpsert && !isSeen;
    if (mayCreate && !(attempts.remove && isTested(attempts.remove)))
      return own.reportUntested(
        CHECK,
        action,
        'it could create an item of the other caller, which no operation deletes',
      );
    const [steady, previous] = [await readOwn(), await readOwn()];
    const request = createInput(own, action, valuesFor(action), { key: 'of the other caller' });
    const exchange = request && (await caller.send(action, request, `${action.kind} as the other caller`));
    if (!exchange || isUnknownCaller(exchange, action)) return;
    const { status } = exchange.response;
    const now = status < 300 ? await readOwn() : undefined;
    const isGone = now !== undefined && now.response.status >= 400;
    const [one, two, three] = [steady, previous, now].map((each) => read && each && getResponseItem(read, each));
    const isChanged =
      isGone || hasEffect({ steady: one, previous: two, now: three, sent: getSentItem(action, request) });
    if (status < 300 && !isChanged && (await removeOfOther())) return;
    const success = status >= 300 ? 'none' : isChanged ? 'proven' : 'possible';
    own.report(CHECK, exchange, otherCallerRejected.evaluate({ attempt: 'change', status, success }));
  }

  /** Deletes the item that a change of the other caller has created. @returns whether there was one */
  async function removeOfOther(): Promise<boolean> {
    const exchange = read && !isSeen ? await send(caller, read, 'read as the other caller') : undefined;
    if (!exchange || exchange.response.status >= 300) return false;
    if (attempts.remove) await send(caller, attempts.remove, 'delete what the other caller created');
    return true;
  }

  async function attemptDeletion(action: ResourceAction): Promise<void> {
    const exchange = await send(caller, action, 'delete as the other caller');
    if (!exchange || isUnknownCaller(exchange, action)) return;
    const { status } = exchange.response;
    const now = status < 300 ? await readOwn() : undefined;
    const rest = status < 300 && !now && list ? await readList(own, list, valuesFor(list)) : undefined;
    const isListed = rest?.ids.includes(String(id));
    const isGone = now ? now.response.status >= 400 : isListed === false && rest?.isWhole === true;
    const isKept = now ? now.response.status < 300 : isListed === true;
    const success = status >= 300 || isKept ? 'none' : isGone ? 'proven' : 'possible';
    own.report(CHECK, exchange, otherCallerRejected.evaluate({ attempt: 'delete', status, success }));
  }

  /** Whether a rejection has another reason than the owner of the item; then it is reported. */
  function isUnknownCaller({ response: { status } }: TestExchange, action: ResourceAction): boolean {
    const isInput = status === 400 || (status > 404 && status < 500 && status !== 405 && status !== 410);
    if (status !== 401 && !isInput) return false;
    const hint = status === 401 ? ': check the credentials of the other caller' : ', perhaps for another reason';
    own.reportUntested(CHECK, action, `it was rejected with ${status}${hint}`);
    return true;
  }
}

/** Returns how much of the item of the first caller a value shows. */
function createLikeness(
  read: ResourceAction | undefined,
  create: ResourceAction,
  exchange: TestExchange,
  sent: unknown,
  id: string | JsonNumber,
): (shown: unknown) => Likeness {
  const item = getResponseItem(exchange.operation === read?.operation ? read : create, exchange);
  return (shown) => {
    const place = create.resource.id?.path;
    const shownId = place && getAtPath(shown, place);
    return shownId !== undefined && String(shownId) !== String(id) ? 'other' : likenessOf(shown, item, sent);
  };
}

/** Whether the other caller reads the same part of an item. An empty part shows nothing. */
function likenessOfParts(mine: TestExchange | undefined, theirs: TestExchange): Likeness {
  if (!mine || mine.response.status >= 300 || mine.response.body.length <= '{}\n'.length) return 'other';
  return Buffer.from(mine.response.body).equals(theirs.response.body) ? 'same' : 'other';
}

function findItem({ resource }: ResourceAction, { items, ids }: ReadList, id: string | JsonNumber): unknown {
  return resource.id ? items[ids.indexOf(String(id))] : undefined;
}

/**
 * Whether a change by the other caller can only reach the item of the run: the other caller sees this item, is
 * rejected when it reads it, or has no item with this id. Anyone sees an item that is read without authentication.
 */
function mayChange(
  theirs: TestExchange | undefined,
  isSeen: boolean,
  before: ReadList | undefined,
  id: string | JsonNumber,
): boolean {
  if (theirs) return isSeen || theirs.response.status >= 400;
  return isSeen || String(id).length >= UNIQUE_LENGTH || before?.isWhole === true;
}
