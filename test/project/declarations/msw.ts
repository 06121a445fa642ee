// Handlers of MSW.

import { setupServer } from 'msw/node';
import { createMockServer } from 'understudy-api';
import { understudyHandlers } from 'understudy-api/msw';

const mock = await createMockServer('openapi.yaml');
export const server = setupServer(...understudyHandlers(mock, { at: 'https://api.example.com' }));
// @ts-expect-error: the URL of the API is missing
understudyHandlers(mock, {});
