// Orders with hand-written handlers, or from their document alone, in memory.
//
//   node orders.ts PORT by-hand|from-document FIXTURES

import { createMockServer } from '../../src/index.ts';
import { byHand, fromDocument } from '../inferred/orders.ts';

const [port, which, fixtures = ''] = process.argv.slice(2);
const api = which === 'by-hand' ? byHand(fixtures) : fromDocument(fixtures);
const mockServer = await createMockServer({ apis: [api], durability: 'memory', onNotice: () => undefined });
await mockServer.listen({ port: Number(port) });
