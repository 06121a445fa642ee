// The page about supported features of OpenAPI: each row is a test.

import prism from '../../../test/openapi/table/prism.json' with { type: 'json' };
import { TABLES } from '../../../test/openapi/table/tables.ts';
import { blocks, cell, GENERATED, table } from './write.ts';

const TITLES: Readonly<Record<string, string>> = {
  accepted: 'Content negotiation',
  responses: 'Responses',
  bodies: 'Request bodies',
  documents: 'Documents',
  mediaTypes: 'Media types',
  parameters: 'Parameters',
  paths: 'Paths',
  schemas: 'Schemas',
  security: 'Security',
};

export function compatibilityPage(): string {
  const others: Readonly<Record<string, string>> = prism.rows;
  const count = Object.values(TABLES).flat().length;
  return blocks(
    '# Compatibility',
    GENERATED,
    'Understudy reads OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, which it converts.',
    `Each of these ${count} features is a test: a small document, a request and the expected response. The second column shows what Prism ${prism.version} returns to the same request, where that differs.`,
    ...Object.entries(TABLES).flatMap(([name, rows]) => [
      `## ${TITLES[name] ?? name}`,
      `${rows.length} features: \`test/openapi/table/${fileOf(name)}\``,
      table(
        ['feature', `Prism ${prism.version}`],
        rows.map((row) => [cell(row.name), cell(others[row.name] ?? '')]),
      ),
    ]),
  );
}

function fileOf(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}
