// Node's own HTTP/1.1. An import of it would look at all that it exports, and so load a WebSocket client that nobody here needs: that
// is a tenth of the time to the first answer.

import type * as Http from 'node:http';
import { createRequire } from 'node:module';

export const http: typeof Http = createRequire(import.meta.url)('node:http');
