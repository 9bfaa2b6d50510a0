import { ERROR_CODES } from '@site/shared/contracts/error-codes.ts';
import { camelCase, snakeCase } from '@site/shared/texts/cases.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { type Sql, sqlNames } from './database.generated.ts';

const RefusalSchema = v.strictObject({ refusal: v.picklist(ERROR_CODES) });

/** Calls one SQL function by its name in the schema. */
export type AskSql = (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Creates the SQL functions under camel-case names. They throw the refusals of the database (`refusal` in `10_platform.sql`). */
export const createSql = (ask: AskSql): Sql =>
  Object.fromEntries(
    sqlNames.map((name) => [
      camelCase(name),
      async (args: Readonly<Record<string, unknown>> = {}) => {
        const named = Object.fromEntries(Object.entries(args).map(([key, value]) => [`p_${snakeCase(key)}`, value]));
        const answer = await ask(name, named);
        if (v.is(RefusalSchema, answer)) throw new AppError(answer.refusal);
        return answer;
      },
    ]),
  ) as Sql;
