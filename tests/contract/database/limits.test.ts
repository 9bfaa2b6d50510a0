import { REFUSED_ROWS_DAYS } from '@site/shared/contracts/admin-imports.ts';
import { CAMPAIGNS_FIRST_DAY, UNCONFIRMED_DAYS } from '@site/shared/contracts/campaign-rules.ts';
import { GROUP_COPIES, MAX_CART_LINES, MAX_COPIES } from '@site/shared/contracts/cart-rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openWholeDatabase } from './whole-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openWholeDatabase();
});
afterAll(() => database.close());

test('the database keeps twice as many cart lines as the contract, so the contract alone can raise its limit', async () => {
  const keep = (lines: number) =>
    database.query(
      "select public.save_kept_cart('reader', 0, (select jsonb_agg('{}'::jsonb) from generate_series(1, $1::integer))) as cart",
      [lines],
    );
  const { rows } = await keep(2 * MAX_CART_LINES);
  expect(rows).toMatchObject([{ cart: { revision: 1 } }]);
  await database.query('delete from public.kept_carts');
  await expect(keep(1_001)).rejects.toThrow('kept_carts_lines_check');
});

test('the database accepts twice as many copies of a book as the contract sells', async () => {
  const open = async (no: number, gifts: object) => {
    const copies = [{ id: 'livro', no, list: 2_990, now: 2_990, paid: 2_990, reasons: [] }];
    const { rows } = await database.query<{ order: { outcome: string } }>(
      `select public.open_order(p_buyer_uid => 'reader', p_buyer_email => 'reader@example.test', p_buyer_name => '', p_locale => 'en',
        p_currency => 'BRL', p_attempt_id => gen_random_uuid(), p_terms_version => '1', p_quote => $1, p_gifts => $2) as order`,
      [{ copies, subtotal: 2_990, discounts: [], total: 2_990, seen: 2_990 }, gifts],
    );
    return rows[0]?.order.outcome;
  };
  // The book does not exist, which is only reported for an order whose size is accepted.
  expect(await open(2 * MAX_COPIES, {})).toBe('quote_changed');
  expect(await open(2 * GROUP_COPIES.max, { livro: 'group' })).toBe('quote_changed');

  const { rows } = await database.query<{ bound: string }>(
    "select pg_get_constraintdef(oid) as bound from pg_constraint where conname = 'order_copies_no_check'",
  );
  expect(rows[0]?.bound).toBe('CHECK (((no >= 1) AND (no <= 1000)))');
});

test("the database rejects an order whose copies do not sum up to the order's total", async () => {
  const order = (total: number) =>
    database
      .query<{ id: string }>(
        `insert into public.orders (attempt_id, buyer_uid, buyer_email, locale, currency, subtotal_minor, total_minor, terms_version)
          values (gen_random_uuid(), 'x', 'x@example.test', 'en', 'BRL', $1, $1, '1') returning id`,
        [total],
      )
      .then(({ rows }) => rows[0]?.id ?? '');
  await database.query("insert into public.ebooks_metadata (id, title, filename, state) values ('soma', 'Soma', 'soma.pdf', 'draft')");
  const write = async (...copies: [string, number][]) => {
    const numbered = copies.map(([id, minor], index) => `('${id}', 'soma', ${index + 1}, 't', ${minor}, ${minor})`);
    await database.query(
      `insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor) values ${numbered.join(', ')}`,
    );
  };
  const [one, two] = [await order(20), await order(30)];
  await expect(write([one, 10], [two, 10], [one, 10], [two, 10])).rejects.toThrow(`the copies of order ${two}`);
  await expect(write([one, 10], [one, 10], [two, 10])).rejects.toThrow(`the copies of order ${two}`);
  await write([one, 10], [two, 10], [one, 10], [two, 20]);
  await expect(database.query(`delete from public.order_copies where order_id = '${two}' and no = 2`)).rejects.toThrow(two);

  const copies = 2_000;
  const id = await order(copies);
  await database.query(`insert into public.ebooks_metadata (id, title, filename, state)
    select 'soma-' || n, 'Soma', n || '.pdf', 'draft' from generate_series(1, 2) n`);
  await database.exec('begin');
  await database.query(
    `insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
      select $1, b, n, 't', 1, 1 from (values ('soma-1'), ('soma-2')) x (b), generate_series(1, $2::integer) n`,
    [id, copies / 2],
  );
  await database.exec('set constraints all immediate');
  const { rows } = await database.query<{ read: number }>(
    "select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'order_copies'",
  );
  await database.exec('commit');
  expect(rows[0]?.read).toBeGreaterThan(0);
  expect(rows[0]?.read, 'not once for each copy').toBeLessThan(10 * copies);
});

test("the constants for the daily limit and the expiry of confirmation requests equal the database's rules", async () => {
  const { rows } = await database.query(
    "select d.most, extract(day from public.rule('keep_unconfirmed_subscribers'))::integer as kept from public.campaign_day() d",
  );
  expect(rows).toEqual([{ most: CAMPAIGNS_FIRST_DAY, kept: UNCONFIRMED_DAYS }]);
});

test("the constant for the days that rejected import rows are kept equals the database's rule", async () => {
  const { rows } = await database.query("select extract(day from public.rule('keep_import_rows'))::integer as kept");
  expect(rows).toEqual([{ kept: REFUSED_ROWS_DAYS }]);
});

test('a function that returns one value keeps its query plan: it is plpgsql or inlined into the calling query', async () => {
  const { rows } = await database.query(
    `select proname from pg_proc p join pg_language l on l.oid = p.prolang
      where pronamespace = 'public'::regnamespace and lanname = 'sql' and not proretset and provolatile <> 'v' and proconfig is not null`,
  );
  expect(rows).toEqual([]);
});

test('functions that disable sequential scans also disable JIT, which the inflated cost would trigger each time', async () => {
  const { rows } = await database.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace
      and array_to_string(proconfig, ' ') ~ 'enable_(seqscan|sort)=off' and array_to_string(proconfig, ' ') !~ 'jit=off'`,
  );
  expect(rows).toEqual([]);
});
