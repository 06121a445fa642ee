// CRUD requests against documents in the style of well-known APIs.

import { describe, expect, test } from 'vitest';
import { inferred, type SendOptions } from '../../../support/inferred.ts';
import { createKnownDocument } from './documents.ts';

interface Style {
  readonly name: string;
  readonly lines: readonly string[];
  readonly shapes: Parameters<typeof createKnownDocument>[1];
  /** The collection, and the body that creates an item. */
  readonly path: string;
  readonly sent: object;
  /** The item in the response to create and read. Default: the whole body. */
  readonly item?: (body: never) => unknown;
  /** The items in a list response. Default: the whole body. */
  readonly items?: (body: never) => unknown;
  readonly id: string;
  /** The update request, and the expected item. */
  readonly change?: readonly [method: string, body: object];
}

const STYLES: readonly Style[] = [
  {
    name: 'Petstore',
    lines: [
      'GET /pets?limit > 200 Pet[]',
      'POST /pets < Pet > 201 Pet',
      'GET /pets/{petId} > 200 Pet',
      'PUT /pets/{petId} < Pet > 200 Pet',
      'DELETE /pets/{petId} > 204',
    ],
    shapes: { Pet: { id: 'numberId', name: 'text', 'tag?': 'text' } },
    path: '/pets',
    sent: { name: 'Rex', tag: 'dog' },
    id: 'id',
    change: ['PUT', { name: 'Max' }],
  },
  {
    name: 'GitHub',
    lines: [
      'GET /gists?per_page&page > 200 Gist[]',
      'POST /gists < Gist > 201 Gist',
      'GET /gists/{gist_id} > 200 Gist',
      'PATCH /gists/{gist_id} < Change > 200 Gist',
      'DELETE /gists/{gist_id} > 204',
    ],
    shapes: {
      Gist: { id: 'id', description: 'text', 'public?': 'flag', created_at: 'time', updated_at: 'time' },
      Change: { 'description?': 'text' },
    },
    path: '/gists',
    sent: { description: 'Hello', public: true },
    id: 'id',
    change: ['PATCH', { description: 'World' }],
  },
  {
    name: 'Stripe',
    lines: [
      'GET /v1/customers?limit&starting_after > 200 List',
      'POST /v1/customers < form:NewCustomer > 200 Customer',
      'GET /v1/customers/{customer} > 200 Customer',
      'POST /v1/customers/{customer} < form:NewCustomer > 200 Customer',
      'DELETE /v1/customers/{customer} > 200 Deleted',
    ],
    shapes: {
      Customer: {
        id: 'id',
        object: '{ type: string, enum: [customer] }',
        'name?': 'text',
        'email?': 'text',
        created: 'seconds',
      },
      NewCustomer: { 'name?': 'text', 'email?': 'text' },
      List: { object: '{ type: string, enum: [list] }', data: 'Customer[]', has_more: 'flag', url: 'text' },
      Deleted: { id: 'text', deleted: '{ type: boolean, enum: [true] }' },
    },
    path: '/v1/customers',
    sent: { name: 'Ann', email: 'ann@shop.example' },
    items: ({ data }: { data: unknown }) => data,
    id: 'id',
    change: ['POST', { name: 'Anna' }],
  },
  {
    name: 'Twilio',
    lines: [
      'GET /Messages.json?PageSize > 200 Page',
      'POST /Messages.json < form:NewMessage > 201 Message',
      'GET /Messages/{Sid}.json > 200 Message',
      'DELETE /Messages/{Sid}.json > 204',
    ],
    shapes: {
      Message: {
        sid: 'id',
        body: 'text',
        to: 'text',
        status: '{ type: string, enum: [queued, sent], readOnly: true }',
      },
      NewMessage: { Body: 'text', To: 'text' },
      Page: { messages: 'Message[]', page_size: 'number' },
    },
    path: '/Messages.json',
    sent: { Body: 'Hello', To: '+4912345' },
    items: ({ messages }: { messages: unknown }) => messages,
    id: 'sid',
  },
  {
    name: 'DigitalOcean',
    lines: [
      'GET /v2/volumes?per_page&page > 200 Page',
      'POST /v2/volumes < NewVolume > 201 One',
      'GET /v2/volumes/{volume_id} > 200 One',
      'DELETE /v2/volumes/{volume_id} > 204',
    ],
    shapes: {
      Volume: { id: 'id', name: 'text', size_gigabytes: 'number', created_at: 'time' },
      NewVolume: { name: 'text', size_gigabytes: 'number' },
      One: { volume: 'Volume' },
      Meta: { total: 'number' },
      Page: { volumes: 'Volume[]', meta: 'Meta' },
    },
    path: '/v2/volumes',
    sent: { name: 'disk', size_gigabytes: 10 },
    item: ({ volume }: { volume: unknown }) => volume,
    items: ({ volumes }: { volumes: unknown }) => volumes,
    id: 'id',
  },
  {
    name: 'Spotify',
    lines: [
      'GET /playlists?limit&offset > 200 Page',
      'POST /playlists < NewPlaylist > 201 Playlist',
      'GET /playlists/{playlist_id} > 200 Playlist',
      'PUT /playlists/{playlist_id} < NewPlaylist > 200',
    ],
    shapes: {
      Playlist: { id: 'id', name: 'text', 'public?': 'flag', uri: 'id' },
      NewPlaylist: { name: 'text', 'public?': 'flag' },
      Page: { items: 'Playlist[]', total: 'number', limit: 'number', offset: 'number' },
    },
    path: '/playlists',
    sent: { name: 'Morning', public: false },
    items: ({ items }: { items: unknown }) => items,
    id: 'id',
    change: ['PUT', { name: 'Evening' }],
  },
  {
    name: 'Zoom',
    lines: [
      'GET /meetings?page_size&next_page_token > 200 Page',
      'POST /meetings < NewMeeting > 201 Meeting',
      'GET /meetings/{meetingId} > 200 Meeting',
      'PATCH /meetings/{meetingId} < NewMeeting > 204',
      'DELETE /meetings/{meetingId} > 204',
    ],
    shapes: {
      Meeting: { id: 'numberId', topic: 'text', 'agenda?': 'text', created_at: 'time' },
      NewMeeting: { 'topic?': 'text', 'agenda?': 'text' },
      Page: { page_size: 'number', next_page_token: 'text', meetings: 'Meeting[]' },
    },
    path: '/meetings',
    sent: { topic: 'Plans' },
    items: ({ meetings }: { meetings: unknown }) => meetings,
    id: 'id',
    change: ['PATCH', { topic: 'Other plans' }],
  },
  {
    name: 'Asana',
    lines: [
      'GET /tasks?limit&offset > 200 Page',
      'POST /tasks < Sent > 201 One',
      'GET /tasks/{task_gid} > 200 One',
      'PUT /tasks/{task_gid} < Sent > 200 One',
      'DELETE /tasks/{task_gid} > 200 Empty',
    ],
    shapes: {
      Task: { gid: 'id', name: 'text', 'notes?': 'text', 'completed?': 'flag' },
      NewTask: { 'name?': 'text', 'notes?': 'text' },
      Sent: { data: 'NewTask' },
      One: { data: 'Task' },
      Page: { data: 'Task[]' },
      Empty: { 'data?': '{ type: object }' },
    },
    path: '/tasks',
    sent: { data: { name: 'Write', notes: 'Soon' } },
    item: ({ data }: { data: unknown }) => data,
    items: ({ data }: { data: unknown }) => data,
    id: 'gid',
    change: ['PUT', { data: { name: 'Rewrite' } }],
  },
  {
    name: 'Kubernetes',
    lines: [
      'GET /api/v1/namespaces?limit&continue > 200 PodList',
      'POST /api/v1/namespaces < Namespace > 201 Namespace',
      'GET /api/v1/namespaces/{name} > 200 Namespace',
      'PUT /api/v1/namespaces/{name} < Namespace > 200 Namespace',
      'DELETE /api/v1/namespaces/{name} > 200',
    ],
    shapes: {
      Meta: { name: 'text', 'uid?': 'text' },
      Spec: { 'finalizers?': 'text[]' },
      Namespace: { 'apiVersion?': 'text', 'kind?': 'text', metadata: 'Meta', 'spec?': 'Spec' },
      PodList: { items: 'Namespace[]', 'kind?': 'text' },
    },
    path: '/api/v1/namespaces',
    sent: { kind: 'Namespace', metadata: { name: 'shop' } },
    items: ({ items }: { items: unknown }) => items,
    id: 'metadata.name',
  },
  {
    name: 'Microsoft Graph',
    lines: [
      'GET /groups?$top&$skip > 200 Page',
      'POST /groups < Group > 201 Group',
      'GET /groups/{group-id} > 200 Group',
      'PATCH /groups/{group-id} < Change > 200 Group',
      'DELETE /groups/{group-id} > 204',
    ],
    shapes: {
      Group: { 'id?': 'id', displayName: 'text', 'mailEnabled?': 'flag' },
      Change: { 'displayName?': 'text' },
      Page: { value: 'Group[]', '@odata.count?': 'number' },
    },
    path: '/groups',
    sent: { displayName: 'Cooks' },
    items: ({ value }: { value: unknown }) => value,
    id: 'id',
    change: ['PATCH', { displayName: 'Chefs' }],
  },
  {
    name: 'Jira',
    lines: [
      'GET /rest/api/3/filters?startAt&maxResults > 200 Page',
      'POST /rest/api/3/filters < NewFilter > 200 Filter',
      'GET /rest/api/3/filters/{id} > 200 Filter',
      'PUT /rest/api/3/filters/{id} < NewFilter > 200 Filter',
      'DELETE /rest/api/3/filters/{id} > 204',
    ],
    shapes: {
      Filter: { id: 'id', name: 'text', 'jql?': 'text', self: '{ type: string, format: uri, readOnly: true }' },
      NewFilter: { name: 'text', 'jql?': 'text' },
      Page: { values: 'Filter[]', total: 'number', isLast: 'flag' },
    },
    path: '/rest/api/3/filters',
    sent: { name: 'Mine', jql: 'assignee = me' },
    items: ({ values }: { values: unknown }) => values,
    id: 'id',
    change: ['PUT', { name: 'Ours' }],
  },
  {
    name: 'Shopify',
    lines: [
      'GET /admin/products.json?limit&since_id > 200 Page',
      'POST /admin/products.json < Sent > 201 One',
      'GET /admin/products/{product_id}.json > 200 One',
      'PUT /admin/products/{product_id}.json < Sent > 200 One',
      'DELETE /admin/products/{product_id}.json > 200',
    ],
    shapes: {
      Product: { id: 'numberId', title: 'text', 'vendor?': 'text' },
      NewProduct: { 'title?': 'text', 'vendor?': 'text' },
      Sent: { product: 'NewProduct' },
      One: { product: 'Product' },
      Page: { products: 'Product[]' },
    },
    path: '/admin/products.json',
    sent: { product: { title: 'Board', vendor: 'Burton' } },
    item: ({ product }: { product: unknown }) => product,
    items: ({ products }: { products: unknown }) => products,
    id: 'id',
    change: ['PUT', { product: { title: 'Longboard' } }],
  },
  {
    name: 'PayPal',
    lines: [
      'GET /v1/plans?page_size&page > 200 Page',
      'POST /v1/plans < NewPlan > 201 Plan',
      'GET /v1/plans/{id} > 200 Plan',
      'POST /v1/plans/{id}/deactivate > 204',
    ],
    shapes: {
      Plan: {
        id: 'id',
        name: 'text',
        status: '{ type: string, enum: [CREATED, ACTIVE, INACTIVE], readOnly: true }',
        create_time: 'time',
      },
      NewPlan: { name: 'text' },
      Page: { plans: 'Plan[]', total_items: 'number' },
    },
    path: '/v1/plans',
    sent: { name: 'Monthly' },
    items: ({ plans }: { plans: unknown }) => plans,
    id: 'id',
  },
  {
    name: 'SendGrid',
    lines: [
      'GET /v3/templates?page_size&page_token > 200 Page',
      'POST /v3/templates < NewTemplate > 201 Template',
      'GET /v3/templates/{template_id} > 200 Template',
      'PATCH /v3/templates/{template_id} < NewTemplate > 200 Template',
      'DELETE /v3/templates/{template_id} > 204',
    ],
    shapes: {
      Template: { id: 'id', name: 'text', updated_at: 'time' },
      NewTemplate: { name: 'text' },
      Page: { result: 'Template[]' },
    },
    path: '/v3/templates',
    sent: { name: 'Welcome' },
    items: ({ result }: { result: unknown }) => result,
    id: 'id',
    change: ['PATCH', { name: 'Goodbye' }],
  },
  {
    name: 'Notion',
    lines: [
      'GET /v1/comments?page_size&start_cursor > 200 Page',
      'POST /v1/comments < NewComment > 200 Comment',
      'GET /v1/comments/{comment_id} > 200 Comment',
    ],
    shapes: {
      Comment: {
        id: '{ type: string, format: uuid, readOnly: true }',
        object: '{ type: string, enum: [comment] }',
        text: 'text',
        created_time: 'time',
      },
      NewComment: { text: 'text' },
      Page: {
        object: '{ type: string, enum: [list] }',
        results: 'Comment[]',
        has_more: 'flag',
        'next_cursor?': '{ type: string, nullable: true }',
      },
    },
    path: '/v1/comments',
    sent: { text: 'Nice' },
    items: ({ results }: { results: unknown }) => results,
    id: 'id',
  },
  {
    name: 'GitLab',
    lines: [
      'GET /api/v4/snippets?per_page&page > 200 Snippet[]',
      'POST /api/v4/snippets < NewSnippet > 201 Snippet',
      'GET /api/v4/snippets/{id} > 200 Snippet',
      'PUT /api/v4/snippets/{id} < NewSnippet > 200 Snippet',
      'DELETE /api/v4/snippets/{id} > 204',
    ],
    shapes: {
      Snippet: { id: 'numberId', title: 'text', 'visibility?': 'text', created_at: 'time' },
      NewSnippet: { 'title?': 'text', 'visibility?': 'text' },
    },
    path: '/api/v4/snippets',
    sent: { title: 'Sort', visibility: 'private' },
    id: 'id',
    change: ['PUT', { title: 'Sort faster' }],
  },
  {
    name: 'Okta',
    lines: [
      'GET /api/v1/apps?limit&after > 200 App[]',
      'POST /api/v1/apps < App > 200 App',
      'GET /api/v1/apps/{appId} > 200 App',
      'PUT /api/v1/apps/{appId} < App > 200 App',
      'POST /api/v1/apps/{appId}/lifecycle/deactivate > 200',
      'DELETE /api/v1/apps/{appId} > 204',
    ],
    shapes: {
      App: {
        'id?': 'id',
        label: 'text',
        'status?': '{ type: string, enum: [ACTIVE, INACTIVE], readOnly: true }',
        'created?': 'time',
      },
    },
    path: '/api/v1/apps',
    sent: { label: 'Wiki' },
    id: 'id',
    change: ['PUT', { label: 'Our wiki' }],
  },
  {
    name: 'Mailchimp',
    lines: [
      'GET /3.0/campaigns?count&offset > 200 Page',
      'POST /3.0/campaigns < NewCampaign > 200 Campaign',
      'GET /3.0/campaigns/{campaign_id} > 200 Campaign',
      'PATCH /3.0/campaigns/{campaign_id} < NewCampaign > 200 Campaign',
      'DELETE /3.0/campaigns/{campaign_id} > 204',
    ],
    shapes: {
      Campaign: { id: 'id', type: 'text', create_time: 'time', 'title?': 'text' },
      NewCampaign: { type: 'text', 'title?': 'text' },
      Page: { campaigns: 'Campaign[]', total_items: 'number' },
    },
    path: '/3.0/campaigns',
    sent: { type: 'regular', title: 'Spring' },
    items: ({ campaigns }: { campaigns: unknown }) => campaigns,
    id: 'id',
    change: ['PATCH', { type: 'regular', title: 'Summer' }],
  },
  {
    name: 'Plaid and other RPC, which has resources all the same',
    lines: [
      'POST /items/search < Search > 200 Page',
      'GET /items > 200 Page',
      'POST /items < NewItem > 200 Item',
      'GET /items/{item_id} > 200 Item',
      'DELETE /items/{item_id} > 200 Removed',
    ],
    shapes: {
      Item: { item_id: 'id', institution: 'text' },
      NewItem: { institution: 'text' },
      Search: { 'institution?': 'text' },
      Page: { items: 'Item[]' },
      Removed: { removed: 'flag' },
    },
    path: '/items',
    sent: { institution: 'ins_1' },
    items: ({ items }: { items: unknown }) => items,
    id: 'item_id',
  },
  {
    name: 'Slack',
    lines: [
      'GET /reminders?limit&cursor > 200 Page',
      'POST /reminders < form:NewReminder > 200 One',
      'GET /reminders/{reminder} > 200 One',
      'DELETE /reminders/{reminder} > 200 Done',
    ],
    shapes: {
      Reminder: { id: 'id', text: 'text', 'recurring?': 'flag' },
      NewReminder: { text: 'text' },
      One: { ok: '{ type: boolean, enum: [true] }', reminder: 'Reminder' },
      Page: { ok: '{ type: boolean, enum: [true] }', reminders: 'Reminder[]' },
      Done: { ok: '{ type: boolean, enum: [true] }' },
    },
    path: '/reminders',
    sent: { text: 'Lunch' },
    item: ({ reminder }: { reminder: unknown }) => reminder,
    items: ({ reminders }: { reminders: unknown }) => reminders,
    id: 'id',
  },
];

const whole = (body: never): unknown => body;

describe.each(STYLES)('$name', ({ lines, shapes, path, sent, item = whole, items = whole, id, change }) => {
  const send = (ask: SendOptions, method: string, at: string, body: object) => {
    const isForm = lines.some((line) => line.startsWith(`${method} `) && line.includes('< form:'));
    return ask(method, at, isForm ? new URLSearchParams(body as Record<string, string>) : body);
  };
  const itemPath = (made: unknown) => {
    const value = id.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], made);
    const suffix = path.endsWith('.json') ? '.json' : '';
    return `${path.replace(/\.json$/, '')}/${value}${suffix}`;
  };

  test('starts with a few realistic items that are found by id', async () => {
    const ask = await inferred(createKnownDocument(lines, shapes));
    const { status, body } = await ask('GET', path);
    expect(status).toBe(200);
    const found = items(body as never) as readonly unknown[];
    expect(found.length).toBeGreaterThan(1);
    for (const one of found) expect(item((await ask('GET', itemPath(one))).body as never)).toEqual(one);
  });

  test('creates an item, lists and reads it, updates it, and deletes it', async () => {
    const ask = await inferred(createKnownDocument(lines, shapes), { records: 0 });
    const made = await send(ask, 'POST', path, sent);
    expect({ status: made.status, source: made.source }).toMatchObject({ source: 'stored' });
    expect([200, 201]).toContain(made.status);
    const one = item(made.body as never);
    const at = itemPath(one);
    expect(item((await ask('GET', at)).body as never)).toEqual(one);
    expect(items((await ask('GET', path)).body as never)).toEqual([one]);
    const [inner = sent] = item === whole ? [] : Object.values(sent);
    const wanted = typeof inner === 'object' ? inner : sent;
    const named = Object.entries(wanted as object).map(([name, value]) => [name.toLowerCase(), value]);
    const shown = Object.entries(one as object).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(shown)).toMatchObject(Object.fromEntries(named));
    if (change) {
      const [method, body] = change;
      expect((await send(ask, method, at, body)).status).toBeLessThan(300);
      const changed = item === whole ? body : Object.values(body)[0];
      expect(item((await ask('GET', at)).body as never)).toMatchObject(changed);
    }
    if (!lines.some((line) => line.startsWith('DELETE'))) return;
    expect((await ask('DELETE', at)).status).toBeLessThan(300);
    expect((await ask('GET', at)).status).toBe(404);
    expect(items((await ask('GET', path)).body as never)).toEqual([]);
  });
});

test.each([
  ['PayPal', '/deactivate'],
  ['Okta', '/lifecycle/deactivate'],
])('%s: deactivate sets the state to inactive', async (name, verb) => {
  const style = STYLES.find((one) => one.name === name);
  const send = await inferred(createKnownDocument(style?.lines ?? [], style?.shapes ?? {}), { records: 0 });
  const { body } = await send('POST', style?.path ?? '', style?.sent);
  expect((await send('POST', `${style?.path}/${body.id}${verb}`)).status).toBeLessThan(300);
  expect((await send('GET', `${style?.path}/${body.id}`)).body).toMatchObject({ status: 'INACTIVE' });
});
