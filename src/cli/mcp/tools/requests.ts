// Tools for recorded requests and coverage.

import type { Document } from '../../../openapi/document.ts';
import { controlTool } from '../control-tool.ts';
import { DATA_NOTE, defineTool, objectSchema, type Tool } from '../tool.ts';

/** @param document - of the control API */
export function requestTools(document: Document): readonly Tool[] {
  return [
    controlTool(document, {
      name: 'find_requests',
      operation: 'findRequests',
      title: 'Find recorded requests',
      description: `Finds requests of the sandbox, newest last, with their responses. \`findings\` and \`reason\` say why one was rejected. ${DATA_NOTE}`,
      effect: 'reads',
      takes: ['match', 'after', 'limit'],
      defaults: { limit: 10 },
      // Headers are half of the text, and rarely asked for.
      shape: (found) => ({
        ...found,
        exchanges: found.exchanges.map(({ requestHeaders, responseHeaders, ...exchange }) => exchange),
      }),
    }),
    showCoverage,
  ];
}

const showCoverage = defineTool<{ readonly limit?: number }>({
  name: 'coverage',
  title: 'Show coverage',
  description:
    'Shows how much of the document the requests of the sandbox have reached, and the operations that had none.',
  effect: 'reads',
  input: objectSchema({
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 20, description: 'How many operations are listed.' },
  }),
  output: {
    type: 'object',
    required: ['percent', 'notRequested'],
    properties: {
      percent: { type: 'object', additionalProperties: { type: 'number' } },
      notRequested: { type: 'array', items: { type: 'string' } },
      more: { type: 'integer' },
    },
  },
  async run({ limit = 20 }, { sandbox }) {
    const { totals, apis } = await sandbox.control('showCoverage');
    const without = apis.flatMap(({ operations }) => operations.filter(({ requests }) => requests === 0));
    return {
      percent: Object.fromEntries(Object.entries(totals).map(([name, { percent }]) => [name, percent])),
      notRequested: without.slice(0, limit).map(({ operation }) => operation),
      ...(without.length > limit && { more: without.length - limit }),
    };
  },
});
