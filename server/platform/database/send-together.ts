import { CompiledQuery, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Reader } from './open-database';
import { type Statement, batchText } from './statement-batch';

/** A read whose answer is made of its rows: asked alone by `ask`, or with others by `askTogether`. */
export type Question<Row, Answer> = {
  /** Null when the answer is known without the database. */
  readonly statement: RawBuilder<Row> | null;
  /** Refuses what the rows do not allow. */
  readonly answer: (rows: readonly Row[]) => Answer;
};

// oxlint-disable-next-line typescript/no-explicit-any -- the rows of a question are known to itself only
type AnyQuestion = Question<any, unknown>;
type AnswersOf<Questions extends readonly AnyQuestion[]> = {
  -readonly [Key in keyof Questions]: ReturnType<Questions[Key]['answer']>;
};

/** For a question that need not be asked this time. */
export const known = <Answer>(answer: Answer) => ({ statement: null, answer: () => answer });

export async function ask<Row, Answer>(
  db: Reader,
  { statement, answer }: Question<Row, Answer>,
): Promise<Answer> {
  return answer(statement === null ? [] : (await statement.execute(db)).rows);
}

/**
 * Asks several questions in one round trip (decision 116). The database answers them one after another, so that each
 * sees what others committed while an earlier one waited for its lock. The first that refuses or fails is thrown.
 */
export async function askTogether<const Questions extends readonly AnyQuestion[]>(
  db: Reader,
  questions: Questions,
): Promise<AnswersOf<Questions>> {
  const statements = questions.flatMap(({ statement }) => (statement ? [compiled(db, statement)] : []));
  const { rows: results } = await db.executeQuery<pg.QueryResult>(CompiledQuery.raw(batchText, statements));
  const unread = [...results];
  return questions.map(({ statement, answer }) =>
    answer(statement === null ? [] : (unread.shift()?.rows ?? [])),
  ) as AnswersOf<Questions>;
}

function compiled(db: Reader, statement: RawBuilder<unknown>): Statement {
  const { sql: text, parameters } = statement.compile(db);
  return { text, values: parameters };
}
