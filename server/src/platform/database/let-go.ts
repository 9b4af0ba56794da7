import type pg from 'pg';

/**
 * Takes what was sent and what was answered out of the hands of node-postgres, which is done with
 * it. V8 keeps most of its closures, and with them the query and all its rows, until the next full
 * collection: the process would grow by some hundred megabytes while it reads or writes page after
 * page.
 */
export async function answerTo<Row extends object>(
  config: pg.QueryConfig | string,
  asked: Promise<pg.QueryResult<Row>>,
): Promise<{ rows: Row[]; command: string }> {
  try {
    const answer = await asked;
    const { rows, command } = answer;
    answer.rows = [];
    return { rows, command };
  } finally {
    if (typeof config !== 'string' && config.values) config.values.length = 0;
  }
}
