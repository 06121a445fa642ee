// A document as outside judges can read it: JSON bodies only, no `default` responses. Dredd and Prism stumble over both.

import { JSON_TYPE } from '../../src/openapi/content.ts';
import { OPENAPI_METHODS } from '../../src/openapi/methods.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { createReferences, type References, referenceIn } from '../../src/openapi/references.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The part of a bundled document that is about JSON, as plain data.
 *
 * Responses, request bodies, parameters and examples stand where they are used; references to schemas and headers are kept. Other
 * media types are left out, so is a request body that has no other ones, and so are `default` responses and callbacks.
 *
 * @throws Error naming the reference that cannot be resolved
 */
export function projectDocument(document: DocumentObject): DocumentObject {
  const references = createReferences(document);
  const { components = {} } = document as { components?: JsonObject };
  const projection = {
    ...document,
    paths: mapValues(document.paths, (item) => projectPathItem(references, item)),
    components: {
      ...components,
      ...projectEach(components, 'responses', (response) => projectContent(references, response)),
      ...projectEach(components, 'requestBodies', (body) => projectContent(references, body)),
      callbacks: undefined,
    },
  };
  return JSON.parse(JSON.stringify(projection));
}

function projectPathItem(references: References, item: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(resolve(references, item)).map(([key, value]) => {
      if (key === 'parameters') return [key, projectParameters(references, value)];
      return [key, isMethod(key) ? projectOperation(references, value as JsonObject) : value];
    }),
  );
}

function isMethod(key: string): boolean {
  return OPENAPI_METHODS.some((method) => method === key);
}

function projectOperation(references: References, { callbacks: _, ...operation }: JsonObject): JsonObject {
  const { parameters, requestBody, responses = {} } = operation;
  const body = requestBody === undefined ? {} : projectContent(references, requestBody);
  const named = Object.entries(responses as JsonObject).filter(([status]) => status !== 'default');
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters: projectParameters(references, parameters) }),
    requestBody: 'content' in body ? body : undefined,
    responses: Object.fromEntries(named.map(([status, response]) => [status, projectContent(references, response)])),
  };
}

function projectParameters(references: References, parameters: unknown): readonly JsonObject[] {
  return (parameters as readonly unknown[]).map((parameter) =>
    withExamples(references, resolve(references, parameter)),
  );
}

/** A request body or a response with its JSON content only; without `content` when it has no such content. */
function projectContent(references: References, holder: unknown): JsonObject {
  const { content = {}, ...rest } = resolve(references, holder);
  const json = (content as JsonObject)[JSON_TYPE];
  return json === undefined
    ? rest
    : { ...rest, content: { [JSON_TYPE]: withExamples(references, json as JsonObject) } };
}

function withExamples(references: References, holder: JsonObject): JsonObject {
  return { ...holder, ...projectEach(holder, 'examples', (example) => resolve(references, example)) };
}

/** The named part of `holder` with each of its values projected; nothing when there is no such part. */
function projectEach(holder: JsonObject, name: string, project: (value: unknown) => JsonObject): JsonObject {
  const part = holder[name];
  return part === undefined ? {} : { [name]: mapValues(part as JsonObject, project) };
}

function mapValues(values: JsonObject, change: (value: unknown) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** What stands at the end of a chain of references. @throws Error if that is nothing */
export function resolve(references: References, value: unknown): JsonObject {
  const found = references.resolveValue(value);
  if (found === undefined)
    throw new Error(`The reference ${referenceIn(value)} cannot be resolved, or refers to itself.`);
  return found as JsonObject;
}
