// A document as outside judges can read it: JSON bodies only, no `default` responses. Dredd and Prism stumble over both.

import type { DocumentObject } from '../openapi/objects.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const MEDIA_TYPE = 'application/json';

/**
 * The part of a bundled document that is about JSON, as plain data.
 *
 * Responses, request bodies, parameters and examples stand where they are used; references to schemas and headers are kept. Other
 * media types are left out, so is a request body that has no other ones, and so are `default` responses and callbacks.
 *
 * @throws Error naming the reference that leads nowhere
 */
export function projectDocument(document: DocumentObject): DocumentObject {
  const { components = {} } = document as { components?: JsonObject };
  const projection = {
    ...document,
    paths: mapValues(document.paths, (item) => projectPathItem(document, item)),
    components: {
      ...components,
      ...projectEach(components, 'responses', (response) => projectContent(document, response)),
      ...projectEach(components, 'requestBodies', (body) => projectContent(document, body)),
      callbacks: undefined,
    },
  };
  return JSON.parse(JSON.stringify(projection));
}

/** What a JSON pointer with a leading `#` leads to in a document (RFC 6901, section 6). @throws Error if it leads nowhere */
export function findReference(document: object, reference: string): unknown {
  const steps = reference.replace(/^#/, '').split('/').slice(1);
  return steps.reduce((value: unknown, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) return (value as JsonObject)[key];
    throw new Error(`The reference ${reference} leads nowhere.`);
  }, document);
}

function projectPathItem(document: DocumentObject, item: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(resolve(document, item)).map(([key, value]) => {
      if (key === 'parameters') return [key, projectParameters(document, value)];
      return [key, METHODS.has(key) ? projectOperation(document, value as JsonObject) : value];
    }),
  );
}

function projectOperation(document: DocumentObject, { callbacks: _, ...operation }: JsonObject): JsonObject {
  const { parameters, requestBody, responses = {} } = operation;
  const body = requestBody === undefined ? {} : projectContent(document, requestBody);
  const named = Object.entries(responses as JsonObject).filter(([status]) => status !== 'default');
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters: projectParameters(document, parameters) }),
    requestBody: 'content' in body ? body : undefined,
    responses: Object.fromEntries(named.map(([status, response]) => [status, projectContent(document, response)])),
  };
}

function projectParameters(document: DocumentObject, parameters: unknown): readonly JsonObject[] {
  return (parameters as readonly unknown[]).map((parameter) => withExamples(document, resolve(document, parameter)));
}

/** A request body or a response with its JSON content only; without `content` when it has no such content. */
function projectContent(document: DocumentObject, holder: unknown): JsonObject {
  const { content = {}, ...rest } = resolve(document, holder);
  const json = (content as JsonObject)[MEDIA_TYPE];
  return json === undefined ? rest : { ...rest, content: { [MEDIA_TYPE]: withExamples(document, json as JsonObject) } };
}

function withExamples(document: DocumentObject, holder: JsonObject): JsonObject {
  return { ...holder, ...projectEach(holder, 'examples', (example) => resolve(document, example)) };
}

/** The named part of `holder` with each of its values projected; nothing when there is no such part. */
function projectEach(holder: JsonObject, name: string, project: (value: unknown) => JsonObject): JsonObject {
  const part = holder[name];
  return part === undefined ? {} : { [name]: mapValues(part as JsonObject, project) };
}

function mapValues(values: JsonObject, change: (value: unknown) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** What stands at the end of a chain of references. */
function resolve(document: DocumentObject, value: unknown, followed: readonly string[] = []): JsonObject {
  const { $ref } = value as JsonObject;
  if (typeof $ref !== 'string') return value as JsonObject;
  if (followed.includes($ref)) throw new Error(`The reference ${$ref} leads to itself.`);
  return resolve(document, findReference(document, $ref), [...followed, $ref]);
}
