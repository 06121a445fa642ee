// A minimal server: node:http and Ajv. It reads the body, validates it with the document's schema and filters a list.
// It has no tokens, no organizations and no other operations, and does not validate responses.
//
//   node bare.ts PORT SCHEMA.json PROJECTS.json

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import { addFormats } from '../../src/schema/schema-formats.ts';

interface Project {
  readonly details: { readonly creationDate: string };
  readonly name: string;
}
interface Search {
  readonly query?: { readonly offset?: string; readonly limit?: number; readonly asc?: boolean };
  readonly queries?: readonly { readonly nameQuery?: { readonly name?: string } }[];
}

const [port, schemaFile = '', projectsFile = ''] = process.argv.slice(2);
const validate = addFormats(new Ajv({ strict: false })).compile<Search>(JSON.parse(readFileSync(schemaFile, 'utf8')));
const projects: readonly Project[] = JSON.parse(readFileSync(projectsFile, 'utf8'));
const newestFirst = projects.toSorted((one, other) => (one.details.creationDate < other.details.creationDate ? 1 : -1));

function search({ query = {}, queries = [] }: Search): object {
  const wanted = queries.map(({ nameQuery }) => nameQuery?.name?.toLowerCase() ?? '');
  const found = newestFirst.filter(({ name }) => wanted.every((part) => name.toLowerCase().includes(part)));
  const offset = Number(query.offset ?? 0);
  return {
    details: { totalResult: String(found.length), processedSequence: '6', viewTimestamp: new Date().toISOString() },
    result: (query.asc ? found.toReversed() : found).slice(offset, offset + (query.limit || 1000)),
  };
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const input: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const valid = validate(input);
    const text = JSON.stringify(valid ? search(input) : { code: 3, message: 'invalid', details: validate.errors });
    response.writeHead(valid ? 200 : 400, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}).listen(Number(port), '127.0.0.1');
