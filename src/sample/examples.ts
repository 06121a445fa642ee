// The examples of a document, as answers: those named as an example that the request is like, else the first that is right.

import { acceptable } from '../openapi/accept.ts';
import type { Answer } from '../openapi/answers.ts';
import type { BodyType, Example } from '../openapi/content.ts';
import { examplesOf } from '../openapi/content.ts';
import type { Operation, RequestParts } from '../openapi/document.ts';
import { isRecord } from '../openapi/is-record.ts';
import { isJson, knownMediaType } from '../openapi/media-type.ts';
import { flatSchema } from '../openapi/schemas/flat-schema.ts';
import { typeOf } from '../openapi/schemas/sample.ts';
import { wordsOf } from '../openapi/words.ts';

/** An example as the body of an answer. */
export interface ExampleAnswer {
  readonly answer: Answer;
  readonly type: BodyType;
  readonly example: Example;
}

/** The media types of an answer, those that its client likes best first; where it accepts none, as for those who accept all. */
export function typesFor({ mediaTypes }: Answer, accept: string | undefined): readonly BodyType[] {
  const bodies = mediaTypes.filter(({ type }) => !/^application\/(grpc|connect)\b/i.test(type));
  const keys = bodies.map(({ type }) => type);
  const accepted = acceptable(keys, accept);
  const liked = accepted.length > 0 ? accepted : acceptable(keys, undefined);
  return liked.flatMap(({ key }) => bodies.find(({ type }) => type === key) ?? []);
}

/** The examples of an answer that the document allows, in the media type that its client likes best. */
export function* rightExamples(
  operation: Operation,
  answer: Answer,
  status: number,
  accept: string | undefined,
): Generator<ExampleAnswer> {
  for (const type of typesFor(answer, accept).slice(0, 1)) {
    for (const example of wantedFirst(type.examples, wordsOf(operation).example)) {
      if (isRight(operation, status, type, example.value)) yield { answer, type, example };
    }
  }
}

/** @param wanted - the name of the one that people say */
function wantedFirst(examples: readonly Example[], wanted: string | undefined): readonly Example[] {
  const found = examples.find(({ name }) => name === wanted);
  return found ? [found, ...examples.filter((one) => one !== found)] : examples;
}

/** Whether an example may be sent. A text that stands for structured data in another media type than JSON is not read here, so it may not. */
export function isRight(operation: Operation, status: number, type: BodyType, value: unknown): boolean {
  const media = knownMediaType(type.type);
  if (!media || value === undefined) return false;
  if (!isJson(media) && typeof value === 'string' && type.schema) {
    const kind = typeOf(flatSchema(type.schema.value, operation.references));
    if (kind !== undefined && kind !== 'string') return false;
  }
  return operation.checkOutput(status, value, type).length === 0;
}

/** The names of examples that a request is like: each value that has an example of this name is that one, or has it in it. */
export function namesAlike(operation: Operation, parts: RequestParts): readonly string[] {
  const verdicts = new Map<string, boolean>();
  const judge = (name: string, isLike: boolean) => {
    if (name !== '') verdicts.set(name, isLike && verdicts.get(name) !== false);
  };
  for (const { name, in: place, part } of operation.parameters) {
    const sent = parts[place][place === 'header' ? name.toLowerCase() : name];
    for (const { name: key, value } of examplesOf(operation.references, part)) judge(key, isLike(sent, value));
  }
  const bodies = operation.body?.mediaTypes.flatMap(({ examples }) => examples) ?? [];
  const named = new Map<string, boolean>();
  for (const { name, value } of bodies) named.set(name, named.get(name) === true || isLike(parts.body, value));
  for (const [name, is] of named) judge(name, is);
  return [...verdicts].filter(([, is]) => is).map(([name]) => name);
}

/** Whether a value is an example, or holds all that is in it. */
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
  // Values in paths and queries of which nothing is said are texts.
  return value === example || (value !== undefined && value !== null && String(value) === String(example));
}
