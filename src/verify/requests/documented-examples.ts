// The documented examples of an operation's parameters and bodies.

import { type BodyMediaType, type Example, parseExamples } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isCredential } from '../credentials.ts';
import { findSchemaExamples, listBodyExamples } from './documented-values.ts';
import { isConnectionHeader } from './request-headers.ts';
import { isCondition, type RequestInput } from './serialize-request.ts';
import { collectConstraints, type VariationContext } from './variation-context.ts';

/** A request with documented examples. */
interface ExampleInput {
  readonly input: RequestInput;
  /** Such as `example large of query size`. */
  readonly description: string;
  /** The parameters with an example. */
  readonly parameters: readonly Parameter[];
}

type ExampleValue = Pick<Example, 'name' | 'value'>;

const known = new WeakMap<Parameter, readonly ExampleValue[]>();

/** The valid examples of a parameter: its own, then those of its schema. */
export function listParameterExamples(
  parameter: Parameter,
  variationContext: VariationContext,
): readonly ExampleValue[] {
  const examples = known.get(parameter) ?? findParameterExamples(parameter, variationContext);
  known.set(parameter, examples);
  return examples;
}

function findParameterExamples(
  { part, schema, content }: Parameter,
  variationContext: VariationContext,
): readonly ExampleValue[] {
  const { document } = variationContext;
  const ofValue = schema ?? content?.schema;
  const inSchema = ofValue ? collectConstraints([ofValue as Part], undefined, variationContext).examples : [];
  const all = [
    ...parseExamples(document.references, part),
    ...(content?.examples ?? []),
    ...inSchema.map((value) => ({ name: '', value })),
  ];
  const isValid = (value: unknown) => !ofValue || document.validate(ofValue, value, 'request').length === 0;
  const texts = all.map(({ value }) => stringifyJson(value));
  return all.filter(({ value }, index) => texts.indexOf(texts[index] ?? '') === index && isValid(value));
}

/** Whether an operation has examples of parameters, bodies or properties. */
export function hasExamples({ parameters, body, references }: Operation, variationContext: VariationContext): boolean {
  return (
    parameters.some((parameter) => listParameterExamples(parameter, variationContext).length > 0) ||
    (body?.mediaTypes ?? []).some(
      ({ examples, schema }) => examples.length > 0 || (schema && findSchemaExamples(schema, references).length > 0),
    )
  );
}

/** The name that most parts of an operation have an example for; undefined if none is named. */
export function findCommonExampleName({ parameters, body, references }: Operation): string | undefined {
  const counts = new Map<string, number>();
  const parts = [
    ...(body?.mediaTypes ?? []).map(({ examples }) => examples),
    ...parameters.map(({ part }) => parseExamples(references, part)),
  ];
  for (const { name } of parts.flat()) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** The examples with a name, or all of them if none has it: the first one is to be used. */
export function preferName<T extends Pick<Example, 'name'>>(
  examples: readonly T[],
  name: string | undefined,
): readonly T[] {
  const named = name === undefined ? [] : examples.filter((one) => one.name === name);
  return named.length > 0 ? named : examples;
}

/**
 * Accepted requests with the documented examples instead. Examples of one name belong together. Examples in the path
 * are used alone: their items may not exist.
 */
export function* generateExampleInputs(
  operation: Operation,
  input: RequestInput,
  variationContext: VariationContext,
): Generator<ExampleInput> {
  const { document } = variationContext;
  const parameters = operation.parameters
    .filter((one) => !isConnectionHeader(one) && !isCredential(operation, one) && !isCondition(operation, one.name))
    .map((parameter) => ({ parameter, examples: listParameterExamples(parameter, variationContext) }));
  const joined = new Set<ExampleValue>();

  for (const type of operation.body?.mediaTypes ?? []) {
    for (const { name, value } of listBodyExamples(type, operation.references)) {
      if (!isValidBody(document, type, value) && !isSerialized(type, value)) continue;
      const alike = parameters.flatMap(({ parameter, examples }) => {
        const example = parameter.in === 'path' ? undefined : findNamed(examples, name);
        return example ? [{ parameter, example }] : [];
      });
      for (const { example } of alike) joined.add(example);
      yield {
        input: { ...alike.reduce(withExample, input), body: value, type },
        description: `example ${name || 'of the request body'}`,
        parameters: alike.map(({ parameter }) => parameter),
      };
    }
  }
  for (const { parameter, examples } of parameters) {
    for (const [index, example] of examples.entries()) {
      if (joined.has(example)) continue;
      const { in: location, name } = parameter;
      const others = parameters.flatMap((other) => {
        const alike =
          location === 'path' || other.parameter.in === 'path' ? undefined : findNamed(other.examples, example.name);
        return alike && other.parameter !== parameter ? [{ parameter: other.parameter, example: alike }] : [];
      });
      const all = [{ parameter, example }, ...others];
      for (const one of all) joined.add(one.example);
      const changed = all.reduce(withExample, input);
      if (stringifyJson(changed[location]) === stringifyJson(input[location]) && others.length === 0) continue;
      const which = example.name || (index === 0 ? '' : `${index + 1}`);
      yield {
        input: changed,
        description: others.length > 0 ? `example ${which}` : `example ${which && `${which} `}of ${location} ${name}`,
        parameters: all.map((one) => one.parameter),
      };
    }
  }
}

function findNamed(examples: readonly ExampleValue[], name: string): ExampleValue | undefined {
  return name === '' ? undefined : examples.find((one) => one.name === name);
}

function withExample(
  input: RequestInput,
  { parameter, example }: { readonly parameter: Parameter; readonly example: ExampleValue },
): RequestInput {
  const { in: location, name } = parameter;
  const key = location === 'header' ? name.toLowerCase() : name;
  return { ...input, [location]: { ...input[location], [key]: example.value } };
}

/** Whether an example is a text that is sent unchanged, and validated as a server parses it. */
function isSerialized({ type }: BodyMediaType, value: unknown): boolean {
  const media = cachedMediaType(type);
  return typeof value === 'string' && media !== undefined && !isJson(media);
}

/** Whether an example matches its schema. */
export function isValidBody(document: Pick<Document, 'validate'>, { schema }: BodyMediaType, value: unknown): boolean {
  return schema === undefined || document.validate(schema, value, 'request').length === 0;
}
