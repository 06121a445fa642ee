// The test cases of one operation, made from its starting request.

import type { Document, Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import { MODIFYING_METHODS } from '../../openapi/methods.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import { addCredentials, isCredential } from '../credentials.ts';
import { generateExampleInputs } from '../requests/documented-examples.ts';
import { findSentExample } from '../requests/documented-values.ts';
import { expectationOf, isOpenParameter } from '../requests/expectation.ts';
import { findOtherOperation } from '../requests/find-other-operation.ts';
import { getRequestBodyType } from '../requests/request-generator.ts';
import { isConnectionHeader } from '../requests/request-headers.ts';
import {
  isCondition,
  type RequestInput,
  type SerializedRequest,
  serializeRequest,
} from '../requests/serialize-request.ts';
import { generateVariations } from '../requests/variations.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { changesReference, findCursors, hasOtherCursor } from './cursors-and-references.ts';
import type { Expectation, Phase, TestCase } from './test-case.ts';
import { generateUnauthenticatedCases } from './unauthenticated-cases.ts';
import type { RenewedInput } from './unique-values.ts';

/** All test cases of an operation, except the starting request. */
export async function* generateCases(context: CaseContext): AsyncGenerator<TestCase> {
  yield* generateExampleCases(context);
  yield* generateBoundaryCases(context);
  yield* generateMalformedBodies(context);
  yield* generateUnauthenticatedCases(context);
  yield* generateHeadCases(context);
}

/** A test case for an input; none if it cannot be serialized. */
async function* createCase(
  { operation, credentials, variationContext, uniqueValues, input: accepted }: CaseContext,
  input: RequestInput,
  what: string,
  phase: Phase,
  expectation?: Expectation,
): AsyncGenerator<TestCase> {
  const renewed = uniqueValues.renew(input);
  const request = serializeRequest(operation, renewed.input).value;
  if (!request || findOtherOperation(variationContext.document, operation, request)) return;
  yield {
    operation,
    phase,
    description: what,
    request: addCredentials(request, operation, credentials).value ?? request,
    expectation: expectation ?? openIfDuplicate(renewed, await expectationOf(operation, request, renewed.input)),
    ...(phase === 'examples' &&
      !renewed.mayBeDuplicate && { example: findSentExample(operation, renewed.input, accepted) }),
  };
}

/** A valid request may be rejected as a duplicate. */
export function openIfDuplicate({ mayBeDuplicate }: RenewedInput, expectation: Expectation): Expectation {
  return mayBeDuplicate && expectation.kind === 'valid' ? { kind: 'open' } : expectation;
}

async function* generateExampleCases(context: CaseContext): AsyncGenerator<TestCase> {
  const { operation, input, variationContext } = context;
  for (const { input: sent, description, parameters } of generateExampleInputs(operation, input, variationContext)) {
    const isOpen =
      changesReference(input.body, sent.body) ||
      parameters.some((parameter) => isOpenParameter(operation, parameter, context));
    for await (const one of createCase(context, sent, description, 'examples')) {
      // The check example-accepted judges it.
      if (one.expectation.kind !== 'valid') yield { ...one, example: undefined };
      else yield one.example !== undefined || isOpen ? { ...one, expectation: { kind: 'open' } } : one;
    }
  }
}

async function* generateBoundaryCases(context: CaseContext): AsyncGenerator<TestCase> {
  let left = context.maxBoundaryRequests;
  for await (const one of generateVariedCases(context)) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

async function* generateVariedCases(context: CaseContext): AsyncGenerator<TestCase> {
  const { operation, input, variationContext, resources } = context;
  const cursors = findCursors(resources.action(operation.id));
  for (const parameter of operation.parameters.filter(
    (one) => !isConnectionHeader(one) && !isCredential(operation, one),
  )) {
    const { name, in: location, schema, content, required } = parameter;
    if (isCondition(operation, name)) continue;
    const part = schema ?? content?.schema;
    const key = location === 'header' ? name.toLowerCase() : name;
    const put = (value: unknown): RequestInput => ({ ...input, [location]: { ...input[location], [key]: value } });
    const current = input[location][key] ?? (part && variationContext.sample(part));
    const label = `${location} ${name}`;
    if (location !== 'path' && input[location][key] !== undefined) {
      const expectation: Expectation | undefined = required
        ? { kind: 'missing', what: label, pointer: childPointer(parameter.part.pointer, 'required') }
        : undefined;
      yield* createCase(context, put(undefined), `${label} omitted`, required ? 'invalid' : 'boundaries', expectation);
    }
    if (!part || current === undefined) continue;
    // Another path may not exist, and another free text may be rejected.
    const isOpen = isOpenParameter(operation, parameter, context);
    const others = input[location][key] === undefined ? [{ value: current, pointer: '', description: 'given' }] : [];
    for (const { value, pointer, description } of [
      ...others,
      ...generateVariations(part as Part, current, variationContext),
    ]) {
      for await (const one of createCase(context, put(value), `${label}${pointer} ${description}`, 'boundaries'))
        yield isOpen && one.expectation.kind === 'valid' ? { ...one, expectation: { kind: 'open' } } : one;
    }
  }
  const { type, body } = input;
  if (!type) return;
  yield* createCase(context, { ...input, body: undefined }, 'without a body', 'invalid');
  if (!type.schema || body === undefined || body instanceof Uint8Array) return;
  for (const { value, pointer, description } of generateVariations(type.schema as Part, body, variationContext)) {
    if (value === undefined) continue;
    const isOpen = hasOtherCursor(cursors, { body }, { body: value }) || changesReference(body, value);
    for await (const one of createCase(
      context,
      { ...input, body: value },
      `body ${pointer || '/'} ${description}`,
      'boundaries',
    ))
      yield isOpen && one.expectation.kind === 'valid' ? { ...one, expectation: { kind: 'open' } } : one;
  }
}

/** Malformed bodies, and bodies of an undeclared media type. */
function* generateMalformedBodies(context: CaseContext): Generator<TestCase> {
  const { operation, credentials, uniqueValues } = context;
  const { input } = uniqueValues.renew(context.input);
  const type = getRequestBodyType(operation);
  const media = type && cachedMediaType(type.type);
  if (!media || input.body === undefined) return;
  const request = serializeRequest(operation, input).value;
  if (!request) return;
  const authenticated = addCredentials(request, operation, credentials).value ?? request;
  const expectation: Expectation = { kind: 'invalid', finding: undefined };
  const malformed = (what: string, text: string | Buffer): TestCase => ({
    operation,
    phase: 'invalid',
    description: what,
    expectation,
    request: { ...authenticated, body: Buffer.from(text) },
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
      description: 'body with an undeclared media type',
      expectation,
      request: { ...authenticated, headers },
    };
  }
}

async function* generateHeadCases(context: CaseContext): AsyncGenerator<TestCase> {
  const { operation, input, response, variationContext } = context;
  // HEAD may be documented as something else.
  if (operation.method !== 'GET') return;
  const request = serializeRequest(operation, input).value;
  const siblings = request ? findSiblingOperations(variationContext.document, request) : [];
  if (siblings.some(({ method, path }) => method === 'HEAD' && path === operation.path)) return;
  for await (const one of createCase(context, input, 'HEAD instead of GET', 'invalid', {
    kind: 'head',
    get: response,
  }))
    yield { ...one, request: { ...one.request, method: 'HEAD' } };
}

/**
 * A request with an undeclared method: one for each path, from its first operation; on a shared server, from the first
 * that may be sent.
 */
export function* generateMethodCases(
  { document, credentials, session: { permission }, reported, sandboxes }: OtherMethodSettings,
  operation: Operation,
  request: SerializedRequest,
): Generator<TestCase> {
  const siblings = findSiblingOperations(document, request);
  const allowed = [...new Set(siblings.map(({ method }) => method))];
  // Many servers handle other methods themselves.
  const method = ['PATCH', ...MODIFYING_METHODS].find((one) => !allowed.includes(one));
  const key = `${method} ${siblings[0]?.path}`;
  const isFirst = sandboxes.areIsolated
    ? siblings[0] === operation
    : siblings.includes(operation) && !reported.has(key);
  if (method === undefined || !isFirst) return;
  const shown = addCredentials({ ...request, method, body: undefined, headers: [] }, operation, credentials).value;
  const expectation: Expectation = { kind: 'method', allowed };
  if (!shown || permission.findRequestDenial(operation, shown) !== undefined) return;
  reported.add(key);
  yield { operation, phase: 'invalid', description: `with method ${method}`, expectation, request: shown };
}

type OtherMethodSettings = Pick<Run, 'document' | 'credentials' | 'session' | 'reported' | 'sandboxes'>;

/** All operations at the path of a request, with any method. */
function findSiblingOperations(document: Document, { target }: SerializedRequest): readonly Operation[] {
  return document.operationsAt(document.base + pathOf(target));
}
