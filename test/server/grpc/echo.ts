// An echo service for tests.

import { createFileRegistry, type DescFile, type DescMethodUnary, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { createConnectRouter } from '@connectrpc/connect';
import { handleByConnect } from '../../../src/server/grpc/handle-by-connect.ts';
import type { RouteGroup } from '../../../src/server/pipeline/route-groups.ts';
import { buf } from '../../support/buf.ts';

export interface Echo {
  readonly serviceNames: readonly string[];
  readonly files: readonly DescFile[];
  readonly mount: RouteGroup;
}

/** Compiles the service, so that its descriptors are not our own. */
export async function compileEcho(): Promise<Echo> {
  const image = await buf(
    'build',
    'test/server/grpc/proto',
    '--as-file-descriptor-set',
    '--exclude-source-info',
    '-o',
    '-',
  );
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
  const service = registry.getService('shop.v1.EchoService');
  const [echo] = service?.methods ?? [];
  if (!service || !echo) throw new Error('the service was not compiled');
  const router = createConnectRouter().rpc(echo as DescMethodUnary, (request) => ({ request }));
  const mount = { streams: true, matches: () => true, handle: handleByConnect(router.handlers, 100_000) };
  return { serviceNames: [service.typeName], files: [service.file], mount };
}
