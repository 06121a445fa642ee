// Check: the examples of the document match their schemas.

import { type BodyMediaType, type Example, parseExamples } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { describeValueFinding, type Finding } from '../../openapi/finding.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Schema, WithExamples } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import type { CheckFinding } from '../cases/test-case.ts';
import { findSchemaExamples } from '../requests/documented-values.ts';

export const examplesValid = {
  description:
    'Examples of parameters, bodies, responses, headers and schemas match their schemas. A finding is an error in the document, not in the server, and involves no request. An example that several operations share is reported once.',

  /** Yields the invalid examples of an operation. */
  *validate(document: Document, operation: Operation): Iterable<CheckFinding> {
    for (const findings of examplesValid.validateEach(document, operation)) yield* findings;
  },

  /** Yields the violations of each example of an operation, also of valid ones. */
  *validateEach(
    document: Document,
    { parameters, body, responses, references }: Operation,
  ): Iterable<readonly CheckFinding[]> {
    for (const { name, in: location, schema, content, part } of parameters) {
      const types = content ? [content] : [createExemplary(schema, part)];
      yield* checkAll(types, 'request', `of ${location} parameter ${name}`);
    }
    yield* checkAll(body?.mediaTypes ?? [], 'request', 'of the request body');
    for (const response of responses.all) {
      for (const { name, schema, content, part } of response.headers)
        yield* checkAll(
          [content ?? createExemplary(schema, part)],
          'response',
          `of header ${name} in response ${response.key}`,
        );
      yield* checkAll(response.mediaTypes, 'response', `of response ${response.key}`);
    }

    function createExemplary(schema: Part<Schema> | undefined, part: Part<object>): ExampleSource {
      return { schema, examples: parseExamples(references, part as Part<WithExamples>) };
    }

    function* checkAll(all: readonly ExampleSource[], direction: 'request' | 'response', owner: string) {
      for (const { type, schema, examples } of all) {
        if (!schema) continue;
        const check = (part: Part<Schema>, value: unknown) => document.validate(part, value, direction);
        for (const example of examples)
          yield checkExample(
            example,
            owner,
            wrong(example, type, (one) => check(schema, one)),
          );
        for (const { part, ...example } of findSchemaExamples(schema, references))
          yield checkExample(example, `in the schema ${owner}`, check(part, example.value));
      }
    }
  },
};

/** Examples, and their schema. */
type ExampleSource = Pick<BodyMediaType, 'schema' | 'examples'> & Partial<Pick<BodyMediaType, 'type'>>;

/**
 * The violation of an example. A text may be JSON; for other media types it is the serialised body, which is not
 * parsed.
 */
function wrong(
  { value }: Example,
  type: string | undefined,
  check: (value: unknown) => readonly Finding[],
): readonly Finding[] {
  const findings = check(value);
  if (findings.length === 0 || typeof value !== 'string' || type === undefined) return findings;
  const media = cachedMediaType(type);
  if (media && !isJson(media)) return [];
  try {
    return check(parseJson(value)).length === 0 ? [] : findings;
  } catch {
    return findings;
  }
}

function checkExample(
  { name, pointer, value }: Example,
  owner: string,
  [finding]: readonly Finding[],
): readonly CheckFinding[] {
  if (!finding) return [];
  const what = `${name === '' ? 'example' : `example ${name}`} ${owner}`;
  const message = `${what} does not match its schema: ${describeValueFinding(finding, value)}`;
  return [{ severity: 'error', message, pointer, cause: `${pointer} ${finding.pointer} ${finding.keyword}` }];
}
