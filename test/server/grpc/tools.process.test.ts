// Libraries that the gRPC tools load with their first request.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { program } from '../../support/command-process.ts';

const CHECK = '/grpc.health.v1.Health/Check';

describe('the tools', () => {
  test('load their libraries with the first request for them', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const script = `
      import { registerHooks } from 'node:module';
      let loaded = 0;
      registerHooks({ resolve(name, context, next) {
        if (/^@(connectrpc|bufbuild)\\/|generated/.test(name)) loaded += 1;
        return next(name, context);
      } });
      const { createGrpcTools } = await import('./src/server/grpc/tools.ts');
      const tools = createGrpcTools({ serviceNames: [], files: async () => [], onError: console.error });
      const headers = { host: 'localhost', 'content-type': 'application/json' };
      async function* stream() { yield Buffer.from('{}'); }
      const ask = (target) => tools.handle({ method: 'POST', target, headers, stream: stream() });
      console.log(loaded === 0 && !tools.matches({ method: 'POST' }, '/shop.v1.PetService/GetPet'));
      await ask('${CHECK}');
      console.log(loaded > 0);
    `;
    const { code, stdout } = await program(['--input-type=module-typescript', '-e', script], { cwd: root }).ended;
    expect([code, stdout]).toEqual([0, 'true\ntrue\n']);
  });
});
