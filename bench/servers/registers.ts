// A minimal durable server: node:http in front of one table, in SQLite or in PostgreSQL. A write is safe when it is acknowledged.
//
//   node registers.ts PORT sqlite FIXTURES.json DATABASE
//   node registers.ts PORT postgres FIXTURES.json URL

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

interface Register {
  readonly id: string;
  readonly value: string;
}
interface Table {
  read(id: string): Promise<Register | undefined> | Register | undefined;
  write(register: Register): Promise<unknown> | unknown;
}

const [port, kind, fixtures = '', place = ''] = process.argv.slice(2);
const first: readonly Register[] = JSON.parse(readFileSync(fixtures, 'utf8'));
const table = kind === 'sqlite' ? inSqlite(place) : await inPostgres(place);

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const id = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const sent: Register | undefined = request.method === 'PUT' ? JSON.parse(`${Buffer.concat(chunks)}`) : undefined;
    if (sent) await table.write({ ...sent, id });
    const register = sent ?? (await table.read(id));
    const text = JSON.stringify(register ?? { message: 'there is none' });
    response.writeHead(register ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}).listen(Number(port), '127.0.0.1');

function inSqlite(file: string): Table {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE IF NOT EXISTS registers (id TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const write = database.prepare(
    'INSERT INTO registers VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
  );
  database.exec('BEGIN');
  for (const { id, value } of first) write.run(id, value);
  database.exec('COMMIT');
  const read = database.prepare('SELECT id, value FROM registers WHERE id = ?');
  return {
    read: (id) => read.get(id) as Register | undefined,
    write: ({ id, value }) => write.run(id, value),
  };
}

async function inPostgres(url: string): Promise<Table> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query('CREATE TABLE IF NOT EXISTS registers (id TEXT PRIMARY KEY, value TEXT NOT NULL)');
  await pool.query('INSERT INTO registers SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING', [
    first.map(({ id }) => id),
    first.map(({ value }) => value),
  ]);
  return {
    async read(id) {
      const { rows } = await pool.query({
        name: 'read',
        text: 'SELECT id, value FROM registers WHERE id = $1',
        values: [id],
      });
      return rows[0];
    },
    write: ({ id, value }) =>
      pool.query({
        name: 'write',
        text: 'INSERT INTO registers VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
        values: [id, value],
      }),
  };
}
