import { Closed, Nullable, Text, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { customFields, shared } from './common-fields.ts';
import { defineRecord, type RecordOf } from './define-record.ts';
import { integer, text, time } from './fields.ts';
import type { RecordField } from './record-field.ts';

/** A stage: one of the steps that a Deal passes through. */
export type Stage = { uuid: string; name: string; probability: number | null; rot_days: number | null };
/**
 * A stage as a caller writes it. A uuid keeps or changes an existing stage; without one the stage
 * is new.
 */
export type StageInput = {
  uuid?: string;
  name: string;
  probability?: number | null;
  rot_days?: number | null;
};

export const STAGES_MAX = 30;

const name = Text(100, 'Name of the stage.', { min: 1, examples: ['Offer'] });
const probability = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'How likely a Deal in it is won, in per cent.',
    examples: [50],
  }),
);
const rot_days = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'The number of days after which a Deal in it is marked as stale.',
    examples: [14],
  }),
);

const stages: RecordField<
  ReturnType<typeof Type.Unsafe<Stage[]>>,
  ReturnType<typeof Type.Unsafe<StageInput[]>>,
  'caller'
> = {
  schema: Type.Unsafe<Stage[]>(
    Type.Array(Closed({ uuid: Uuid('Identifier of the stage.', 'stage'), name, probability, rot_days }), {
      description: 'The stages, in order.',
    }),
  ),
  input: Type.Unsafe<StageInput[]>(
    Type.Array(
      Closed({
        uuid: Type.Optional(Uuid('The stage to keep; without it the stage is new.', 'stage')),
        name,
        probability: Type.Optional(probability),
        rot_days: Type.Optional(rot_days),
      }),
      {
        minItems: 1,
        maxItems: STAGES_MAX,
        description: 'All stages, in order. A stage that is left out is removed, unless Deals are in it.',
      },
    ),
  ),
  by: 'caller',
  type: 'stages',
  nullable: false,
  empty: [],
};

export const PIPELINE = defineRecord({
  name: 'pipeline',
  plural: 'pipelines',
  title: 'Pipeline',
  about: 'The stages that Deals of one sort go through.',
  named_by: 'name',
  needs: [['name']],
  fields: {
    name: text('Name of the pipeline.', {
      max: 100,
      min: 1,
      required: true,
      example: 'Sales',
      sort: 'distinct',
      csv: ['pipeline'],
    }),
    position: integer('Its place among the pipelines: the lowest is the first.', {
      minimum: 0,
      maximum: 1_000_000,
      example: 1,
      sort: true,
      csv: true,
    }),
    archived_at: time('When it was put aside. Null: it is in use.', { sort: true, csv: true }),
    stages,
    ...shared('sales', 'P-1', { external_id: ['id', 'pipeline id'] }),
    custom: customFields(),
  },
  default_sort: 'position',
  read_with: 'deals',
  searchable: false,
  sample: { archived_at: null },
  sample_previous: { name: 'New business' },
});

export type Pipeline = RecordOf<typeof PIPELINE>;
