// Check: the examples of the document match their schemas.

import { type BodyMediaType, type Example, parseExamples } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Schema, WithExamples } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import type { Complaint } from '../cases/trial.ts';
import { examplesIn } from '../requests/schema-examples.ts';

export const examplesValid = {
  meaning:
    'Examples of parameters, bodies, responses, headers and schemas match their schemas. A finding is an error in the document, not in the server, and involves no request. An example that several operations share is reported once.',

  /** Yields the invalid examples of an operation. */
  *tell(document: Document, { parameters, body, responses: answers, references }: Operation): Iterable<Complaint> {
    for (const { name, in: where, schema, content, part } of parameters) {
      const types = content ? [content] : [fieldOf(schema, part)];
      yield* complaintsOf(types, 'request', `of ${where} parameter ${name}`);
    }
    yield* complaintsOf(body?.mediaTypes ?? [], 'request', 'of the request body');
    for (const answer of answers.all) {
      for (const { name, schema, content, part } of answer.headers)
        yield* complaintsOf(
          [content ?? fieldOf(schema, part)],
          'response',
          `of header ${name} in response ${answer.key}`,
        );
      yield* complaintsOf(answer.mediaTypes, 'response', `of response ${answer.key}`);
    }

    function fieldOf(schema: Part<Schema> | undefined, part: Part<object>): Exemplary {
      return { schema, examples: parseExamples(references, part as Part<WithExamples>) };
    }

    function* complaintsOf(all: readonly Exemplary[], direction: 'request' | 'response', whose: string) {
      for (const { type, schema, examples } of all) {
        if (!schema) continue;
        const check = (part: Part<Schema>, value: unknown) => document.validate(part, value, direction);
        for (const example of examples)
          yield* complaint(
            example,
            whose,
            wrong(example, type, (one) => check(schema, one)),
          );
        for (const { part, ...example } of examplesIn(schema, references))
          yield* complaint(example, `in the schema ${whose}`, check(part, example.value));
      }
    }
  },
};

/** Examples, and their schema. */
type Exemplary = Pick<BodyMediaType, 'schema' | 'examples'> & Partial<Pick<BodyMediaType, 'type'>>;

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
    return check(JSON.parse(value)).length === 0 ? [] : findings;
  } catch {
    return findings;
  }
}

function* complaint({ name, pointer }: Example, whose: string, [finding]: readonly Finding[]): Generator<Complaint> {
  if (!finding) return;
  const what = `${name === '' ? 'example' : `example ${name}`} ${whose}`;
  const message = `${what} does not match its schema: ${finding.pointer === '' ? '' : `${finding.pointer} `}${finding.message}`;
  yield { severity: 'error', message, pointer, cause: `${pointer} ${finding.pointer} ${finding.keyword}` };
}
