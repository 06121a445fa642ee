// Documents in the style of well-known APIs, with our own schemas.

/** The type of each property, with `[]` for a list; `?` after the name of an optional property. */
type Shape = Readonly<Record<string, string>>;

const TYPES: Readonly<Record<string, string>> = {
  text: '{ type: string }',
  id: '{ type: string, readOnly: true }',
  number: '{ type: integer }',
  numberId: '{ type: integer, readOnly: true }',
  flag: '{ type: boolean }',
  time: '{ type: string, format: date-time, readOnly: true }',
  mail: '{ type: string, format: email }',
  seconds: '{ type: integer, readOnly: true }',
};

function schema(shape: Shape): string {
  const names = Object.keys(shape);
  const properties = names.map((name) => {
    const type = shape[name] ?? '';
    const list = type.endsWith('[]');
    const one = type.replace('[]', '');
    const inner = TYPES[one] ?? (one.startsWith('{') ? one : `{ $ref: '#/components/schemas/${one}' }`);
    return `${JSON.stringify(name.replace(/\?$/, ''))}: ${list ? `{ type: array, items: ${inner} }` : inner}`;
  });
  const required = names.filter((name) => !name.endsWith('?')).map((name) => JSON.stringify(name));
  return `{ type: object${required.length > 0 ? `, required: [${required.join(', ')}]` : ''}, properties: { ${properties.join(', ')} } }`;
}

/** @param lines - `METHOD /path?parameter < Body > status Response`; `form:` before the body for a form */
export function createKnownDocument(lines: readonly string[], shapes: Readonly<Record<string, Shape>>): string {
  const paths = new Map<string, string[]>();
  for (const line of lines) {
    const [, method = '', path = '', query = '', takes, status = '200', responses] =
      /^(\w+) ([^\s?]+)(?:\?(\S+))?(?: < (\S+))?(?: > (\d{3})(?: (\S+))?)?$/.exec(line) ?? [];
    const values = [...path.matchAll(/\{([^}]+)\}/g)].map(
      ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
    );
    const requested = query
      .split('&')
      .filter(Boolean)
      .map(
        (name) =>
          `{ name: '${name}', in: query, schema: { type: ${/limit|size|page$|offset|top|skip|count|per_page|results/i.test(name) ? 'integer' : 'string'} } }`,
      );
    const ref = (name: string) =>
      `{ schema: ${name.endsWith('[]') ? `{ type: array, items: { $ref: '#/components/schemas/${name.slice(0, -2)}' } }` : `{ $ref: '#/components/schemas/${name}' }`} }`;
    const type = takes?.startsWith('form:') ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = takes ? `requestBody: { content: { ${type}: ${ref(takes.replace('form:', ''))} } }, ` : '';
    const content = responses ? `, content: { application/json: ${ref(responses)} }` : '';
    const rejection = `'404': { description: unknown }`;
    const operation = `${method.toLowerCase()}: { parameters: [${[...values, ...requested].join(', ')}], ${body}responses: { '${status}': { description: ok${content} }, ${rejection} } }`;
    paths.set(path, [...(paths.get(path) ?? []), operation]);
  }
  const schemas = Object.entries(shapes).map(([name, shape]) => `    ${name}: ${schema(shape)}`);
  return `paths:\n${[...paths].map(([path, operations]) => `  '${path}': { ${operations.join(', ')} }`).join('\n')}\ncomponents:\n  schemas:\n${schemas.join('\n')}\n`;
}
