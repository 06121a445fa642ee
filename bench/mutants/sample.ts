// The sample: 100 mutants, ten for each area, to measure what the tests detect.

import { CHANGES } from './sample/changes.ts';
import { CODEC } from './sample/codec.ts';
import { CONTRACT } from './sample/contract.ts';
import { ENGINE } from './sample/engine.ts';
import { ISSUER } from './sample/issuer.ts';
import { LISTENER } from './sample/listener.ts';
import type { SampleMutant } from './sample/mutant.ts';
import { OPENAPI } from './sample/openapi.ts';
import { RESOURCE } from './sample/resource.ts';
import { SCHEMA } from './sample/schema.ts';
import { STORE } from './sample/store.ts';

export const SAMPLE: readonly SampleMutant[] = [
  ...OPENAPI,
  ...SCHEMA,
  ...STORE,
  ...ENGINE,
  ...CODEC,
  ...CONTRACT,
  ...RESOURCE,
  ...ISSUER,
  ...LISTENER,
  ...CHANGES,
];

/** The test folders of each area. */
export const TEST_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  openapi: ['openapi'],
  schema: ['schema', 'openapi/schemas', 'openapi/read'],
  store: ['store', 'replica'],
  engine: ['engine', 'control', 'listener'],
  codec: ['codec', 'grpc', 'protobuf'],
  contract: ['contract'],
  resource: ['resource', 'sample'],
  issuer: ['issuer', 'control'],
  listener: ['listener', 'proxy', 'fault', 'replica', 'replicas'],
  changes: ['changes', 'lint', 'cli'],
};
