// HTTP/1.1 of Node without its WebSocket client, which an import would load: a tenth of the time to the first
// response.

import type * as Http from 'node:http';
import { createRequire } from 'node:module';

export const http: typeof Http = createRequire(import.meta.url)('node:http');
