import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openWholeDatabase } from './whole-database.ts';

const BOOKS = ['a', 'b', 'c'];
/** Each run makes about 30 statements with new random cases. After a change of refunds, run it 2,000 times, which takes minutes. */
const RUNS = 40;

let database: Database;
beforeAll(async () => {
  database = await openWholeDatabase();
  for (const id of BOOKS)
    await database.query(`insert into public.ebooks_metadata (id, title, description, filename) values ($1, $1, $1, $1 || '.pdf')`, [id]);
});
afterAll(() => database.close());

const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.query<Row>(sql, values)).rows;
const sum = (amounts: readonly number[]) => amounts.reduce((whole, amount) => whole + amount, 0);

type Copy = {
  id: string;
  ebook_id: string;
  paid_minor: number;
  kept: number;
  gives_entitlement: boolean;
  is_taken: boolean;
  withheld: number;
  is_leaving_spare: boolean;
};
/** A refund at Stripe. `id` is ours, or null for a refund made in Stripe's dashboard. */
type AtStripe = { id: string | null; minor: number; state: 'pending' | 'done' | 'failed'; wasDone: boolean };

/** An order of these copies, with its ledger and Stripe's side of it. */
class Sale {
  readonly #atStripe: AtStripe[] = [];
  #syncNo = 0;
  hasFailed = false;

  readonly id: string;
  readonly total: number;

  private constructor(id: string, total: number) {
    this.id = id;
    this.total = total;
  }

  static async of(prices: readonly number[]): Promise<Sale> {
    const total = sum(prices);
    const [order] = await rowsOf<{ id: string }>(
      `insert into public.orders (attempt_id, session_id, payment_intent_id, buyer_uid, buyer_email, locale, currency, subtotal_minor,
          total_minor, terms_version)
        values (gen_random_uuid(), gen_random_uuid(), 'pi', gen_random_uuid(), 'ana@example.test', 'en', 'BRL', $1, $1, '1') returning id`,
      [total],
    );
    const sale = new Sale(order?.id ?? '', total);
    await rowsOf(
      `insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
        select $1, ($2::text[])[1 + (n - 1) % 3], 1 + (n - 1) / 3, 'x', p, p from unnest($3::integer[]) with ordinality u (p, n)`,
      [sale.id, BOOKS, prices],
    );
    await sale.settle();
    return sale;
  }

  sent = (): number => sum(this.#atStripe.filter(({ state }) => state !== 'failed').map(({ minor }) => minor));

  copies = () =>
    rowsOf<Copy>(
      `select c.id, c.ebook_id, c.paid_minor, public.kept_minor(c) as kept, public.gives_entitlement(o, c.id) as gives_entitlement,
          public.is_taken_back(c.id, false) as is_taken, c.gift_id is not null and public.is_taken_back(c.id, true) as is_leaving_spare,
          (select coalesce(sum(p.withheld_minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed') as withheld
        from public.order_copies c join public.orders o on o.id = c.order_id where o.id = $1`,
      [this.id],
    );

  async settle(): Promise<void> {
    const sumOf = (state: AtStripe['state']) => sum(this.#atStripe.filter((refund) => refund.state === state).map(({ minor }) => minor));
    const refunded = sumOf('done');
    this.#syncNo += 1;
    await rowsOf(`select public.settle_order($1, $2, $3, 'pi', $4, now(), null, $5, $6)`, [
      this.id,
      this.#syncNo,
      refunded >= this.total ? 'refunded' : refunded > 0 ? 'partly_refunded' : 'paid',
      refunded,
      JSON.stringify(
        this.#atStripe.flatMap(({ id, state }) =>
          id === null
            ? []
            : [{ id, state, waits_for: state === 'pending' ? 'bank' : null, obstacle: state === 'failed' ? 'returned' : null }],
        ),
      ),
      sumOf('pending'),
    ]);
  }

  /** Refunds these books, like an admin. */
  async refund(items: { ebook_id: string; quantity: number }[] | null): Promise<string> {
    const named = items === null ? null : JSON.stringify(items);
    const [parts] = await rowsOf<{ minor: number | null }>('select sum(minor)::integer as minor from public.parts_to_refund($1, $2)', [
      this.id,
      named,
    ]);
    if (!parts?.minor) return 'nothing';
    const [begun] = await rowsOf<{ answer: { outcome: string; refund?: { id: string } } }>(
      `select public.begin_refund('{"email": "admin@example.test", "uid": "admin", "request_id": "r"}', $1, gen_random_uuid(), $2, $3, 'BRL') as answer`,
      [this.id, named, parts.minor],
    );
    if (begun?.answer.refund) this.#atStripe.push({ id: begun.answer.refund.id, minor: parts.minor, state: 'pending', wasDone: false });
    await this.settle();
    return begun?.answer.outcome ?? '';
  }

  /** Refunds a part of the refundable amount of some books or all, like an admin. */
  async giveBack(part: number, keepsAccess: boolean, items: { ebook_id: string; quantity: number }[] | null = null): Promise<string> {
    const named = items === null ? null : JSON.stringify(items);
    const [can] = await rowsOf<{ left: number; whole: number | null }>(
      `select public.refundable_minor(o) as left, (select sum(minor)::integer from public.parts_to_refund(o.id, $2)) as whole
        from public.orders o where o.id = $1`,
      [this.id, named],
    );
    const minor = Math.ceil((can?.whole ?? 0) * part);
    if (minor === 0) return 'nothing';
    const [begun] = await rowsOf<{ answer: { outcome: string; refund?: { id: string } } }>(
      `select public.begin_refund('{"email": "admin@example.test", "uid": "admin", "request_id": "r"}', $1, gen_random_uuid(), $2, $3, 'BRL',
          p_left_minor => $4, p_keeps_access => $5, p_reason => 'Obrigada') as answer`,
      [this.id, named, minor, can?.left, keepsAccess],
    );
    if (begun?.answer.refund) this.#atStripe.push({ id: begun.answer.refund.id, minor, state: 'pending', wasDone: false });
    await this.settle();
    return begun?.answer.outcome ?? '';
  }

  async refundAtStripe(part: number, state: 'pending' | 'done'): Promise<void> {
    const minor = Math.ceil((this.total - this.sent()) * part);
    if (minor > 0) this.#atStripe.push({ id: null, minor, state, wasDone: false });
    await this.settle();
  }

  /** Moves a refund to its next state. A done refund may still fail, and a failed one stays failed. */
  async move(index: number, state: 'done' | 'failed'): Promise<void> {
    const refund = this.#atStripe[index % Math.max(1, this.#atStripe.length)];
    if (!refund || refund.state === 'failed') return;
    refund.state = state;
    this.hasFailed ||= state === 'failed';
    await this.settle();
  }

  async finish(): Promise<void> {
    for (const refund of this.#atStripe) if (refund.state === 'pending') refund.state = 'done';
    await this.settle();
  }
}

const faultsOf = async (id: string): Promise<string[]> =>
  (await rowsOf<{ faults: string[] }>('select faults from public.find_ledger_faults(array[$1::uuid])', [id]))[0]?.faults ?? [];

async function entitlementsMatchMoney(sale: Sale): Promise<void> {
  const copies = await sale.copies();
  const [order] = await rowsOf<{ owed: number; refundable: number }>(
    'select public.owed_minor(o) as owed, public.refundable_minor(o) as refundable from public.orders o where o.id = $1',
    [sale.id],
  );
  for (const { kept, paid_minor } of copies) expect(kept >= 0 && kept <= paid_minor, `${kept} of ${paid_minor} is kept`).toBe(true);
  const kept = sum(copies.map((copy) => copy.kept));
  expect(kept).toBe(sale.total - sale.sent());
  expect(order?.refundable).toBe(kept);
  const entitling = copies.filter(({ gives_entitlement }) => gives_entitlement);
  const withheld = sum(copies.filter(({ is_taken }) => is_taken).map((copy) => copy.withheld));
  // A refund in Stripe's dashboard may include an amount that the owner withheld.
  if (kept > 0 && withheld === 0) expect(sum(entitling.map((copy) => copy.kept)) + (order?.owed ?? 0)).toBe(kept);
  if (kept > 0) expect(sum(entitling.map((copy) => copy.kept)) + (order?.owed ?? 0) + withheld >= kept).toBe(true);
  if (!sale.hasFailed) expect(order?.owed).toBe(0);
  expect(await faultsOf(sale.id)).toEqual([]);
  const readable = await rowsOf<{ ebook_id: string }>(
    'select e.ebook_id from public.entitlements e join public.orders o on o.buyer_uid = e.uid where o.id = $1 and e.revoked_at is null',
    [sale.id],
  );
  // An ended entitlement does not move to a spare copy that is already being refunded.
  const books = (some: readonly Copy[]) => [...new Set(some.map(({ ebook_id }) => ebook_id))];
  const read = readable.map(({ ebook_id }) => ebook_id);
  expect(books(entitling)).toEqual(expect.arrayContaining(read));
  expect(read).toEqual(expect.arrayContaining(books(entitling.filter((copy) => !copy.is_leaving_spare))));
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('books' as const), books: fc.subarray(BOOKS, { minLength: 1 }), quantity: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    kind: fc.constant('part' as const),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
    keepsAccess: fc.boolean(),
    books: fc.option(fc.subarray(BOOKS, { minLength: 1 })),
  }),
  fc.record({ kind: fc.constant('rest' as const) }),
  fc.record({ kind: fc.constant('owed' as const) }),
  fc.record({
    kind: fc.constant('stripe' as const),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
    state: fc.constantFrom('pending' as const, 'done' as const),
  }),
  fc.record({ kind: fc.constant('move' as const), index: fc.nat(5), state: fc.constantFrom('done' as const, 'failed' as const) }),
);

test('the kept money always equals the price of the kept entitlements, to the cent and after every step', {
  timeout: 120_000,
}, async () => {
  const prices = fc.array(fc.integer({ min: 50, max: 200_000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(prices, fc.array(step, { maxLength: 9 }), async (of, steps) => {
      const sale = await Sale.of(of);
      for (const taken of steps) {
        if (taken.kind === 'books') await sale.refund(taken.books.map((ebook_id) => ({ ebook_id, quantity: taken.quantity })));
        else if (taken.kind === 'part')
          await sale.giveBack(taken.part, taken.keepsAccess, taken.books?.map((ebook_id) => ({ ebook_id, quantity: 1 })) ?? null);
        else if (taken.kind === 'stripe') await sale.refundAtStripe(taken.part, taken.state);
        else if (taken.kind === 'move') await sale.move(taken.index, taken.state);
        else await sale.refund(taken.kind === 'rest' ? null : []);
        await entitlementsMatchMoney(sale);
      }
      // The rest can always be refunded, and then no money is kept.
      await sale.finish();
      await sale.refund(null);
      await sale.finish();
      expect(sum((await sale.copies()).map(({ kept }) => kept))).toBe(0);
      // A refunded copy can be read only if the owner let its reader keep it.
      const left = await rowsOf(
        `select from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where c.order_id = $1 and p.leaves_copy and p.state = 'done' and not public.is_taken_back(c.id, false)`,
        [sale.id],
      );
      expect((await sale.copies()).some(({ gives_entitlement }) => gives_entitlement)).toBe(left.length > 0);
    }),
    { numRuns: RUNS },
  );
});

const stateOf = async (sale: Sale) =>
  (await rowsOf<{ state: string; shown_state: string }>('select state, shown_state from public.orders where id = $1', [sale.id]))[0];
const entitlementsOf = async (sale: Sale) => (await sale.copies()).map(({ ebook_id, gives_entitlement }) => [ebook_id, gives_entitlement]);

test("a refund of an amount leaves the books with the buyer and reduces each book's share to the cent", async () => {
  const sale = await Sale.of([2_990, 3_490]);
  expect(await sale.giveBack(1_000 / 6_480, true)).toBe('begun');
  await sale.finish();
  expect((await sale.copies()).map(({ kept }) => kept).sort()).toEqual([2_529, 2_951]);
  expect(await entitlementsOf(sale)).toEqual([
    ['a', true],
    ['b', true],
  ]);
  expect(await stateOf(sale)).toEqual({ state: 'partly_refunded', shown_state: 'partly_refunded' });
});

test('a full amount can be refunded while the buyer keeps the books, which can later be taken back without money', async () => {
  const sale = await Sale.of([2_990, 3_490]);
  await sale.giveBack(1, true);
  await sale.finish();
  expect(await stateOf(sale)).toEqual({ state: 'partly_refunded', shown_state: 'refunded' });
  expect((await entitlementsOf(sale)).every(([, reads]) => reads)).toBe(true);
  await entitlementsMatchMoney(sale);
  const [begun] = await rowsOf<{ answer: { outcome: string } }>(
    `select public.begin_refund('{"email": "admin@example.test", "uid": "admin", "request_id": "r"}', $1, gen_random_uuid(), null, 0, 'BRL') as answer`,
    [sale.id],
  );
  expect(begun?.answer.outcome).toBe('begun');
  expect(await stateOf(sale)).toEqual({ state: 'refunded', shown_state: 'refunded' });
  expect((await entitlementsOf(sale)).some(([, reads]) => reads)).toBe(false);
});

test('a book can be taken back for a part of its price, with nothing owed, and the rest can be refunded later', async () => {
  const sale = await Sale.of([2_990, 3_490]);
  expect(await sale.giveBack(0.5, false, [{ ebook_id: 'a', quantity: 1 }])).toBe('begun');
  await sale.finish();
  expect(await entitlementsOf(sale)).toEqual([
    ['a', false],
    ['b', true],
  ]);
  await entitlementsMatchMoney(sale);
  expect(await sale.giveBack(1, true)).toBe('begun');
  await sale.finish();
  await entitlementsMatchMoney(sale);
  expect(await stateOf(sale)).toEqual({ state: 'partly_refunded', shown_state: 'refunded' });
});

test('a refund of an order that another owner has just refunded does not start', async () => {
  const sale = await Sale.of([2_990]);
  const begin = (minor: number, left: number) =>
    rowsOf<{ answer: { outcome: string } }>(
      `select public.begin_refund('{"email": "admin@example.test", "uid": "admin", "request_id": "r"}', $1, gen_random_uuid(), null, $2, 'BRL',
          p_left_minor => $3, p_keeps_access => true) as answer`,
      [sale.id, minor, left],
    ).then(([row]) => row?.answer.outcome);
  expect(await begin(2_991, 2_990)).toBe('changed');
  expect(await begin(500, 2_990)).toBe('begun');
  expect(await begin(500, 2_990)).toBe('changed');
  expect(await begin(2_490, 2_490)).toBe('begun');
  expect(await begin(1, 0)).toBe('changed');
});

test('the last book can be refunded after a refund without a book, once all pending refunds have arrived', async () => {
  const sale = await Sale.of([2_990, 3_490]);
  await sale.refundAtStripe(1_000 / 6_480, 'pending');
  expect(await sale.refund([{ ebook_id: 'a', quantity: 1 }])).toBe('refused');
  await sale.finish();
  expect((await sale.copies()).map(({ kept }) => kept).sort()).toEqual([2_529, 2_951]);
  expect(await sale.refund([{ ebook_id: 'a', quantity: 1 }])).toBe('begun');
  await sale.finish();
  expect(await sale.refund([{ ebook_id: 'b', quantity: 1 }])).toBe('begun');
  await sale.finish();
  expect((await sale.copies()).map(({ kept }) => kept)).toEqual([0, 0]);

  // The refunded amount returns: its share of the books is owed, and can be refunded again.
  await sale.move(0, 'failed');
  const owed = async () =>
    (await rowsOf<{ owed: number }>('select public.owed_minor(o) as owed from public.orders o where o.id = $1', [sale.id]))[0]?.owed;
  expect(await owed()).toBe(1_000);
  const troubles = () =>
    rowsOf<{ detail: string }>(`select detail from public.active_incidents(now(), false) where kind = 'owed_refund' and subject = $1`, [
      sale.id,
    ]);
  expect(await troubles()).toEqual([{ detail: '1000 BRL' }]);
  expect(await sale.refund([])).toBe('begun');
  expect([await owed(), await troubles()]).toEqual([0, []]);
});

test.each([
  [
    'a copy that cost less',
    'update public.order_copies set paid_minor = paid_minor - 1 where order_id = $1 and ebook_id = $2',
    ['sums', 'kept_money'],
  ],
  ['money that no copy gave back', 'update public.orders set refunded_minor = 1 where id = $1 and $2 <> $3', ['kept_money', 'receipts']],
  ['a part of no refund', 'update public.order_copies set goodwill_minor = 1 where order_id = $1 and ebook_id = $2', ['kept_money']],
  [
    'a book that cannot be read',
    'delete from public.entitlements using public.order_copies c where c.id = copy_id and c.order_id = $1 and c.ebook_id = $2',
    ['not_readable'],
  ],
  ['an entitlement to an unpaid copy', "update public.orders set state = 'disputed' where id = $1 and $2 <> $3", ['unpaid_entitlement']],
  [
    'an entitlement of another reader',
    "update public.entitlements set uid = 'x' from public.order_copies c where c.id = copy_id and c.order_id = $1 and c.ebook_id = $2",
    ['not_readable', 'unpaid_entitlement'],
  ],
  // The deleted number also leaves a gap before the other order's number.
  ['a receipt that is not there', 'delete from public.receipts where order_id = $1 and $2 <> $3', ['receipts'], ['receipt_gap']],
  [
    'a number that nothing has',
    'update public.receipt_series set last = last + 1 where $1::uuid is not null and $2 <> $3',
    ['receipt_gap'],
  ],
  ['a number before that is gone', 'update public.receipts set number = number + 1 where order_id = $1 and $2 <> $3', ['receipt_gap']],
])('the ledger check finds %s in this order', async (_about: string, change: string, faults: string[], ofOther: string[] = []) => {
  const [other, sale] = [await Sale.of([2_990, 1_000]), await Sale.of([2_990, 1_000])];
  await database.exec('begin; set local session_replication_role = replica');
  const values = [sale.id, 'a', ''].slice(0, change.includes('$3') ? 3 : 2);
  await rowsOf(change, values);
  const found = [await faultsOf(sale.id), await faultsOf(other.id)];
  await database.exec('rollback');
  expect(found).toEqual([faults, ofOther]);
  expect(await faultsOf(sale.id)).toEqual([]);
});

test('a coupon with a wrong count of uses is reported for one order, or for none if no order uses it', async () => {
  const [first, second, unpaid] = [await Sale.of([1_000]), await Sale.of([1_000]), await Sale.of([1_000])];
  const [coupon] = await rowsOf<{ id: string }>("insert into public.coupons (code, percent) values ('DEZ', 10) returning id");
  await rowsOf("insert into public.coupon_uses (order_id, coupon_id, state) select u, $1, 'used' from unnest($2::uuid[]) u", [
    coupon?.id,
    [first.id, second.id],
  ]);
  await rowsOf("insert into public.coupon_uses (order_id, coupon_id, state) values ($1, $2, 'released')", [unpaid.id, coupon?.id]);
  const ofAll = async () =>
    (
      await rowsOf<{ order_id: string; faults: string[] }>('select * from public.find_ledger_faults($1)', [
        [first.id, second.id, unpaid.id],
      ])
    ).map(({ order_id, faults }) => [order_id, faults]);
  expect(await ofAll()).toEqual([]);
  await rowsOf('update public.coupons set redeemed = 3 where id = $1', [coupon?.id]);
  expect(await ofAll()).toEqual([[[first.id, second.id].sort()[0], ['coupon_count']]]);
});
