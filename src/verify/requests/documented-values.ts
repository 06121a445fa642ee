// Finds examples of schemas, and the example that a request sends.

import { type BodyMediaType, type Example, parseExamples } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part, References } from '../../openapi/references.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
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
      const examples = parameter
        ? [...parseExamples(references, parameter.part), ...(parameter.content?.examples ?? [])]
        : [];
      const example = examples.find((one) => isEqual(one.value, value));
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

/** Maximum number of inspected schemas. */
const MAX_COUNT = 300;

/** An example with its schema. */
type SchemaExample = Example & { readonly part: Part<Schema> };

export function findSchemaExamples(schema: Part<Schema>, references: References): readonly SchemaExample[] {
  const found: SchemaExample[] = [];
  const seen = new Set<string>();
  const open: (Part<Schema> | undefined)[] = [schema];
  for (const part of open) {
    const whole = part && references.resolve<Schema>(part as Part<object>);
    if (!part || !whole || seen.has(whole.pointer) || seen.size === MAX_COUNT) continue;
    seen.add(whole.pointer);
    if (isRecord(whole.value)) found.push(...ownExamples(whole as Part<Schema & Record<string, unknown>>));
    const shape = getSchemaShape(part, references);
    open.push(...(shape?.properties.values() ?? []), shape?.items);
  }
  return found;
}

function ownExamples(part: Part<Schema & Record<string, unknown>>): readonly SchemaExample[] {
  const { value, pointer } = part;
  const { example, examples } = value;
  const one = (given: unknown, at: string) => ({ name: '', summary: undefined, value: given, pointer: at, part });
  return [
    ...(example === undefined ? [] : [one(example, childPointer(pointer, 'example'))]),
    ...(Array.isArray(examples) ? examples.map((each, at) => one(each, childPointer(pointer, 'examples', at))) : []),
  ];
}
