// gRPC tools and probes use a mock server without proto files.

import { describe, expect, test } from 'vitest';
import { buf } from '../support/buf.ts';
import { listening } from '../support/listening.ts';

const SERVICE = 'identity.management.v1.ManagementService';

describe('a mock server', () => {
  test('lists its services for tools, with all their names', async () => {
    const { url } = await listening();
    const listed = await buf('curl', '--http2-prior-knowledge', '--list-services', url);
    expect(listed.toString().trim().split('\n')).toEqual([
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
      SERVICE,
      'zitadel.management.v1.ManagementService',
    ]);
  });

  test.each(['grpc', 'grpcweb', 'connect'])('can be called by reflection, over %s', async (protocol) => {
    const { url } = await listening();
    const search = '{"queries":[{"nameQuery":{"name":"HUT BOOKING","method":"TEXT_QUERY_METHOD_EQUALS_IGNORE_CASE"}}]}';
    const options = ['--protocol', protocol, '--http2-prior-knowledge', '-H', 'authorization: Bearer token-owner'];
    for (const service of [SERVICE, 'zitadel.management.v1.ManagementService']) {
      const answer = await buf('curl', ...options, '-d', search, `${url}/${service}/ListProjects`);
      expect(JSON.parse(answer.toString())).toMatchObject({
        details: { totalResult: '1' },
        result: [{ name: 'Hut Booking' }],
      });
    }
  });

  test('reports its health to a probe and to a page of another origin', async () => {
    const { url } = await listening();
    const response = await fetch(`${url}/grpc.health.v1.Health/Check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://page.example' },
      body: JSON.stringify({ service: SERVICE }),
    });
    expect(await response.json()).toEqual({ status: 'SERVING' });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://page.example');
  });

  test('isolates the sandboxes of calls', async () => {
    const { url } = await listening();
    const rename = '{"projectId":"257810824104530633","appId":"257928641298565988","name":"Shop Window"}';
    const call = (sandbox: string) =>
      buf(
        ...['curl', '--protocol', 'grpc', '--http2-prior-knowledge', '-H', 'authorization: Bearer token-owner'],
        ...['-H', `x-understudy-sandbox: ${sandbox}`, '-d', rename, `${url}/${SERVICE}/UpdateApp`],
      );
    expect((await call('blue')).toString()).toContain('"sequence": "15"');
    expect((await call('green')).toString()).toContain('"sequence": "15"');
    await expect(call('blue')).rejects.toThrow(/No changes/);
  });
});
