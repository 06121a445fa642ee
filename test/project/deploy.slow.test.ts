// deploy/: published schemas, and the load balancer with two mock servers. No engine and no cluster is needed.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { load, loadAll } from 'js-yaml';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '../../src/cli/serve/read-settings.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer } from '../../src/index.ts';
import { Health } from '../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../src/server/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');

/** Settings of a container of a mock server. */
type Environment = Readonly<Record<string, string>>;

/** Settings that `serve` does not accept. */
async function settingProblems(environment: Environment): Promise<string> {
  return readSettings([], { UNDERSTUDY_HOST: '0.0.0.0', ...environment }, await temporaryFolder()).then(
    () => '',
    (error: Error) => error.message,
  );
}

describe('compose.yaml', () => {
  const compose = load(textOf('compose.yaml')) as {
    services: Record<string, { environment: Environment }>;
  };
  /** Findings of the linter, which has the schema of the Compose Specification; except those about order. */
  const findings = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'compose.yaml'), text);
    const linter = join(ROOT, 'node_modules/dclint/bin/dclint.cjs');
    return spawnSync(process.execPath, [linter, '--quiet', 'compose.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout.trim();
  };

  test('matches the Compose Specification', () => {
    expect(findings(textOf('compose.yaml'))).toBe('');
    expect(findings(textOf('compose.yaml').replace('read_only', 'reed_only'))).toContain('invalid-schema');
    expect(findings(textOf('compose.yaml').replace('cap_drop: [ALL]', 'cap_drop: ALL'))).toContain('invalid-schema');
  });

  test('gives mock servers only settings that they accept', async () => {
    expect(
      await settingProblems({
        ...compose.services['mock-server']?.environment,
        UNDERSTUDY_CONTROL_TOKEN: 'c0ffee-c0ffee-c0ffee',
      }),
    ).toBe('');
  });
});

describe('the manifests of Kubernetes', () => {
  const text = textOf('kubernetes/mock-server.yaml');
  const [deployment, service, budget] = loadAll(text) as [Deployment, Service, PodDisruptionBudget];
  const [container] = deployment.spec?.template.spec?.containers ?? [];

  test('match the published schemas', () => {
    for (const one of [new Deployment(deployment), new Service(service), new PodDisruptionBudget(budget)])
      expect(() => one.validate()).not.toThrow();
    const { replicas: _, ...spec } = deployment.spec ?? ({} as never);
    expect(() => new Deployment({ ...deployment, spec: { ...spec, replicas: 'three' as never } }).validate()).toThrow(
      /replicas/,
    );
  });

  test('have no unknown fields', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    /** Errors of the compiler for these values. */
    const reported = (...values: readonly unknown[]) => {
      const kinds = ['IDeployment', 'IService', 'IPodDisruptionBudget'];
      const lines = values.map((value, at) => `export const v${at}: ${kinds[at]} = ${JSON.stringify(value)};`);
      writeFileSync(
        join(folder, 'manifests.ts'),
        [
          "import type { IDeployment } from 'kubernetes-models/apps/v1';",
          "import type { IService } from 'kubernetes-models/v1';",
          "import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';",
          ...lines,
        ].join('\n'),
      );
      const compiler = [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'esnext',
        'manifests.ts',
      ];
      return spawnSync(process.execPath, compiler, { cwd: folder, encoding: 'utf8' }).stdout;
    };
    expect(reported(deployment, service, budget)).toBe('');
    const { spec } = deployment;
    expect(reported({ ...deployment, spec: { ...spec, replica: 3 } })).toContain('replica');
  });

  test('match each other', () => {
    const labels = deployment.spec?.template.metadata?.labels;
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect(service.spec?.selector).toEqual(labels);
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    expect(container?.ports?.map(({ name }) => name)).toContain(service.spec?.ports?.[0]?.targetPort);
    // One can be evicted, of any number; never all of them.
    expect(budget.spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
    expect(budget.spec?.minAvailable).toBeUndefined();
    expect(deployment.spec?.replicas).toBeGreaterThan(1);
    const volumes = deployment.spec?.template.spec?.volumes?.map(({ name }) => name);
    for (const { name } of container?.volumeMounts ?? []) expect(volumes).toContain(name);
  });

  test('give mock servers only settings that they accept, and a drain time below the grace period', async () => {
    const given: Environment = {
      UNDERSTUDY_STORE: 'postgres://a:b@c/d',
      UNDERSTUDY_CONTROL_TOKEN: 'c0ffee-c0ffee-c0ffee',
    };
    const environment = Object.fromEntries(
      (container?.env ?? []).map(({ name, value }) => [name, value ?? given[name] ?? '']),
    );
    expect(await settingProblems(environment)).toBe('');
    const drain = Number(environment.UNDERSTUDY_DRAIN);
    expect(deployment.spec?.template.spec?.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
  });

  test('probe existing paths of mock servers', async () => {
    const mockServer = await createMockServer({ apis: [identity], controlToken: 'c0ffee-c0ffee-c0ffee' });
    onTestFinished(() => mockServer.close());
    for (const probe of [container?.startupProbe, container?.readinessProbe, container?.livenessProbe])
      expect((await mockServer.fetch(new Request(`http://10.1.2.3:8080${probe?.httpGet?.path}`))).status).toBe(200);
  });
});

const hasProxy = spawnSync('haproxy', ['-v']).status === 0;
const isSkipped = !hasProxy && !process.env.CI;
if (isSkipped) console.warn('Nobody asks the load balancer: install HAProxy (`apt-get install haproxy`)');

describe.skipIf(isSkipped)('the load balancer', () => {
  /** Two mock servers behind it, with the requests that each has handled. */
  async function balanced() {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
    const responded: [string[], string[]] = [[], []];
    const mockServers = await Promise.all(
      responded.map((list) =>
        createMockServer({
          apis: [identity],
          trustedProxy: '127.0.0.1',
          onResponse: ({ target, operation }) => void (operation !== 'showReady' && list.push(target())),
        }),
      ),
    );
    const urls = await Promise.all(mockServers.map(async (one) => new URL((await one.listen()).url).host));
    const socket = join(folder, 'balancer');
    const file = join(folder, 'haproxy.cfg');
    const [first, second] = urls;
    const text = textOf('haproxy.cfg')
      .replace('bind :8080', `bind unix@${socket}`)
      .replaceAll('default-server resolvers names init-addr none', '')
      .replaceAll('resolvers names init-addr none', '')
      .replaceAll('server-template mock-server 3 mock-server:8080', `server one ${first}\n  server two ${second}`);
    expect(text.match(/server (one|two) 127/g)).toHaveLength(8);
    const reported = join(folder, 'told');
    writeFileSync(file, text.replace('global\n', `global\n  stats socket ${reported}\n`));
    expect(execFileSync('haproxy', ['-c', '-f', file]).toString()).toContain('valid');
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
      await Promise.all(mockServers.map((one) => one.close()));
      rmSync(folder, { recursive: true });
    });
    const send = (path: string, headers = {}, method = 'GET', sent?: string) =>
      new Promise<{ status: number | undefined; body: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
        request({ socketPath: socket, path, method, headers: { host: 'api.example', ...headers } }, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (piece) => {
            body += piece;
          });
          response.on('end', () => resolve({ status: response.statusCode, body, headers: response.headers }));
        })
          .on('error', reject)
          .end(sent);
      });
    await vi.waitFor(async () => expect((await send('/healthz')).status).toBe(200), { timeout: 60_000, interval: 100 });
    /** The readiness probes that it sends. */
    const states = async () => {
      const requested = connect(reported);
      requested.write('show stat\n');
      return Array.from(
        (await textOfStream(requested)).matchAll(/^(?:requests|calls),(?:one|two),.*?,([A-Z][A-Za-z0-9 /]*),/gm),
        ([, state]) => state,
      );
    };
    return { mockServers, responded, socket, send, states };
  }

  test('distributes requests, forwards what clients sent, and skips servers that are not ready', async () => {
    const { mockServers, responded, send } = await balanced();
    const path = '/management/v1/healthz';
    await vi.waitFor(
      async () => {
        for (let at = 0; at < 8; at += 1) expect((await send(path)).status).toBe(200);
        expect(responded.map((list) => list.includes(path))).toEqual([true, true]);
      },
      { timeout: 60_000, interval: 100 },
    );
    const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { body } = await send('/openapi.json', forged);
    expect(JSON.parse(body).servers[0].url).toMatch(/^http:\/\/api\.example/);
    expect((await send('/_understudy/state', { ...forged, host: 'localhost' })).status).toBe(403);
    mockServers[0]?.retire();
    await vi.waitFor(
      async () => {
        responded[0].length = 0;
        for (let at = 0; at < 20; at += 1) expect((await send(path)).status).toBe(200);
        expect(responded[0]).toEqual([]);
      },
      { timeout: 60_000, interval: 100 },
    );
  });

  test('uses any running server if none is ready, so that its response has the reason and Retry-After', async () => {
    const { mockServers, send, states } = await balanced();
    await vi.waitFor(async () => expect(await states()).toEqual(Array(4).fill('UP')), {
      timeout: 60_000,
      interval: 100,
    });
    for (const one of mockServers) one.retire();
    await vi.waitFor(async () => expect(await states()).toEqual(Array(4).fill('DOWN')), {
      timeout: 60_000,
      interval: 100,
    });
    expect((await send('/management/v1/healthz')).status).toBe(200);
    expect(await send('/_understudy/ready')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    const call = { 'content-type': 'application/grpc', te: 'trailers' };
    expect((await send('/grpc.health.v1.Health/Check', call, 'POST')).status).toBe(200);
    await Promise.all(mockServers.map((one) => one.close()));
    const { status, headers, body } = await send('/management/v1/healthz');
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(body)).toMatchObject({ status: 503 });
  });

  test('retries a request without a response only if it changes nothing', async () => {
    const { responded, send } = await balanced();
    const headers = {
      'x-understudy-fault': 'reset',
      'content-type': 'application/json',
      authorization: 'Bearer token-owner',
    };
    for (const [method, path, sent, times] of [
      ['POST', '/management/v1/projects/_search', '{}', 1],
      ['PUT', '/management/v1/projects/1/apps/2', '{"name":"Another"}', 1],
      ['GET', '/management/v1/healthz', undefined, 4],
    ] as const) {
      for (const list of responded) list.length = 0;
      // It closes the connection instead of responding if its connection to the mock server was reused.
      const status = await send(path, headers, method, sent).then(
        (answer) => answer.status,
        () => 502,
      );
      expect([method, status]).toEqual([method, 502]);
      expect([method, responded.flat().filter((target) => target === path).length]).toEqual([method, times]);
    }
  });

  test('forwards HTTP/2 and gRPC, also streams', async () => {
    const { responded, socket } = await balanced();
    // The gRPC client connects to a port.
    const sockets = new Set<Socket>();
    const door = createServer((client) => {
      const inner = connect(socket);
      for (const one of [client, inner]) {
        sockets.add(one);
        one.on('error', () => undefined);
      }
      client.pipe(inner).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    onTestFinished(() => {
      for (const one of sockets) one.destroy();
      door.close();
    });
    const { port } = door.address() as { port: number };
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
    const client = createClient(Health, transport);
    let heard: () => void = () => undefined;
    const answer = new Promise<void>((resolve) => {
      heard = resolve;
    });
    async function* sending() {
      yield { messageRequest: { case: 'listServices' as const, value: '' } };
      await answer;
    }
    expect((await client.check({})).status).toBe(1);
    for await (const { status } of client.watch({})) {
      expect(status).toBe(1);
      break;
    }
    // A response before the end of the request needs HTTP/2 to the mock server.
    const talk = createClient(ServerReflection, transport).serverReflectionInfo(sending());
    for await (const { messageResponse } of talk) {
      expect(messageResponse.case).toBe('listServicesResponse');
      heard();
    }
    expect(responded.flat()).toContain('/grpc.health.v1.Health/Check');
  });
});
