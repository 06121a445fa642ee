// Starts one app of each framework with a mock server below /api, sends requests, and prints their responses.
import { createMockServer } from 'understudy-api';
import { mockMiddleware } from 'understudy-api/express';

const mock = await createMockServer('petstore.yaml', { durability: 'memory' });
const respond = mockMiddleware(mock);

async function express(name) {
  const { default: express } = await import(name);
  const app = express();
  app.use(express.json());
  app.get('/api/own', (_, response) => response.send('own'));
  app.use('/api', respond);
  const server = app.listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: server.address().port, close: () => server.close() };
}

const frameworks = {
  'Express 4': () => express('express4'),
  'Express 5': () => express('express5'),
  async Connect() {
    const [{ default: connect }, { createServer }] = await Promise.all([import('connect'), import('node:http')]);
    const app = connect();
    app.use('/api/own', (_, response) => response.end('own'));
    app.use('/api', respond);
    const server = createServer(app).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    return { port: server.address().port, close: () => server.close() };
  },
  async Fastify() {
    const [{ default: fastify }, { default: middie }] = await Promise.all([
      import('fastify'),
      import('@fastify/middie'),
    ]);
    const app = fastify();
    await app.register(middie);
    app.use('/api', respond);
    app.get('/api/own', async () => 'own');
    await app.listen({ port: 0 });
    return { port: app.server.address().port, close: () => app.close() };
  },
  async NestJS() {
    await import('reflect-metadata');
    const [{ NestFactory }, { Controller, Get, Module }] = await Promise.all([
      import('@nestjs/core'),
      import('@nestjs/common'),
    ]);
    class Own {
      own() {
        return 'own';
      }
    }
    Get('own')(Own.prototype, 'own', Object.getOwnPropertyDescriptor(Own.prototype, 'own'));
    Controller('api')(Own);
    class App {}
    Module({ controllers: [Own] })(App);
    const app = await NestFactory.create(App, { logger: false });
    app.use('/api', respond);
    await app.listen(0);
    return { port: app.getHttpServer().address().port, close: () => app.close() };
  },
  async 'webpack-dev-server'() {
    const [{ default: webpack }, { default: Server }] = await Promise.all([
      import('webpack'),
      import('webpack-dev-server'),
    ]);
    const compiler = webpack({
      mode: 'development',
      entry: './entry.mjs',
      infrastructureLogging: { level: 'none' },
      stats: 'none',
    });
    const setupMiddlewares = (middlewares) => [
      { name: 'mock', path: '/api', middleware: respond },
      ...middlewares,
      { name: 'own', path: '/api/own', middleware: (_, response) => response.end('own') },
    ];
    const server = new Server(
      { port: 'auto', host: '127.0.0.1', setupMiddlewares, client: false, hot: false },
      compiler,
    );
    await server.start();
    return { port: server.server.address().port, close: () => server.stop() };
  },
};

for (const [name, start] of Object.entries(frameworks)) {
  const { port, close } = await start();
  const base = `http://localhost:${port}`;
  const created = await fetch(`${base}/api/pets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Rex","kind":"dog"}',
  });
  const { id } = await created.json();
  const found = await (await fetch(base + created.headers.get('location'))).json();
  const own = await (await fetch(`${base}/api/own`)).text();
  const missing = await fetch(`${base}/api/nothing`);
  const inspector = await fetch(`${base}/api/_understudy/inspector`, { headers: { accept: 'text/html' } });
  await mock.reset();
  console.log(
    JSON.stringify({
      name,
      created: [created.status, id],
      found: found.name,
      own,
      missing: missing.status,
      inspector: inspector.status,
    }),
  );
  await close();
}
await mock.close();
process.exit();
