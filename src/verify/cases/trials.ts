// The test cases of one operation, made from its baseline request.

import type { Document, Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import { MODIFYING_METHODS } from '../../openapi/methods.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import { isCredential, show } from '../credentials.ts';
import { type Call, isCondition, type Said, writeCall } from '../requests/call.ts';
import { isOfConnection } from '../requests/connection-fields.ts';
import { meantBy } from '../requests/meant.ts';
import { isOpenPlace } from '../requests/open-places.ts';
import { otherOperation } from '../requests/other-operation.ts';
import { isRight, typeOf } from '../requests/requests.ts';
import { variations } from '../requests/variations.ts';
import type { Run } from '../run.ts';
import type { Beginning } from './accepted.ts';
import { cursorsOf, hasOtherCursor } from './cursors.ts';
import { namesAnother } from './naming.ts';
import { strangers } from './strangers.ts';
import type { Meant, Phase, Trial } from './trial.ts';

/** All test cases of an operation, except the baseline. */
export async function* trialsOf(baseline: Beginning): AsyncGenerator<Trial> {
  yield* generateExampleCases(baseline);
  yield* generateBoundaryCases(baseline);
  yield* generateMalformedBodies(baseline);
  yield* strangers(baseline);
  yield* generateHeadCases(baseline);
}

/** A test case for an input; none if it cannot be serialized. */
async function* createCase(
  { operation, credentials, varying: variationContext }: Beginning,
  input: Said,
  what: string,
  phase: Phase,
  expectation?: Meant,
): AsyncGenerator<Trial> {
  try {
    const request = writeCall(operation, input);
    if (otherOperation(variationContext.document, operation, request)) return;
    const authenticated = show(request, operation, credentials).call ?? request;
    yield {
      operation,
      phase,
      what,
      call: authenticated,
      meant: expectation ?? (await meantBy(operation, request, input)),
    };
  } catch (error) {
    if (!(error instanceof UnwritableParameter)) throw error;
  }
}

async function* generateExampleCases(baseline: Beginning): AsyncGenerator<Trial> {
  const { operation, said: input, varying: variationContext } = baseline;
  for (const type of operation.body?.mediaTypes ?? []) {
    for (const { name, value } of type.examples) {
      if (!isRight(variationContext.document, type, value)) continue;
      const isOpen = namesAnother(input.body, value);
      const what = `example ${name || 'of the request body'}`;
      for await (const one of createCase(baseline, { ...input, body: value, type }, what, 'examples'))
        yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
    }
  }
}

async function* generateBoundaryCases(baseline: Beginning): AsyncGenerator<Trial> {
  let left = baseline.most;
  for await (const one of generateVariedCases(baseline)) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

async function* generateVariedCases(baseline: Beginning): AsyncGenerator<Trial> {
  const { operation, said: input, varying: variationContext, resources } = baseline;
  const cursors = cursorsOf(resources.action(operation.id));
  for (const parameter of operation.parameters.filter((one) => !isOfConnection(one) && !isCredential(operation, one))) {
    const { name, in: location, schema, content, required } = parameter;
    if (isCondition(operation, name)) continue;
    const part = schema ?? content?.schema;
    const key = location === 'header' ? name.toLowerCase() : name;
    const put = (value: unknown): Said => ({ ...input, [location]: { ...input[location], [key]: value } });
    const current = input[location][key] ?? (part && variationContext.sample(part));
    const label = `${location} ${name}`;
    if (location !== 'path' && input[location][key] !== undefined) {
      const expectation: Meant | undefined = required
        ? { kind: 'missing', what: label, pointer: childPointer(parameter.part.pointer, 'required') }
        : undefined;
      yield* createCase(baseline, put(undefined), `${label} omitted`, required ? 'invalid' : 'boundaries', expectation);
    }
    if (!part || current === undefined) continue;
    // Another path may not exist, and another free text may be rejected.
    const isOpen = isOpenPlace(operation, parameter, baseline);
    const others = input[location][key] === undefined ? [{ value: current, pointer: '', what: 'given' }] : [];
    for (const { value, pointer, what } of [...others, ...variations(part as Part, current, variationContext)]) {
      for await (const one of createCase(baseline, put(value), `${label}${pointer} ${what}`, 'boundaries'))
        yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
    }
  }
  const { type, body } = input;
  if (!type) return;
  yield* createCase(baseline, { ...input, body: undefined }, 'without a body', 'invalid');
  if (!type.schema || body === undefined || body instanceof Uint8Array) return;
  for (const { value, pointer, what } of variations(type.schema as Part, body, variationContext)) {
    if (value === undefined) continue;
    const isOpen = hasOtherCursor(cursors, { body }, { body: value }) || namesAnother(body, value);
    for await (const one of createCase(
      baseline,
      { ...input, body: value },
      `body ${pointer || '/'} ${what}`,
      'boundaries',
    ))
      yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
  }
}

/** Malformed bodies, and bodies of an undeclared media type. */
function* generateMalformedBodies(baseline: Beginning): Generator<Trial> {
  const { operation, said: input, credentials } = baseline;
  const type = typeOf(operation);
  const media = type && cachedMediaType(type.type);
  if (!media || input.body === undefined) return;
  const request = writeCall(operation, input);
  const authenticated = show(request, operation, credentials).call ?? request;
  const expectation: Meant = { kind: 'invalid', finding: undefined };
  const malformed = (what: string, text: string | Buffer): Trial => ({
    operation,
    phase: 'invalid',
    what,
    meant: expectation,
    call: { ...authenticated, body: Buffer.from(text) },
  });
  if (isJson(media)) {
    yield malformed('truncated JSON body', '{"a":');
    yield malformed('body that is not JSON', '<a/>');
    yield malformed('body that is not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]));
  }
  const isOpen = operation.requestMediaTypes.some((one) => one.includes('*'));
  if (!isOpen) {
    const headers = authenticated.headers.map(([name, text]) =>
      name === 'Content-Type' ? ([name, 'application/x-nobody-knows'] as const) : ([name, text] as const),
    );
    yield {
      operation,
      phase: 'invalid',
      what: 'body with an undeclared media type',
      meant: expectation,
      call: { ...authenticated, headers },
    };
  }
}

async function* generateHeadCases(baseline: Beginning): AsyncGenerator<Trial> {
  const { operation, said: input, answer: response, varying: variationContext } = baseline;
  // HEAD may be documented as something else.
  if (operation.method !== 'GET') return;
  const siblings = findSiblingOperations(variationContext.document, writeCall(operation, input));
  if (siblings.some(({ method, path }) => method === 'HEAD' && path === operation.path)) return;
  for await (const one of createCase(baseline, input, 'HEAD instead of GET', 'invalid', {
    kind: 'head',
    get: response,
  }))
    yield { ...one, call: { ...one.call, method: 'HEAD' } };
}

/**
 * A request with an undeclared method: one for each path, from its first operation; on a shared server, from the first
 * that may be sent.
 */
export function* otherMethods(
  { document, credentials, session: { permission }, told: reported, worlds: sandboxes }: OtherMethodSettings,
  operation: Operation,
  request: Call,
): Generator<Trial> {
  const siblings = findSiblingOperations(document, request);
  const allowed = [...new Set(siblings.map(({ method }) => method))];
  // Many servers handle other methods themselves.
  const method = ['PATCH', ...MODIFYING_METHODS].find((one) => !allowed.includes(one));
  const key = `${method} ${siblings[0]?.path}`;
  const isFirst = sandboxes.areApart ? siblings[0] === operation : siblings.includes(operation) && !reported.has(key);
  if (method === undefined || !isFirst) return;
  const shown = show({ ...request, method, body: undefined, headers: [] }, operation, credentials);
  const expectation: Meant = { kind: 'method', allowed };
  if (!shown.call || permission.objectionTo(operation, shown.call) !== undefined) return;
  reported.add(key);
  yield { operation, phase: 'invalid', what: `with method ${method}`, meant: expectation, call: shown.call };
}

type OtherMethodSettings = Pick<Run, 'document' | 'credentials' | 'session' | 'told' | 'worlds'>;

/** All operations at the path of a request, with any method. */
function findSiblingOperations(document: Document, { target }: Call): readonly Operation[] {
  return document.operationsAt(document.base + pathOf(target));
}
