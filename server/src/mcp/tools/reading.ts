import { SEARCHED_KINDS } from '@rapport/contract/records/search';
import { REPORT_NAMES } from '@rapport/contract/reports';
import { reachOf, reads } from '../../access/reach.ts';
import { type Conversation, NothingDone, Refused, type Told } from '../calls.ts';
import { kindOf, shownEvent, shownRecord } from '../records.ts';
import { nextStepOf } from '../refusals.ts';
import { ANSWER_MAX_BYTES, bytesOf, fitted, shown, TEXT_ALONE_MAX, TEXT_MAX } from '../texts.ts';
import {
  account_uuid,
  askAll,
  cursor,
  limitTo,
  READS,
  resource,
  type Tool,
  takes,
  textOf,
  uuid,
} from './tool.ts';

/** What an assistant reads: records, their history, the day, figures. */

export const search: Tool = {
  name: 'search',
  description:
    'Finds records by words of names, texts, e-mail addresses and phone numbers: the best of each kind.',
  inputSchema: takes(
    {
      q: textOf(200),
      resources: { type: 'array', items: { type: 'string', enum: SEARCHED_KINDS } },
      limit: limitTo(20),
      account_uuid,
    },
    ['q'],
  ),
  annotations: READS,
  run: async ({ ask }, { q, resources = SEARCHED_KINDS, limit, account_uuid }) => {
    const query = { q, resources: resources.join(','), limit, account_uuid };
    const told = await ask('GET', '/api/v2/search', { query });
    if (told instanceof Refused) return told;
    return fitted(told.body.data, (some: Record<string, unknown>[], most) => ({
      found: some.map(({ resource, uuid, account_uuid, title, hint }) => ({
        ...{ resource, uuid, account_uuid },
        text_from_record: shown({ title, hint: hint ?? undefined }, most),
      })),
    }));
  },
};

/** One schema for each type: some assistants take no list of types, and drop the tool. */
const FILTER_VALUE = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** The records of a page when the call names no number. */
const PAGE_DEFAULT = 20;

export const listRecords: Tool = {
  name: 'list_records',
  description:
    'Records of a kind by filters or a saved view, in pages. filter: {"status":"open","due_on[lte]":"today","owner_uuid":"me","client_uuid":UUID,"custom.KEY":"x"}; [in] takes a,b. Days: today, today+7d, week, month-1. sort: "-amount,title". count: also how many there are.',
  inputSchema: takes(
    {
      resource,
      filter: { type: 'object', additionalProperties: FILTER_VALUE },
      view_uuid: uuid,
      q: textOf(200),
      sort: textOf(200),
      cursor,
      limit: limitTo(50),
      count: { type: 'boolean' },
      account_uuid,
    },
    ['resource'],
  ),
  annotations: READS,
  run: (conversation, { resource, filter = {}, view_uuid: view, count, limit = PAGE_DEFAULT, ...rest }) => {
    const filters = Object.entries(filter as Record<string, string | number | boolean>).map(
      ([name, value]) => [filterParameter(name), value],
    );
    const query = { ...rest, ...Object.fromEntries(filters), view, ...(count && { include: 'count' }) };
    const definition = kindOf(resource);
    return pageThatFits(limit, async (size) => {
      const told = await conversation.ask('GET', definition.path, { query: { ...query, limit: size } });
      if (told instanceof Refused) return told;
      const { data, next_cursor, count: there_are } = told.body;
      return {
        records: data.map((one: Record<string, unknown>) => shownRecord(definition, one, TEXT_MAX)),
        next_cursor,
        ...(there_are !== undefined && { count: there_are }),
      };
    });
  },
};

/** `due_on[lte]` is the filter `filter[due_on][lte]`. */
function filterParameter(name: string): string {
  const [, field, operator] = /^([^[\]]+)(?:\[([a-z_]+)\])?$/.exec(name) ?? [null, name, undefined];
  return operator === undefined ? `filter[${field}]` : `filter[${field}][${operator}]`;
}

/**
 * A page that fits into an answer: asked again with fewer things, so that its cursor goes on behind
 * the last one.
 */
async function pageThatFits(
  limit: number,
  pageOf: (limit: number) => Promise<object | Refused>,
): Promise<object | Refused> {
  const page = await pageOf(limit);
  if (page instanceof Refused) return page;
  const bytes = bytesOf(page);
  if (bytes <= ANSWER_MAX_BYTES) return page;
  if (limit === 1) return fitted([page], (_one, most) => shown(page, most) as object);
  return pageThatFits(Math.max(1, Math.floor((limit * ANSWER_MAX_BYTES * 0.9) / bytes)), pageOf);
}

const NAMED = takes({ resource, uuid }, ['resource', 'uuid']);

export const getRecords: Tool = {
  name: 'get_records',
  description:
    'Up to 20 records by resource and uuid, with the version that change_records needs. One alone comes with longer texts.',
  inputSchema: takes({ records: { type: 'array', minItems: 1, maxItems: 20, items: NAMED } }, ['records']),
  annotations: READS,
  run: async ({ ask }, { records }: { records: { resource: string; uuid: string }[] }) => {
    const found: ((most: number) => object)[] = [];
    let missing = 0;
    for (const { resource, uuid } of records) {
      const told = await ask('GET', `${kindOf(resource).path}/${uuid}`);
      if (!(told instanceof Refused)) found.push(shownOrMerged(resource, uuid, told));
      else if (told.code !== 'not_found') return told;
      else {
        missing += 1;
        found.push(() => ({ resource, uuid, not_found: true }));
      }
    }
    const isNothing = missing === found.length;
    const told = fitted(
      found,
      (some, most) => ({
        ...(isNothing && { next_step: nextStepOf('not_found') }),
        records: some.map((one) => one(most)),
      }),
      found.length === 1 ? TEXT_ALONE_MAX : TEXT_MAX,
    );
    return isNothing ? new NothingDone(told) : told;
  },
};

/** A record, or where one has gone that was merged into another. */
function shownOrMerged(
  resource: string,
  uuid: string,
  { status, body, headers }: Told,
): (most: number) => object {
  if (status === 301) return () => ({ resource, uuid, merged_into: headers.location?.split('/').at(-1) });
  return (most) => shownRecord(kindOf(resource), body.data, most);
}

export const getHistory: Tool = {
  name: 'get_history',
  description:
    'What happened to a record, the newest first; with related also what happened to others about it.',
  inputSchema: takes({ resource, uuid, related: { type: 'boolean' }, cursor: uuid, limit: limitTo(50) }, [
    'resource',
    'uuid',
  ]),
  annotations: READS,
  run: ({ ask }, { resource, uuid, related, cursor, limit = PAGE_DEFAULT }) =>
    pageThatFits(limit, async (size) => {
      const query = { related, cursor, limit: size };
      const told = await ask('GET', `${kindOf(resource).path}/${uuid}/events`, { query });
      if (told instanceof Refused) return told;
      const { data, next_cursor } = told.body;
      return { events: data.map((one: Record<string, unknown>) => shownEvent(one, TEXT_MAX)), next_cursor };
    }),
};

export const myDay: Tool = {
  name: 'my_day',
  description:
    "The person's open tasks that are overdue or due in the next 7 days, and their open deals that close by then or have no next task.",
  inputSchema: takes({ account_uuid }),
  annotations: READS,
  run: tellDay,
};

async function tellDay({ caller, ask }: Conversation, { account_uuid }: { account_uuid?: string }) {
  const tasks = {
    ...{ 'filter[status]': 'open', 'filter[assignee_uuid]': 'me', 'filter[due_on][lte]': 'today+7d' },
    ...{ sort: 'due_on', limit: 50, account_uuid },
  };
  const deals = { 'filter[status]': 'open', 'filter[owner_uuid]': 'me', limit: 20, account_uuid };
  const hasDeals = reads(reachOf(caller), 'deal');
  const ofDeals = (more: object) =>
    hasDeals ? ask('GET', '/api/v2/deals', { query: { ...deals, ...more } }) : Promise.resolve(null);
  const answers = await askAll<[Told, Told | null, Told | null]>(
    ask('GET', '/api/v2/tasks', { query: tasks }),
    ofDeals({ 'filter[expected_close_on][lte]': 'today+7d', sort: 'expected_close_on' }),
    ofDeals({ 'filter[next_task_due_on][is_null]': true }),
  );
  if (answers instanceof Refused) return answers;
  const named = ['tasks', 'deals_to_close', 'deals_without_next_task'];
  const things = answers.flatMap((told, at) =>
    (told?.body.data ?? []).map((record: Record<string, unknown>) => ({ part: named[at]!, record })),
  );
  return fitted(things, (some, most) =>
    Object.fromEntries(
      named.map((part, at) => [
        part,
        answers[at] === null
          ? 'left out: this token does not read deals'
          : some
              .filter((one) => one.part === part)
              .map(({ record }) => shownRecord(kindOf(part === 'tasks' ? 'task' : 'deal'), record, most)),
      ]),
    ),
  );
}

export const readReport: Tool = {
  name: 'read_report',
  description:
    'Figures of an Account. describe reports lists them with what each takes. from and until (behind the last day) are days.',
  inputSchema: takes(
    {
      name: { type: 'string', enum: REPORT_NAMES },
      from: textOf(20),
      until: textOf(20),
      as_of: textOf(20),
      pipeline_uuid: uuid,
      owner_uuid: textOf(36, 'a uuid, or me'),
      account_uuid,
    },
    ['name'],
  ),
  annotations: READS,
  run: async ({ ask }, { name, ...query }) => {
    const told = await ask('GET', `/api/v2/reports/${name}`, { query });
    if (told instanceof Refused) return told;
    const { tables, ...rest } = told.body.data;
    const rows = (tables as Table[]).flatMap((table) => table.rows.map((row) => ({ table, row })));
    return fitted(rows, (some, most) => ({
      ...rest,
      text_from_record: {
        tables: (tables as Table[]).map((table) => ({
          ...{ name: table.name, currency: table.currency, totals: figuresOf(table.totals) },
          rows: some
            .filter((one) => one.table === table)
            .map(({ row }) => ({
              ...(shown({ label: row.label, key: row.key }, most || 40) as object),
              ...figuresOf(row.figures),
            })),
        })),
      },
    }));
  },
};

type Figure = { name: string; value: unknown };
type Table = {
  name: string;
  currency: string | null;
  rows: { key: string | null; label: string; figures: Figure[] }[];
  totals: Figure[];
};

function figuresOf(figures: Figure[]): object {
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}
