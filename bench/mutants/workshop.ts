// Faults of an inferred API: in single responses, and in stored, listed, changed and deleted items.

import { ANY_MEDIA_TYPE, beforeWriting, HEAD_FORBIDDEN, writing } from './answers.ts';
import { type Mutant, mutants } from './mutant.ts';

const SPEC = 'bench/mutants/workshop.yaml';
const CREATE = 'src/mock/resources/operations/item.ts';
const READ = 'src/mock/resources/operations/item.ts';
const CHANGE = 'src/mock/resources/operations/item.ts';
const REPLACE = 'src/mock/resources/operations/item.ts';
const REMOVE = 'src/mock/resources/operations/item.ts';
const PAGE = 'src/mock/resources/list/item-page.ts';
const TOLD = 'src/mock/resources/list/metadata-values.ts';
const MAKE = 'createItem(call, items, call.sent)';
const NEW_NAME =
  'NewMachine:\n      type: object\n      required: [name, kind]\n      properties:\n        name: { type: string, minLength: 1, maxLength: ';
const DRAFT = "import { getItemDraft } from '../items/items-draft.ts';\nimport { respondWithItem }";

/** Replaces the input. */
const sending = (change: string) =>
  [CREATE, MAKE, `createItem(call, items, ((sent) => (${change}))(call.sent as Record<string, any>))`] as const;
export const WORKSHOP: readonly Mutant[] = [
  ...mutants('workshop', true, [
    [
      'name-41',
      'invalid-input-rejected',
      'A name of 41 characters is accepted; the maximum is 40',
      [SPEC, `${NEW_NAME}40`, `${NEW_NAME}41`],
    ],
    [
      'price-999999',
      'valid-input-accepted',
      'The highest price is rejected',
      [
        SPEC,
        `${NEW_NAME}40 }\n        kind: { $ref: "#/components/schemas/Kind" }\n        price: { type: integer, minimum: 0, maximum: 1000000 }`,
        `${NEW_NAME}40 }\n        kind: { $ref: "#/components/schemas/Kind" }\n        price: { type: integer, minimum: 0, maximum: 999999 }`,
      ],
    ],
    [
      'note-not-null',
      'valid-input-accepted',
      'A note of null is rejected',
      [
        SPEC,
        'bought: { type: string, format: date }\n        note: { type: string, nullable: true, maxLength: 200 }\n    Machine:',
        'bought: { type: string, format: date }\n        note: { type: string, maxLength: 200 }\n    Machine:',
      ],
    ],
    [
      'no-kind',
      'missing-required-rejected',
      'A machine without a kind is accepted',
      [
        SPEC,
        'NewMachine:\n      type: object\n      required: [name, kind]',
        'NewMachine:\n      type: object\n      required: [name]',
      ],
    ],
    [
      'any-day',
      'invalid-input-rejected',
      'The day of a booking may be any string',
      [
        SPEC,
        'required: [day, hours]\n      properties:\n        day: { type: string, format: date }',
        'required: [day, hours]\n      properties:\n        day: { type: string }',
      ],
    ],
    [
      'no-code',
      'documented-media-type',
      'Error responses have no code',
      [
        'src/server/pipeline/errors/generate-error-body.ts',
        'if (value !== undefined && (isRequired || !isEmptyValue(value))) body[name] = value;',
        "if (name !== 'code') body[name] = value;",
      ],
    ],
    [
      'no-location',
      'response-headers',
      'The Location of a new machine is missing',
      beforeWriting('delete headers.location;'),
    ],
    [
      'price-text',
      'response-body',
      'The price of a machine is returned as a string',
      writing('text.replace(/"price":(\\d+)/g, \'"price":"$1"\')'),
    ],
    [
      'kind-misspelt',
      'response-body',
      'A kind of machine is misspelt',
      writing('text.replace(/"metal"/g, \'"metall"\')'),
    ],
    [
      'name-missing',
      'response-body',
      'A machine is returned without its name',
      writing(`text.replace(/"name":"[^"]*",/g, '')`),
    ],
    [
      'not-there-fails',
      'no-server-error',
      '500 for an unknown machine',
      [READ, 'throw createNotFoundError(call);\n  return', "throw new TypeError('reading id of undefined');\n  return"],
    ],
    [
      'emoji-fails',
      'no-server-error',
      '500 for a new item with an emoji',
      sending(
        "/[\\ud800-\\udfff]/.test(JSON.stringify(sent)) ? (() => { throw new Error('Incorrect string value'); })() : sent",
      ),
    ],
    [
      'status-200',
      'documented-status',
      'The response to a creation has the undeclared status 200',
      [
        CREATE,
        'return respondWithItem(call, stored, { made: true });',
        'return new HandlerResponse(200, stored.item, {}) as never;',
      ],
      [
        CREATE,
        "import { changeItems, type Perform } from './perform.ts';",
        "import { HandlerResponse } from '../../../server/pipeline/handler-response.ts';\nimport { changeItems, type Perform } from './perform.ts';",
      ],
    ],
    [
      'nobody-asked',
      'authentication-required',
      'No credentials are required',
      [
        'src/server/pipeline/authenticate-caller.ts',
        'if (!api.authenticate) {',
        'if (!api.authenticate) {\n    if (Boolean(operation)) return undefined;',
      ],
    ],
    ['xml-taken', 'invalid-input-rejected', 'A body of any media type is parsed as JSON', ANY_MEDIA_TYPE],
  ]),
  ...mutants('workshop', false, [
    [
      'not-kept',
      'read-after-create',
      'A created item is not stored',
      [
        CREATE,
        `const stored = await changeItems(call, (items) => ${MAKE});`,
        `const stored = await changeItems(call, (items) => {\n    const made = ${MAKE};\n    getItemDraft(items, call.resource).remove(made.id);\n    return made;\n  });`,
      ],
      [CREATE, 'import { respondWithItem }', DRAFT],
    ],
    [
      'price-lost',
      'read-after-create',
      'The price of a new machine is not stored',
      [CREATE, 'const stored = await changeItems', 'const told = await changeItems'],
      [
        CREATE,
        'return respondWithItem(call, stored, { made: true });',
        'await changeItems(call, (items) => {\n    const { price, ...item } = told.item as Record<string, any>;\n    getItemDraft(items, call.resource).replace({ ...told, item });\n  });\n  return respondWithItem(call, told, { made: true });',
      ],
      [CREATE, 'import { respondWithItem }', DRAFT],
    ],
    [
      'name-cut',
      'read-after-create',
      'Names are cut after four characters',
      sending("typeof sent.name === 'string' ? { ...sent, name: [...sent.name].slice(0, 4).join('') } : sent"),
    ],
    [
      'day-off',
      'read-after-create',
      'The day of purchase is one day off, because of the time zone',
      sending(
        'sent.bought ? { ...sent, bought: new Date(Date.parse(sent.bought) - 864e5).toISOString().slice(0, 10) } : sent',
      ),
    ],
    [
      'price-rounded',
      'read-after-create',
      'Prices are rounded',
      sending("typeof sent.price === 'number' ? { ...sent, price: Math.round(sent.price / 1000) * 1000 } : sent"),
    ],
    [
      'another-read',
      'read-after-create',
      'Every request for a machine returns the first one',
      [
        READ,
        'const stored = findExistingItem(call);',
        'const stored = findExistingItem(call) && [...listItems(call).values()][0];',
      ],
      [
        READ,
        'import { respondWithItem }',
        "import { listItems } from '../items/read-items.ts';\nimport { respondWithItem }",
      ],
    ],
    [
      'patch-not-kept',
      'read-after-update',
      'A PATCH is not stored',
      [
        CHANGE,
        'return { item: applyChange(call, items, previous, steps), made: false };',
        'return { item: previous, made: false };',
      ],
    ],
    [
      'put-not-kept',
      'read-after-update',
      'A PUT is not stored',
      [
        REPLACE,
        'if (previous) return { item: put(call, items, previous, sent), made: false };',
        'if (previous) return { item: previous, made: false };',
      ],
    ],
    [
      'patch-forgets',
      'read-after-update',
      'A PATCH without the note removes the note',
      [
        CHANGE,
        'applyMergePatch(before, call.sent)',
        'applyMergePatch({ ...(before as object), note: undefined, bought: undefined }, call.sent)',
      ],
    ],
    [
      'put-once',
      'put-idempotent',
      'A repeated PUT is rejected',
      [
        REPLACE,
        'if (previous) return',
        "if ((previous?.item as any)?.name === (sent as any)?.name) throw new ApiError('already_exists', 'that is its name already');\n    if (previous) return",
      ],
    ],
    [
      'put-appends',
      'read-after-update',
      'A PUT appends to the note',
      [
        REPLACE,
        'put(call, items, previous, sent)',
        'put(call, items, previous, { ...(sent as any), ...((sent as any)?.note && (previous.item as any)?.note && { note: (previous.item as any).note + (sent as any).note }) })',
      ],
    ],
    [
      'not-deleted',
      'not-found-after-delete',
      'A deleted item is still returned',
      [
        REMOVE,
        'if (part.length === 0) return deleteItems(call, items, [previous])[0] ?? previous;',
        'if (part.length === 0) return previous;',
      ],
    ],
    [
      'neighbour-deleted',
      'not-found-after-delete',
      'Deleting a machine also deletes the previous one',
      [
        REMOVE,
        'deleteItems(call, items, [previous])',
        'deleteItems(call, items, [...listItems(call, items).values()].filter(({ number }) => number === previous.number || number === previous.number - 1))',
      ],
      [
        REMOVE,
        'import { respondWithItem }',
        "import { listItems } from '../items/read-items.ts';\nimport { respondWithItem }",
      ],
    ],
    [
      'newest-not-listed',
      'list-contains-created',
      'The newest item is missing in lists',
      [
        PAGE,
        'values: (offset) => listing.values(offset),',
        'values: (offset) => [...listing.values(offset)].slice(0, -1),',
      ],
    ],
    [
      'offset-loses',
      'pagination-complete',
      'One machine is missing between pages',
      [PAGE, 'take(found.values(offset), size)', 'take(found.values(offset > 0 ? offset + 1 : 0), size)'],
    ],
    [
      'offset-repeats',
      'pagination-complete',
      'One machine is on two pages',
      [PAGE, 'take(found.values(offset), size)', 'take(found.values(Math.max(0, offset - 1)), size)'],
    ],
    [
      'cursor-loses',
      'pagination-complete',
      'One booking is missing between pages',
      [
        PAGE,
        'behind: ({ number }) => listing.values(countUpTo(listing, size, number)),',
        'behind: ({ number }) => listing.values(countUpTo(listing, size, number) + 1),',
      ],
      [
        PAGE,
        'return matching(countUpTo(listing, size, position.number));',
        'return matching(countUpTo(listing, size, position.number) + 1);',
      ],
      [
        PAGE,
        'return wherePosition((order) => order > 0, position);',
        'return [...wherePosition((order) => order > 0, position)].slice(1);',
      ],
    ],
    [
      'total-of-page',
      'pagination-complete',
      'The total is the number of items on the page',
      [TOLD, 'return asForm(total());', 'return asForm(items.length);'],
    ],
    [
      'total-one-more',
      'pagination-complete',
      'The total is one too high',
      [TOLD, 'return asForm(total());', 'return asForm(total() + 1);'],
    ],
    [
      'limit-ignored',
      'pagination-complete',
      'The limit is ignored',
      [
        PAGE,
        'const { size, cursor, offset } = requested;',
        'const { cursor, offset } = requested;\n  const size = undefined as number | undefined;',
      ],
    ],
    [
      'filter-ignored',
      'filter-applied',
      'The filter by kind is ignored',
      [PAGE, 'createItemTest(rule.filters, parts)', 'undefined'],
    ],
    [
      'filter-finds-nothing',
      'filter-applied',
      'The filter by kind finds nothing',
      [
        'src/mock/resources/list/list-filter.ts',
        'if (texts.has(toComparableText(value))) return true;',
        'if (texts.has(toComparableText(value).toUpperCase())) return true;',
      ],
    ],
    [
      'sort-ignored',
      'sort-applied',
      'The requested order is ignored',
      [
        'src/mock/resources/operations/list.ts',
        'selectPage(listing, rule, keys, parts',
        'selectPage(listing, rule, [], parts',
      ],
    ],
    [
      'never-descending',
      'sort-applied',
      'Descending order is ignored',
      ['src/mock/resources/list/sorting.ts', '? -order : order', '? order : order'],
    ],
    [
      'prices-as-texts',
      'sort-applied',
      'Prices are sorted as strings',
      [
        'src/mock/resources/list/compare-sort-values.ts',
        'return compareNumbers(first, second);',
        'return String(first) < String(second) ? -1 : Number(first !== second);',
      ],
    ],
    [
      'id-again',
      'read-after-create',
      'A new machine gets the id of the newest one, and replaces it',
      [
        'src/mock/resources/items/write-items.ts',
        'const isTaken = (other: string) => exists(draft.get(buildItemKey(parentIds, other)), resource);',
        'const isTaken = (_: string) => false;',
      ],
      [
        'src/mock/resources/items/write-items.ts',
        'generateId({ resource, number, newId',
        'generateId({ resource, number: Math.max(1, number - 1), newId',
      ],
    ],
    [
      'bookings-of-others',
      'list-contains-created',
      'Each machine lists the bookings of all machines',
      [
        'src/mock/resources/items/read-items.ts',
        'return stored.group(BY_PARENTS, getParentGroup(parentIds));',
        'return stored;',
      ],
    ],
    ['head-not-there', 'head-matches-get', 'HEAD is rejected', HEAD_FORBIDDEN],
  ]),
];
