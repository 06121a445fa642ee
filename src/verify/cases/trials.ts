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
export async function* trialsOf(beginning: Beginning): AsyncGenerator<Trial> {
  yield* namedExamples(beginning);
  yield* boundaries(beginning);
  yield* brokenBodies(beginning);
  yield* strangers(beginning);
  yield* headInstead(beginning);
}

/** A test case for an input; none if it cannot be serialized. */
async function* trial(
  { operation, credentials, varying }: Beginning,
  said: Said,
  what: string,
  phase: Phase,
  meant?: Meant,
): AsyncGenerator<Trial> {
  try {
    const call = writeCall(operation, said);
    if (otherOperation(varying.document, operation, call)) return;
    const asked = show(call, operation, credentials).call ?? call;
    yield { operation, phase, what, call: asked, meant: meant ?? (await meantBy(operation, call, said)) };
  } catch (error) {
    if (!(error instanceof UnwritableParameter)) throw error;
  }
}

async function* namedExamples(beginning: Beginning): AsyncGenerator<Trial> {
  const { operation, said, varying } = beginning;
  for (const type of operation.body?.mediaTypes ?? []) {
    for (const { name, value } of type.examples) {
      if (!isRight(varying.document, type, value)) continue;
      const isOpen = namesAnother(said.body, value);
      const what = `example ${name || 'of the request body'}`;
      for await (const one of trial(beginning, { ...said, body: value, type }, what, 'examples'))
        yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
    }
  }
}

async function* boundaries(beginning: Beginning): AsyncGenerator<Trial> {
  let left = beginning.most;
  for await (const one of varied(beginning)) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

async function* varied(beginning: Beginning): AsyncGenerator<Trial> {
  const { operation, said, varying, resources } = beginning;
  const cursors = cursorsOf(resources.action(operation.id));
  for (const parameter of operation.parameters.filter((one) => !isOfConnection(one) && !isCredential(operation, one))) {
    const { name, in: place, schema, content, required } = parameter;
    if (isCondition(operation, name)) continue;
    const part = schema ?? content?.schema;
    const key = place === 'header' ? name.toLowerCase() : name;
    const put = (value: unknown): Said => ({ ...said, [place]: { ...said[place], [key]: value } });
    const here = said[place][key] ?? (part && varying.sample(part));
    const told = `${place} ${name}`;
    if (place !== 'path' && said[place][key] !== undefined) {
      const meant: Meant | undefined = required
        ? { kind: 'missing', what: told, pointer: childPointer(parameter.part.pointer, 'required') }
        : undefined;
      yield* trial(beginning, put(undefined), `${told} omitted`, required ? 'invalid' : 'boundaries', meant);
    }
    if (!part || here === undefined) continue;
    // Another path may not exist, and another free text may be rejected.
    const isOpen = isOpenPlace(operation, parameter, beginning);
    const others = said[place][key] === undefined ? [{ value: here, pointer: '', what: 'given' }] : [];
    for (const { value, pointer, what } of [...others, ...variations(part as Part, here, varying)]) {
      for await (const one of trial(beginning, put(value), `${told}${pointer} ${what}`, 'boundaries'))
        yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
    }
  }
  const { type, body } = said;
  if (!type) return;
  yield* trial(beginning, { ...said, body: undefined }, 'without a body', 'invalid');
  if (!type.schema || body === undefined || body instanceof Uint8Array) return;
  for (const { value, pointer, what } of variations(type.schema as Part, body, varying)) {
    if (value === undefined) continue;
    const isOpen = hasOtherCursor(cursors, { body }, { body: value }) || namesAnother(body, value);
    for await (const one of trial(beginning, { ...said, body: value }, `body ${pointer || '/'} ${what}`, 'boundaries'))
      yield isOpen && one.meant.kind === 'valid' ? { ...one, meant: { kind: 'open' } } : one;
  }
}

/** Malformed bodies, and bodies of an undeclared media type. */
function* brokenBodies(beginning: Beginning): Generator<Trial> {
  const { operation, said, credentials } = beginning;
  const type = typeOf(operation);
  const media = type && cachedMediaType(type.type);
  if (!media || said.body === undefined) return;
  const call = writeCall(operation, said);
  const asked = show(call, operation, credentials).call ?? call;
  const meant: Meant = { kind: 'invalid', finding: undefined };
  const broken = (what: string, text: string | Buffer): Trial => ({
    operation,
    phase: 'invalid',
    what,
    meant,
    call: { ...asked, body: Buffer.from(text) },
  });
  if (isJson(media)) {
    yield broken('truncated JSON body', '{"a":');
    yield broken('body that is not JSON', '<a/>');
    yield broken('body that is not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]));
  }
  const isOpen = operation.requestMediaTypes.some((one) => one.includes('*'));
  if (!isOpen) {
    const headers = asked.headers.map(([name, text]) =>
      name === 'Content-Type' ? ([name, 'application/x-nobody-knows'] as const) : ([name, text] as const),
    );
    yield {
      operation,
      phase: 'invalid',
      what: 'body with an undeclared media type',
      meant,
      call: { ...asked, headers },
    };
  }
}

async function* headInstead(beginning: Beginning): AsyncGenerator<Trial> {
  const { operation, said, answer, varying } = beginning;
  // HEAD may be documented as something else.
  if (operation.method !== 'GET') return;
  const there = operationsLike(varying.document, writeCall(operation, said));
  if (there.some(({ method, path }) => method === 'HEAD' && path === operation.path)) return;
  for await (const one of trial(beginning, said, 'HEAD instead of GET', 'invalid', { kind: 'head', get: answer }))
    yield { ...one, call: { ...one.call, method: 'HEAD' } };
}

/**
 * A request with an undeclared method: one for each path, from its first operation; on a shared server, from the first
 * that may be sent.
 */
export function* otherMethods(
  { document, credentials, session: { permission }, told, worlds }: OtherMethodSettings,
  operation: Operation,
  call: Call,
): Generator<Trial> {
  const there = operationsLike(document, call);
  const allowed = [...new Set(there.map(({ method }) => method))];
  // Many servers handle other methods themselves.
  const method = ['PATCH', ...MODIFYING_METHODS].find((one) => !allowed.includes(one));
  const key = `${method} ${there[0]?.path}`;
  const isTurn = worlds.areApart ? there[0] === operation : there.includes(operation) && !told.has(key);
  if (method === undefined || !isTurn) return;
  const shown = show({ ...call, method, body: undefined, headers: [] }, operation, credentials);
  const meant: Meant = { kind: 'method', allowed };
  if (!shown.call || permission.objectionTo(operation, shown.call) !== undefined) return;
  told.add(key);
  yield { operation, phase: 'invalid', what: `with method ${method}`, meant, call: shown.call };
}

type OtherMethodSettings = Pick<Run, 'document' | 'credentials' | 'session' | 'told' | 'worlds'>;

/** All operations at the path of a request, with any method. */
function operationsLike(document: Document, { target }: Call): readonly Operation[] {
  return document.operationsAt(document.base + pathOf(target));
}
