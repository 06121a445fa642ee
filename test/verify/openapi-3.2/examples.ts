// Rows about examples: they are sent, and must be accepted.

import { BAD_REQUEST, BOOLEAN, DONE, documentOf, type FeatureRow, jsonIn, operation } from './row.ts';

const DRAFT = {
  type: 'object',
  required: ['size', 'title'],
  properties: { size: { type: 'integer' }, title: { type: 'string', pattern: '^[A-Za-z &]{1,20}$' } },
};
const EXAMPLE = { size: 5, title: 'A & B' };

/** An operation that takes a draft in this media type, with an example. */
const checkDraft = (type: string, example: object) =>
  documentOf({
    '/drafts': {
      post: operation('checkDraft', BOOLEAN, {
        requestBody: { required: true, content: { [type]: { schema: DRAFT, examples: { draft: example } } } },
      }),
    },
  });

/** The response to a draft. @param fault - whether the example is rejected */
function respondToDraft({ size, title }: Readonly<Record<string, unknown>>, fault: string | undefined) {
  const isValid = Number.isInteger(size) && typeof title === 'string' && /^[A-Za-z &]{1,20}$/.test(title);
  return isValid && (title !== EXAMPLE.title || fault === undefined) ? DONE : BAD_REQUEST;
}

const dataValue: FeatureRow = {
  feature: '`dataValue`, `serializedValue`',
  files: { 'api.json': checkDraft('application/json', { dataValue: EXAMPLE }) },
  uses: ({ body }, { status }) => status === 200 && String(body) === JSON.stringify(EXAMPLE),
  faults: { 'the example is rejected': ['example-accepted', /the example draft of the document is rejected with 400/] },
  serve: (fault) => (request) => respondToDraft(Object(jsonIn(request)), fault),
};

const FORM = 'application/x-www-form-urlencoded';

const serializedValue: FeatureRow = {
  ...dataValue,
  files: { 'api.json': checkDraft(FORM, { serializedValue: 'title=A+%26+B&size=5' }) },
  uses: ({ body }, { status }) => status === 200 && String(body) === 'title=A+%26+B&size=5',
  serve:
    (fault) =>
    ({ headers, body }) => {
      if (headers['content-type'] !== FORM) return BAD_REQUEST;
      const { size, ...others } = Object.fromEntries(new URLSearchParams(body));
      return respondToDraft({ ...others, size: /^-?\d+$/.test(size ?? '') && Number(size) }, fault);
    },
};

const externalValue: FeatureRow = {
  ...dataValue,
  feature: '`externalValue`',
  files: {
    'api.json': checkDraft('application/json', { externalValue: 'examples/draft.json' }),
    'examples/draft.json': EXAMPLE,
  },
};

export const EXAMPLE_ROWS: readonly FeatureRow[] = [dataValue, serializedValue, externalValue];
