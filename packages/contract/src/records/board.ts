import type { Static } from 'typebox';
import { Nullable, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { Unchangeable } from './access.ts';
import type { DEAL } from './deals.ts';

/** The open Deals of a pipeline, by stage. */
export const Board = Type.Object(
  {
    pipeline_uuid: Uuid('The pipeline.', 'pipeline'),
    stages: Type.Array(
      Type.Object({
        stage_uuid: Uuid('The stage.', 'stage'),
        count: Type.Integer({ description: 'How many open Deals are in it.', examples: [12] }),
        amounts: Type.Array(
          Type.Object({
            currency: Nullable(
              Type.String({ description: 'Null: Deals without a currency.', examples: ['EUR'] }),
            ),
            amount: Type.String({ description: 'What they add up to.', examples: ['12500.00'] }),
          }),
          { description: 'What its Deals are worth, by currency.' },
        ),
        deals: Type.Array(Type.Unsafe<Static<typeof DEAL.schema>>({ $ref: 'Deal#' }), {
          description: '50 of them, the last that entered it first.',
        }),
        next_cursor: Nullable(
          Type.String({ description: 'For the next 50, with stage_uuid. Null: these were all.' }),
        ),
      }),
      { description: 'The stages in order.' },
    ),
    unchangeable: Unchangeable,
  },
  { $id: 'Board', title: 'Board', description: 'The open Deals of a pipeline by their stages.' },
);
export type Board = Static<typeof Board>;
