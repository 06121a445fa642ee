import { describe, expect, test } from 'vitest';
import { ask, identityStandIn } from '../support/stand-in.ts';

const PATH = '/management/v1/projects/_search';

describe('searchProjects', () => {
  test('lists the projects the organization owns, newest first', async () => {
    const { status, body } = await ask(await identityStandIn(), 'POST', PATH, { body: {} });
    expect(status).toBe(200);
    expect(body.result.map((project: { name: string }) => project.name)).toEqual([
      '100 Peaks',
      'Flickstübli Repairs',
      'gear_sync',
      '100% Wool',
      'hut weather',
      'Gear Shop',
      'Hut Booking',
    ]);
  });
});
