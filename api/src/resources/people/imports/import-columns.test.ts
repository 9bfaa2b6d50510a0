import type { ImportSource } from '@site/shared/contracts/admin-imports.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { describe, expect, test } from 'vitest';
import { subscriberFileTexts, toSubscriberLine } from '../../writing/newsletter/subscriber-file.ts';
import type { SubscriberRow } from '../../writing/newsletter/subscriber-row.ts';
import { createRowReader, parseMoment } from './import-columns.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const GUMROAD =
  'Purchase ID,Item Name,Purchase Email,Purchase Time (UTC timezone),Fully Refunded?,Disputed?,Dispute Won?,Access Revoked?,Giftee Email';
const HOTMART = 'Código da transação;Status da transação;Data da transação;Produto;Comprador(a);Email do(a) Comprador(a)';

const purchase = (source: ImportSource, heading: string[], cells: string[]) =>
  createRowReader(heading, { kind: 'purchases', source, consentedAt: null, columns: null }, NOW)({ line: 2, cells });
const gumroad = (...cells: string[]) => purchase('gumroad', GUMROAD.split(','), cells);
const hotmart = (...cells: string[]) => purchase('hotmart', HOTMART.split(';'), cells);

describe('a row of an import of purchases', () => {
  test.each([
    ['a sale', gumroad('x', 'Raízes', 'Ana@Example.test', '2024-03-05 10:30:00 UTC', '0', '0', '0', '0', ''), null],
    ['a dispute that was won', gumroad('x', 'Raízes', 'ana@example.test', '2024-03-05', '0', '1', '1', '0', ''), null],
    ['a refund', gumroad('x', 'Raízes', 'ana@example.test', '2024-03-05', '1', '0', '0', '0', ''), 'refunded'],
    ['an open or lost dispute', gumroad('x', 'Raízes', 'ana@example.test', '2024-03-05', '0', '1', '0', '0', ''), 'refunded'],
    ['revoked access', gumroad('x', 'Raízes', 'ana@example.test', '2024-03-05', '0', '0', '0', '1', ''), 'refunded'],
    ['an invalid email address', gumroad('x', 'Raízes', 'ana at example', '2024-03-05', '0', '0', '0', '0', ''), 'email_invalid'],
    ['without a product', gumroad('x', ' ', 'ana@example.test', '2024-03-05', '0', '0', '0', '0', ''), 'product_missing'],
    ['an invalid date', gumroad('x', 'Raízes', 'ana@example.test', '2024-02-31', '0', '0', '0', '0', ''), 'date_invalid'],
    ['an approved Hotmart purchase', hotmart('HP1', 'Aprovado', '05/03/2024 10:30:00', 'Raízes', 'Ana', 'ana@example.test'), null],
    ['an unpaid Hotmart purchase', hotmart('HP1', 'Boleto impresso', '05/03/2024', 'Raízes', 'Ana', 'ana@example.test'), 'not_paid'],
    ['a refunded Hotmart purchase', hotmart('HP1', 'Reembolsado', '05/03/2024', 'Raízes', 'Ana', 'ana@example.test'), 'refunded'],
  ])('a row of purchases is accepted or rejected with its reason: %s', (_what, row, reason) => {
    expect(row?.reason).toBe(reason);
  });

  test('a row of purchases has its address in lower case, its product and its time', () => {
    expect(gumroad('x', "'=Raízes", 'Ana@Example.test', '2024-03-05 10:30:00 UTC', '0', '0', '0', '0', '')).toMatchObject({
      email: 'ana@example.test',
      product: '=Raízes',
      at: '2024-03-05T10:30:00.000Z',
    });
  });

  test("a gift's row belongs to its recipient, and the sums at the end of the file are not read as a row", () => {
    expect(gumroad('x', 'Raízes', 'ana@example.test', '', '0', '0', '0', '0', 'bia@example.test')?.email).toBe('bia@example.test');
    expect(gumroad('Totals', '', '', '', '', '', '', '', '')).toBeNull();
  });

  test('an import file of purchases without a required column is rejected', () => {
    expect(() => gumroadWithout('Item Name')).toThrow(expect.objectContaining({ problem: 'columns' }));
  });
  const gumroadWithout = (name: string) => purchase('gumroad', GUMROAD.replace(name, 'x').split(','), []);
});

describe('a row of a list import', () => {
  const heading = ['E-mail', 'Consentimento', 'Confirmação', 'Situação', 'Idioma'];
  const row = (cells: string[], consentedAt: string | null = null) =>
    createRowReader(heading, { kind: 'subscribers', source: 'other', consentedAt, columns: null }, NOW)({ line: 2, cells });

  test.each([
    ['a reader who consented', ['ana@example.test', '2024-03-05'], null],
    ['a reader who confirmed', ['ana@example.test', '', '2024-03-05 10:00:00'], null],
    ['a reader who unsubscribed', ['ana@example.test', '', '', 'unsubscribed'], null],
    ['without a consent date', ['ana@example.test'], null],
    ['an invalid date', ['ana@example.test', '31/02/2024'], 'date_invalid'],
    ['a date in the future', ['ana@example.test', '2026-11-30'], 'date_invalid'],
  ])('a row of a list is accepted or rejected with its reason: %s', (_what, cells, reason) => {
    expect(row(cells)?.reason).toBe(reason);
  });

  const readerOf = (heading: readonly string[]) =>
    createRowReader(heading, { kind: 'subscribers', source: 'other', consentedAt: null, columns: null }, NOW);

  test('a row in a file of unsubscribed readers is unsubscribed, whatever else it contains', () => {
    const readRow = readerOf(['Email Address', 'OPTIN_TIME', 'CONFIRM_TIME', 'UNSUB_TIME']);
    const cells = ['ana@example.test', '2020-01-01 10:00:00', '2020-01-01 10:01:00', '2021-01-01 10:00:00'];
    expect(readRow({ line: 2, cells })).toMatchObject({ reason: null, has_left: true });
    expect(readRow({ line: 3, cells: cells.slice(0, 3) })).toMatchObject({ reason: null, has_left: false });
  });

  const ghost = 'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers';
  const substack = 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at';
  test.each([
    ['Ghost', ghost, 'x,ana@example.test,Ana,,true,,,2024-03-05T10:30:00.000Z,,,', false],
    ['Ghost, unsubscribed', ghost, 'x,ana@example.test,Ana,,false,,,2024-03-05T10:30:00.000Z,,,', true],
    ['Ghost, deleted', ghost, 'x,ana@example.test,Ana,,true,,,2024-03-05T10:30:00.000Z,2024-04-05T10:30:00.000Z,,', true],
    ['Substack, free reader', substack, 'ana@example.test,false,,other,false,2024-03-05T10:30:00.000Z,', false],
    ['Substack, unsubscribed', substack, 'ana@example.test,true,,monthly,true,2024-03-05T10:30:00.000Z,', true],
    ['Gumroad', 'Subscriber Email,Subscribed Time', 'ana@example.test,2024-03-05 10:30:00 UTC', false],
  ])('a row of %s has the day of consent, and whether the reader unsubscribed', (_what, heading, cells, has_left) => {
    const row = readerOf(heading.split(','))({ line: 2, cells: cells.split(',') });
    expect(row).toMatchObject({ email: 'ana@example.test', at: '2024-03-05T10:30:00.000Z', confirmed_at: null, has_left, reason: null });
  });

  const [day, later] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z'];
  const reader = { email: 'ana@example.test', locale: 'en', source: 'footer', consent_version: '2026-11-24', consented_at: day } as const;
  const dates = { confirmed_at: day, unsubscribed_at: null, bounced_at: null };
  const kept = { at: day, locale: 'en', reason: null };
  test.each(
    LOCALES.flatMap(
      (locale) =>
        [
          { locale, what: 'confirmed', row: { ...dates, state: 'confirmed' }, read: { confirmed_at: day, has_left: false } },
          {
            locale,
            what: 'that came back',
            row: { state: 'confirmed', confirmed_at: later, unsubscribed_at: day, bounced_at: day },
            read: { confirmed_at: later, has_left: false },
          },
          { locale, what: 'that left', row: { ...dates, state: 'unsubscribed', unsubscribed_at: later }, read: { has_left: true } },
          { locale, what: 'that refused mail', row: { ...dates, state: 'bounced', bounced_at: later }, read: { has_left: true } },
          {
            locale,
            what: 'that waits',
            row: { ...dates, state: 'pending', confirmed_at: null },
            read: { confirmed_at: null, has_left: false },
          },
          {
            locale,
            what: 'that left, and never confirmed the next sign-up',
            row: { ...dates, state: 'pending', unsubscribed_at: day },
            read: { confirmed_at: null, has_left: true },
          },
          {
            locale,
            what: 'that refused mail, and never confirmed the next sign-up',
            row: { ...dates, state: 'pending', bounced_at: day },
            read: { confirmed_at: null, has_left: true },
          },
        ] as const,
    ),
  )("a row of this site's own file in $locale, for a reader $what, is read back unchanged", ({ locale, row, read }) => {
    const cells = toSubscriberLine({ ...reader, ...row } as SubscriberRow, locale, 'UTC').map(String);
    expect(readerOf(subscriberFileTexts[locale].heading)({ line: 2, cells })).toMatchObject({ ...kept, ...read });
  });

  test('an imported purchase without a date gets the date of the whole list', () => {
    expect(row(['ana@example.test'], '2023-01-01T12:00:00Z')).toMatchObject({
      reason: null,
      at: '2023-01-01T12:00:00Z',
      confirmed_at: null,
    });
  });

  test.each([
    [
      ['E-mail', 'Nome', 'Data'],
      ['ana@example.test', 'Ana', '05/03/2024'],
    ],
    [
      ['Name', 'E-mail address', 'Signup Date'],
      ['Ana', 'ana@example.test', '2024-03-05'],
    ],
    [
      ['Endereço de email', 'Data de cadastro'],
      ['ana@example.test', '2024-03-05'],
    ],
  ])('a row with the heading %j has its date of consent', (heading, cells) => {
    expect(readerOf(heading)({ line: 2, cells })).toMatchObject({
      email: 'ana@example.test',
      reason: null,
      at: '2024-03-05T12:00:00.000Z',
    });
  });

  test('a row without any day has the day of the import', () => {
    expect(row(['ana@example.test'])).toMatchObject({ reason: null, at: new Date(NOW).toISOString(), confirmed_at: null });
  });

  test('a row is read by the columns that the owner assigned, whatever their names are', () => {
    const columns = ['language', null, 'email', 'consent'];
    const about = { kind: 'subscribers', source: 'other', consentedAt: null, columns } as const;
    const readRow = createRowReader(['E-mail', 'Data', 'Contato', 'Quando'], about, NOW);
    const cells = ['English', '1999-01-01', 'ana@example.test', '2024-03-05'];
    expect(readRow({ line: 2, cells })).toMatchObject({ email: 'ana@example.test', at: '2024-03-05T12:00:00.000Z', locale: 'en' });
  });

  test('a list needs a column that the owner assigned to the address', () => {
    const about = { kind: 'subscribers', source: 'other', consentedAt: null, columns: ['consent', null] } as const;
    expect(() => createRowReader(['E-mail', 'Data'], about, NOW)).toThrow(expect.objectContaining({ problem: 'columns' }));
  });

  test('a row of a list states its language', () => {
    expect(row(['ana@example.test', '2024-03-05', '', '', 'English'])?.locale).toBe('en');
  });
});

test.each([
  ['2024-03-05', '2024-03-05T12:00:00.000Z'],
  ['2024-03-05 10:30:00 -0300', '2024-03-05T13:30:00.000Z'],
  ['5/3/2024', '2024-03-05T12:00:00.000Z'],
  ['05/03/2024 23:50', '2024-03-05T23:50:00.000Z'],
  ['03/25/2024', null],
  ['0024-03-05', null],
  ['yesterday', null],
  ['2024-03-05 25:00', null],
])('the date %j is read as %j', (text, moment) => {
  expect(parseMoment(text, NOW)).toBe(moment);
});
