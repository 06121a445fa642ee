// Serves the identity API, or a document: `node serve.ts identity|DOCUMENT PORT`. Sends its parent a message when it listens. Runs in a copy of the project with a fault.

import { flushCompileCache } from 'node:module';
import { identity } from '../../src/identity/api.ts';
import { createMockServer } from '../../src/index.ts';

const [what = '', port = '0'] = process.argv.slice(2);
const api = what === 'identity' ? identity : ({ name: 'own', document: what, infer: true } as const);
const nothing = () => {};
// Like a server without validation, it also sends responses that violate the document. Dredd needs the body limit.
const settings = { outputCheck: 'report', bodyLimit: 64 * 1024, onError: nothing, onNotice: nothing } as const;
const mockServer = await createMockServer({ apis: [api], ...settings });
const { url } = await mockServer.listen({ port: Number(port) });
const token = mockServer.introductions()[0]?.introduction?.example?.token || 'token';
// The process is killed, which would lose the compiled code.
flushCompileCache();
process.send?.({ url, token });
