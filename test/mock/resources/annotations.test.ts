// Annotations of resources in the document, in an overlay and in the config.

import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { type Annotations, addAnnotations } from '../../../src/openapi/annotations.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { written } from '../../support/opened.ts';
import { describeActions, smallDocument } from './small-document.ts';

const PET = { id: 'string', tag: 'string', name: 'string', chip: { code: 'string' } };
const LINES = [
  'GET /pets > Pet[]',
  'POST /pets < Pet > 201 Pet',
  'GET /pets/{petId} > Pet',
  'GET /animals/{key} > Pet',
  'PUT /animals/{key} < Pet > Pet',
  'GET /weather > Weather',
  'GET /report > Report',
  'POST /pets/{petId}/adopt > Pet',
];

/** The resources found with annotations, by path, operationId and schema name. */
function found(message: Readonly<Record<string, Annotations>>) {
  const { source } = smallDocument(LINES, {
    Pet: PET,
    Weather: { degrees: 'integer', station: 'string' },
    Report: { rows: 'Weather[]', columns: 'Pet[]' },
  });
  const bundled: DocumentObject = structuredClone(source.bundled);
  expect(addAnnotations(bundled, message)).toEqual([]);
  const document = createDocument({ ...source, bundled });
  const resources = findResources(document);
  return { roles: describeActions(document, resources), resources };
}

describe('annotations can declare', () => {
  test('that a path is no resource, or that an operation is ignored', () => {
    const { roles, resources } = found({ '/pets/{petId}': { resource: false }, 'GET /pets': { ignore: true } });
    expect(roles).toContain('GET /pets/{petId}: none');
    expect(roles).toContain('GET /pets: none');
    expect(roles).toContain('POST /pets: create animals');
    expect(resources.reason('GET /pets')).toBe('ignored (x-understudy)');
  });

  test('that paths belong to one resource, and its name', () => {
    const { roles, resources } = found({
      '/animals/{key}': { resource: 'beasts' },
      '/pets/{petId}': { resource: 'beasts' },
    });
    expect([...resources.all.keys()]).toEqual(['beasts']);
    expect(roles).toContain('GET /animals/{key}: read beasts');
    expect(roles).toContain('GET /pets: list beasts');
  });

  test('a resource that would not be inferred', () => {
    expect(found({}).roles).toContain('GET /weather: none');
    expect(found({ '/weather': { resource: 'weather' } }).roles).toContain('GET /weather: read weather, always there');
    expect(found({ '/report': { resource: 'rows' }, 'GET /report': { list: 'rows' } }).roles).toContain(
      'GET /report: list rows, shown at rows',
    );
  });

  test('the id property, on a path or a schema', () => {
    const idOf = (said: Readonly<Record<string, Annotations>>) => found(said).resources.all.get('pets')?.id?.path;
    expect(idOf({})).toEqual(['id']);
    expect(idOf({ '/pets/{petId}': { id: 'tag' } })).toEqual(['tag']);
    expect(idOf({ '/pets': { id: 'tag' } })).toEqual(['tag']);
    expect(idOf({ Pet: { id: 'chip.code' } })).toEqual(['chip', 'code']);
  });

  test('unique properties', () => {
    const uniqueOf = (said: Readonly<Record<string, Annotations>>) => found(said).resources.all.get('pets')?.unique;
    expect(uniqueOf({ '/pets/{petId}': { unique: ['name'] } })).toEqual(['name']);
    expect(uniqueOf({ Pet: { unique: ['tag', 'name'] } })).toEqual(['tag', 'name']);
  });

  test('the owner of items, by a string property', () => {
    const owned = (said: Readonly<Record<string, Annotations>>) => found(said).resources.all.get('pets');
    expect(owned({})?.owner).toBeUndefined();
    expect(owned({ '/pets': { owner: 'tag' } })?.owner).toEqual(['tag']);
    expect(owned({ Pet: { owner: 'chip.code' } })?.owner).toEqual(['chip', 'code']);
    expect(owned({ '/pets': { owner: 'chip' } })?.owner).toBeUndefined();
    const { resources } = found({ '/pets/{petId}': { owner: 'tagg' } });
    expect(resources.annotationErrors().map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/paths/~1pets~1{petId}/x-understudy/owner its items have no string property "tagg"; did you mean tag?',
    ]);
  });

  test('that a list is no list of items', () => {
    expect(found({ 'GET /pets': { list: false } }).roles).toContain('GET /pets: list pets');
    expect(found({ 'GET /report': { list: false } }).roles).toContain('GET /report: none');
  });

  test('only known properties: others are reported with a suggestion', () => {
    const { resources } = found({ '/pets/{petId}': { id: 'tagg', unique: ['nam', 'tag'] } });
    expect(resources.annotationErrors().map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/paths/~1pets~1{petId}/x-understudy/id its items have no property "tagg"; did you mean tag?',
      '/paths/~1pets~1{petId}/x-understudy/unique its items have no property "nam"; did you mean name?',
    ]);
  });

  test('only known properties, also beside an unknown annotation', () => {
    const { source } = smallDocument(['GET /pets > Pet[]', 'GET /pets/{petId} > Pet'], { Pet: PET });
    const bundled: DocumentObject = structuredClone(source.bundled);
    Object.assign(bundled.paths?.['/pets'] ?? {}, { 'x-understudy': { id: 'tagg' } });
    Object.assign(bundled.paths?.['/pets/{petId}'] ?? {}, { 'x-understudy': 'pets' });
    const { annotationErrors: mistakes } = findResources(createDocument({ ...source, bundled }));
    expect(mistakes().map(({ pointer }) => pointer)).toEqual(['/paths/~1pets/x-understudy/id']);
  });

  test.each<[what: string, said: object, problem: string]>([
    [
      'an unknown path',
      { '/petz': { id: 'tag' } },
      'infer: /petz is not a path, operation or schema of the document; did you mean /pets?',
    ],
    [
      'an unknown annotation',
      { '/pets': { ressource: 'x' } },
      'infer: /pets/ressource unknown annotation "ressource"; did you mean resource?',
    ],
    [
      'an annotation in a wrong place',
      { '/pets': { example: 'x' } },
      'infer: /pets/example is allowed on an operation, not on a path',
    ],
    ['an invalid annotation value', { Pet: { unique: 'name' } }, 'infer: Pet/unique must be a list of property names'],
  ])('%s in an API is reported', (_, said, problem) => {
    const { source } = smallDocument(LINES, { Pet: PET, Weather: {}, Report: {} });
    expect(addAnnotations(structuredClone(source.bundled), said as Readonly<Record<string, Annotations>>)).toEqual([
      problem,
    ]);
  });
});

const DOCUMENT = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets/{petId}:
    x-understudy: { resource: pets, idd: tag }
    get:
      operationId: getPet
      x-understudy: { status: 203, list: 7, id: tag }
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: ok }
  /greeting:
    get:
      operationId: getGreeting
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: { type: string }
              examples: { formal: { value: Good day }, short: { value: Hi } }
        "202": { description: later, content: { application/json: { schema: { type: string }, example: Wait } } }
components:
  schemas:
    Pet: { type: object, properties: { tag: { type: string } }, x-understudy: { id: tg } }
`;

test('a collection that no path has is a finding', () => {
  const toy = { schema: { type: 'string', 'x-understudy': { refers: 'pet' } } };
  const document = smallDocument(['GET /pets/{id} > Pet', 'GET /toys/{id} > Toy'], {
    Pet: PET,
    Toy: { id: 'string', toy },
  });
  const [first, ...others] = findResources(document).annotationErrors();
  expect(first).toMatchObject({ rule: 'x-understudy', message: 'unknown collection "pet"; did you mean pets?' });
  expect(first?.pointer).toBe('/components/schemas/Toy/properties/toy/x-understudy/refers');
  expect(others).toEqual([]);
});

test('filters by unknown properties, and unknown filters, are findings', () => {
  const document = smallDocument(['GET /pets > Pet[]'], { Pet: { ...PET, start: 'string' } });
  const { part } = [...document.operations.values()][0] ?? {};
  Object.assign(part?.value ?? {}, {
    parameters: [{ name: 'from', in: 'query', schema: { type: 'string' } }],
    'x-understudy': { filters: { from: 'strat', form: 'start' } },
  });
  const findings = findResources(createDocument(document.source)).annotationErrors();
  expect(findings.map(({ message }) => message)).toEqual([
    'its items have no property "strat"; did you mean start?',
    'the list has no filter "form"',
  ]);
});

test('errors in annotations are findings with line numbers', async () => {
  const { findings } = await openDocument(await written({ 'api.yaml': DOCUMENT }));
  expect(findings.map(({ line, rule, message }) => `${line} ${rule} ${message}`)).toEqual([
    '5 x-understudy unknown annotation "idd"; did you mean id?',
    '8 x-understudy is 203, but the operation declares 200',
    '8 x-understudy must be the path of the list, such as data.items, or false',
    '8 x-understudy is allowed on a path or a schema, not on an operation',
    '25 x-understudy unknown property "tg"; did you mean tag?',
  ]);
});

describe('a mock server responds', () => {
  const answer = async (words: object | true, path = '/greeting', files: Readonly<Record<string, string>> = {}) => {
    const document = await written({ 'api.yaml': DOCUMENT, ...files });
    const notices: string[] = [];
    const overlay = Object.keys(files).map((name) => join(dirname(document), name));
    const api = defineApi({ name: 'pets', document, overlay, infer: words as true });
    const mockServer = await createMockServer({ apis: [api], onNotice: (notice) => void notices.push(notice) });
    onTestFinished(() => mockServer.close());
    const response = await mockServer.fetch(new Request(`http://localhost${path}`));
    return { status: response.status, body: await response.text(), notices };
  };

  test('with the first example, unless another one is named', async () => {
    expect(await answer(true)).toMatchObject({ status: 200, body: '"Good day"' });
    expect(await answer({ getGreeting: { example: 'short' } })).toMatchObject({ status: 200, body: '"Hi"' });
  });

  test('with the lowest success status, unless another one is named', async () => {
    expect(await answer({ getGreeting: { status: 202 } })).toMatchObject({ status: 202, body: '"Wait"' });
  });

  test('as an overlay declares', async () => {
    const overlay =
      'overlay: 1.0.0\nactions:\n  - target: $.paths["/greeting"].get\n    update: { x-understudy: { example: short } }';
    expect(await answer(true, '/greeting', { 'o.yaml': overlay })).toMatchObject({ body: '"Hi"' });
  });

  test('only if its config refers to existing operations', async () => {
    await expect(answer({ getGreting: { status: 202 } })).rejects.toThrow(
      /getGreting is not a path.*did you mean getGreeting\?/s,
    );
  });
});
