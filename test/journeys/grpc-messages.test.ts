// Error messages reach every gRPC client unchanged.

import { fromJson } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { createDescriptors } from '../../src/server/protobuf/descriptors.ts';
import { requirePlan } from '../../src/server/protobuf/plan-document.ts';
import { CLIENTS } from '../server/grpc/clients.ts';
import { greeter } from '../support/greeter/api.ts';

test.each(CLIENTS)('%s receives the error message of the API unchanged', async (_, transportTo) => {
  const plan = requirePlan(await openDocument(new URL('../support/greeter/greeter.yaml', import.meta.url)));
  const service = plan && createDescriptors(plan).getService('test.greeter.v1.GreeterService');
  const { greet } = service?.method ?? {};
  if (!greet) throw new Error('the service has no method greet');
  const mockServer = await createMockServer({ apis: [greeter()] });
  onTestFinished(() => mockServer.close());
  const { url } = await mockServer.listen();
  const transport = transportTo({ http1: url, http2: url });
  const nobody = fromJson(greet.input, { person: 'nobody', hello: 'Hoi' });
  const rejected = await transport
    .unary(greet as never, undefined, undefined, undefined, nobody)
    .catch((error) => error);
  expect((rejected as ConnectError).rawMessage).toBe('Niemand heißt so: 100% „nobody“');
});
