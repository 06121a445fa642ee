// Finds the example of the document that a request sends.

import { type BodyMediaType, type Example, parseExamples } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { References } from '../../openapi/references.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { findSchemaExamples } from './schema-examples.ts';
import type { RequestInput } from './serialize-request.ts';

const LOCATIONS = ['query', 'header', 'cookie'] as const;

/** The examples of a whole body: of its media type, or else of its schema. */
export function listBodyExamples({ examples, schema }: BodyMediaType, references: References): readonly Example[] {
  if (examples.length > 0 || !schema) return examples;
  const root = references.resolve(schema as typeof schema & { readonly value: object })?.pointer;
  return findSchemaExamples(schema, references).filter(({ part }) => part.pointer === root);
}

/**
 * The example that a request sends, if all its other values are examples, too, or were accepted before. The path does
 * not count: only the server knows which items exist.
 *
 * @param accepted - an accepted request. Default: none
 */
export function findSentExample(
  operation: Operation,
  input: RequestInput,
  accepted?: RequestInput,
): Example | undefined {
  const { references, parameters } = operation;
  let found: Example | undefined;
  for (const location of LOCATIONS)
    for (const [name, value] of Object.entries(input[location])) {
      if (value === undefined || (accepted && isEqual(value, accepted[location][name]))) continue;
      const parameter = parameters.find((one) => one.in === location && isNamed(one, name));
      const example = parameter && parseExamples(references, parameter.part).find((one) => isEqual(one.value, value));
      if (!example) return undefined;
      found ??= example;
    }
  if (input.body === undefined || (accepted && isEqual(input.body, accepted.body))) return found;
  const examples = input.type ? listBodyExamples(input.type, references) : [];
  return examples.find(({ value }) => isEqual(value, input.body));
}

function isNamed({ in: location, name }: Parameter, sent: string): boolean {
  return location === 'header' ? name.toLowerCase() === sent : name === sent;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || stringifyJson(one) === stringifyJson(other);
}
