// Chooses a documented example for a response: one that matches the request, or the first valid one.

import { readOperationAnnotations } from '../../openapi/annotations.ts';
import type { BodyMediaType, Example } from '../../openapi/content.ts';
import { parseExamples } from '../../openapi/content.ts';
import type { Operation, RequestParts } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import { negotiateMediaTypes } from '../../openapi/negotiate-media-types.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { BodyTools } from '../../server/pipeline/body-tools.ts';

/** An example as a response body. */
export interface ExampleResponse {
  readonly response: OperationResponse;
  readonly type: BodyMediaType;
  readonly example: Example;
}

/** The media types of a response, the client's preferred ones first; if it accepts none, as if it accepted all. */
export function acceptableTypes(
  { mediaTypes }: OperationResponse,
  accept: string | undefined,
): readonly BodyMediaType[] {
  const bodies = mediaTypes.filter(({ type }) => !/^application\/(grpc|connect)\b/i.test(type));
  const keys = bodies.map(({ type }) => type);
  const accepted = negotiateMediaTypes(keys, accept);
  const liked = accepted.length > 0 ? accepted : negotiateMediaTypes(keys, undefined);
  return liked.flatMap(({ key }) => bodies.find(({ type }) => type === key) ?? []);
}

/** The context of a validation. */
interface Judged {
  readonly operation: Operation;
  readonly parts: RequestParts;
  readonly accept: string | undefined;
  readonly bodies: BodyTools;
}

/** The valid examples of a response, in the client's preferred media type. */
export async function* validExamples(
  { operation, accept, bodies, parts }: Judged,
  response: OperationResponse,
  status: number,
): AsyncGenerator<ExampleResponse> {
  for (const type of acceptableTypes(response, accept).slice(0, 1)) {
    const { example: wanted } = readOperationAnnotations(operation);
    for (const example of wantedFirst(consistentFirst(type.examples, operation, parts), wanted)) {
      const value = await valueOfExample({ operation, bodies }, status, type, example.value);
      if (value !== undefined) yield { response, type, example: { ...example, value } };
    }
  }
}

/** Examples that contradict the request come last. */
function consistentFirst(
  examples: readonly Example[],
  { parameters }: Operation,
  parts: RequestParts,
): readonly Example[] {
  if (examples.length < 2) return examples;
  const sent = parameters.flatMap(({ name, in: location }) => {
    const value = location === 'path' || location === 'query' ? parts[location][name] : undefined;
    return typeof value === 'object' || value === undefined ? [] : [[name, String(value)] as const];
  });
  const contradictions = ({ value }: Example) =>
    sent.filter(([name, text]) => {
      const own = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      return own !== undefined && own !== null && typeof own !== 'object' && String(own) !== text;
    }).length;
  return examples.toSorted((one, other) => contradictions(one) - contradictions(other));
}

/** @param wanted - the name of the preferred example */
function wantedFirst(examples: readonly Example[], wanted: string | undefined): readonly Example[] {
  const found = examples.find(({ name }) => name === wanted);
  return found ? [found, ...examples.filter((one) => one !== found)] : examples;
}

/**
 * The value to send for an example: itself, or the value of a JSON text; undefined if it is invalid. A text of
 * structured data, such as XML, is parsed as clients parse it.
 */
export async function valueOfExample(
  { operation, bodies }: Pick<Judged, 'operation' | 'bodies'>,
  status: number,
  type: BodyMediaType,
  value: unknown,
): Promise<unknown> {
  const { references } = operation;
  const media = cachedMediaType(type.type);
  if (!media || value === undefined) return undefined;
  const isValid = (one: unknown) => operation.validateResponse(status, one, type).length === 0;
  const kind = typeof value === 'string' && type.schema && sampleTypeOf(flattenSchema(type.schema.value, references));
  if (typeof value !== 'string' || !kind || kind === 'string') return isValid(value) ? value : undefined;
  const parsed = await bodies.read(value, type, references).catch(() => value);
  if (!isValid(parsed)) return undefined;
  return isJson(media) ? parsed : value;
}

/** The names of examples that a request is like: each value that has an example of this name is that one, or has it in it. */
export function namesAlike(operation: Operation, parts: RequestParts): readonly string[] {
  const verdicts = new Map<string, boolean>();
  const judge = (name: string, isLike: boolean) => {
    if (name !== '') verdicts.set(name, isLike && verdicts.get(name) !== false);
  };
  for (const { name, in: place, part } of operation.parameters) {
    const sent = parts[place][place === 'header' ? name.toLowerCase() : name];
    for (const { name: key, value } of parseExamples(operation.references, part)) judge(key, isLike(sent, value));
  }
  const bodies = operation.body?.mediaTypes.flatMap(({ examples }) => examples) ?? [];
  const named = new Map<string, boolean>();
  for (const { name, value } of bodies) named.set(name, named.get(name) === true || isLike(parts.body, value));
  for (const [name, is] of named) judge(name, is);
  return [...verdicts].filter(([, is]) => is).map(([name]) => name);
}

/** Whether a value equals an example, or contains all of its parts. */
function isLike(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) {
    return (
      Array.isArray(value) &&
      value.length === example.length &&
      example.every((one, index) => isLike(value[index], one))
    );
  }
  if (isRecord(example)) {
    return (
      isRecord(value) &&
      Object.entries(example).every(([name, one]) => Object.hasOwn(value, name) && isLike(value[name], one))
    );
  }
  // Undeclared path and query values are texts.
  return value === example || (value !== undefined && typeof value !== 'object' && String(value) === String(example));
}
