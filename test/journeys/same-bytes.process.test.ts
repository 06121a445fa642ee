// The same seed, clock and requests result in the same bytes from independent processes.

import { connect } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { AddUserGrantRequestSchema, ListProjectsRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { expect, onTestFinished, test } from 'vitest';
import { frame } from '../support/call.ts';
import { serveProcess } from '../support/command-process.ts';
import { PROJECT, USER } from '../support/identity-records.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SERVICE = '/identity.management.v1.ManagementService';
const JSON_TYPE = { 'content-type': 'application/json', authorization: 'Bearer token-owner' };

/** The responses of another process: status, headers and body of each. */
async function responsesOf(seed: string): Promise<readonly string[]> {
  const { url } = await serveProcess(['--memory'], { cwd: await temporaryFolder() });
  const reported: string[] = [];
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers: JSON_TYPE, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    reported.push(
      [response.status, ...headLines(Object.fromEntries(response.headers)), await response.text()].join('\n'),
    );
  };
  const session = connect(url);
  onTestFinished(() => session.destroy());
  const call = (method: string, message: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      const head = {
        ':method': 'POST',
        ':path': `${SERVICE}/${method}`,
        'content-type': 'application/grpc',
        te: 'trailers',
      };
      const stream = session.request({ ...head, authorization: 'Bearer token-owner' });
      const parts: string[] = [];
      stream.on('response', (fields) => parts.push(...headLines(fields)));
      stream.on('trailers', (fields) => parts.push(...headLines(fields)));
      stream.on('data', (chunk: Buffer) => parts.push(chunk.toString('hex')));
      stream.on('error', reject).on('end', () => resolve(void reported.push(parts.join('\n'))));
      stream.end(frame(message));
    });
  await send('POST', '/_understudy/clock', { set: '2027-01-01T00:00:00Z', frozen: true });
  await send('POST', '/_understudy/seed', { seed });
  await send('POST', `/management/v1/users/${USER.chihiro}/grants`, { projectId: PROJECT.gearShop, roleKeys: [] });
  const grant = create(AddUserGrantRequestSchema, { userId: USER.khue, projectId: PROJECT.gearShop, roleKeys: [] });
  await call('AddUserGrant', toBinary(AddUserGrantRequestSchema, grant));
  await send('POST', '/_understudy/clock', { advance: '90m' });
  await send('POST', '/management/v1/projects/_search', {});
  await call('ListProjects', toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, {})));
  await send('GET', '/_understudy/state');
  await send('GET', '/_understudy/changes');
  return reported;
}

/** Headers as lines. */
function headLines(fields: object): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
}

test('two processes return the same bytes over HTTP and gRPC; with another seed, the ids differ', async () => {
  const [one, same, other] = await Promise.all([responsesOf('one'), responsesOf('one'), responsesOf('two')]);
  expect(one[2]).toMatch(/^200\n[\s\S]*userGrantId[\s\S]*2027-01-01T00:00:00Z/);
  expect(one[3]).toMatch(/grpc-status: 0/);
  expect(one[3]).toMatch(/date: Fri, 01 Jan 2027 00:00:00 GMT/);
  expect(one[6]).toMatch(/date: Fri, 01 Jan 2027 01:30:00 GMT/);
  expect(same).toEqual(one);
  expect(other[2]).not.toBe(one[2]);
});
