// Generated files are up to date: code from .proto files, and their descriptors.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equals, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { Health } from '../../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { buf, ROOT } from '../../support/buf.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const GENERATED = 'src/server/grpc/generated';

test('buf generate does not change the files', async () => {
  const folder = await temporaryFolder();
  await buf('generate', 'spec/proto', '--template', 'spec/proto/buf.gen.yaml', '--output', folder);
  const committed = textsIn(ROOT);
  expect(Object.keys(committed)).toHaveLength(3);
  expect(committed).toEqual(textsIn(folder));
});

test('the descriptors are those that buf builds', async () => {
  const image = await buf('build', 'spec/proto', '--as-file-descriptor-set', '--exclude-source-info', '-o', '-');
  const built = fromBinary(FileDescriptorSetSchema, image).file;
  const ours = [Health, ServerReflection, FirstServerReflection].map(({ file }) => file.proto);
  expect(built.map(({ name }) => name)).toEqual(ours.map(({ name }) => name));
  for (const [index, file] of built.entries()) {
    expect(equals(FileDescriptorProtoSchema, file, ours[index] ?? file), file.name).toBe(true);
  }
});

function textsIn(root: string): Record<string, string> {
  const folder = join(root, GENERATED);
  return Object.fromEntries(
    globSync('**/*.*', { cwd: folder }).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}
