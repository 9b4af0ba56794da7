import type { Static } from 'typebox';
import { AccountToWrite, Closed, Name, Nullable, OneOf, Text, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { FIELD_ERROR_CODES } from './problems.ts';

const VIEW_LAYOUTS = ['table', 'board'] as const;

/** The most views that a User makes in an Account. Nobody finds their way among more. */
export const VIEWS_MAX = 200;

/** The longest query of a view, in characters: addresses have room for no longer one. */
const QUERY_MAX_LENGTH = 4000;

const name = Name(100, 'What the view shows', 'Renewals in January');
const query = Text(
  QUERY_MAX_LENGTH,
  'The query of the list, without limit, cursor and account_uuid: filter[…], q, sort and updated_since.',
  { examples: ['filter[status]=open&sort=-amount'] },
);
const columns = Nullable(
  Type.Array(
    Closed({
      field: Text(300, 'A field, or custom.KEY.', { min: 1, examples: ['name'] }),
      width: Nullable(
        Type.Integer({
          minimum: 40,
          maximum: 2000,
          description: 'In pixels. Null: the usual.',
          examples: [240],
        }),
      ),
    }),
    { maxItems: 100, description: 'The columns of the table, in order. Null: the usual ones.' },
  ),
);
const shared = Type.Boolean({ description: 'Whether all members of the Account see it.' });
const layout = OneOf([...VIEW_LAYOUTS], 'How the pages show it. Only Deals have a board.');
const group_by = Nullable(
  Text(100, 'The field that the table is grouped by: choices, yes or no, a User or the stage.', {
    examples: ['status'],
  }),
);
const pinned = Type.Boolean({
  description:
    'Whether your menu shows it, until you say otherwise: your own views do, and shared ones. Only yours: others have their own.',
});
const position = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Its place in your own order. Null: behind those that have one.',
    examples: [1],
  }),
);

const Fault = Type.Object({
  pointer: Type.String({ description: 'The parameter of the query.', examples: ['filter[custom.rank]'] }),
  code: OneOf([...FIELD_ERROR_CODES], 'The kind of fault.'),
  detail: Type.String({ description: 'Why it no longer works.' }),
});

/** What a saved query asks that the list no longer has, such as an archived field. */
export const Faults = (description: string) => Type.Array(Fault, { description });

export const View = Type.Object(
  {
    uuid: Uuid('Identifier of the view.'),
    account_uuid: Uuid('The Account whose records it shows.', 'account'),
    owner_uuid: Nullable(Uuid('The User who made it. Null: it came with the Account.', 'user')),
    resource: Type.String({ description: 'The kind of record that it shows.', examples: ['deal'] }),
    name,
    shared,
    query,
    columns,
    layout,
    group_by,
    pinned,
    position,
    faults: Faults('What its query asks that the list no longer has. The list leaves it out.'),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When the view was made.'),
    updated_at: Timestamp('When the view last changed.'),
  },
  { $id: 'View', title: 'View', description: 'A name for a search, filters, order and columns of a list.' },
);
export type View = Static<typeof View>;

const changeable = {
  shared: Type.Optional(shared),
  query: Type.Optional(query),
  columns: Type.Optional(columns),
  layout: Type.Optional(layout),
  group_by: Type.Optional(group_by),
  pinned: Type.Optional(pinned),
  position: Type.Optional(position),
};

export const ViewCreate = Closed({
  account_uuid: AccountToWrite,
  resource: View.properties.resource,
  name,
  ...changeable,
});
export type ViewCreate = Static<typeof ViewCreate>;

export const ViewUpdate = Closed({ name: Type.Optional(name), ...changeable }, { minProperties: 1 });
export type ViewUpdate = Static<typeof ViewUpdate>;
