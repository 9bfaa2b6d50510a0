import {
  fieldsKeyOf,
  IMPORT_FIELDS,
  type ImportField,
  type ImportKind,
  type ImportSource,
  NEEDED_FIELDS,
  type RowRefusal,
} from '@site/shared/contracts/admin-imports.ts';
import { EmailSchema } from '@site/shared/contracts/contact.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { cut, oneLine } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';
import { type CsvRecord, FileProblem } from './csv-records.ts';

/** A row as the database expects it. */
export type NewRow = {
  line: number;
  email: string;
  product: string;
  at: string | null;
  confirmed_at: string | null;
  has_left: boolean;
  locale: Locale | null;
  reason: RowRefusal | null;
};

type Names = Readonly<Record<string, readonly string[]>>;

/** Column names in the files of each shop, without case and accents. The first name that exists is used. */
const purchaseColumns = {
  gumroad: {
    email: ['purchase email', 'email'],
    giftee: ['giftee email'],
    product: ['item name'],
    at: ['purchase time (utc timezone)', 'purchase date'],
    refunded: ['fully refunded?'],
    disputed: ['disputed?'],
    disputeWon: ['dispute won?'],
    revoked: ['access revoked?'],
    preorder: ['pre-order authorization?'],
  },
  hotmart: {
    email: ['email do(a) comprador(a)', 'e-mail do(a) comprador(a)', 'buyer email', 'email', 'e-mail'],
    product: ['produto', 'nome do produto', 'product', 'product name'],
    at: ['data da transacao', 'data de venda', 'transaction date', 'sale date'],
    status: ['status da transacao', 'status', 'transaction status'],
  },
  other: {
    email: ['email', 'e-mail'],
    product: ['livro', 'produto', 'book', 'product'],
    at: ['data', 'date'],
  },
} as const satisfies { [source in ImportSource]: Record<(typeof IMPORT_FIELDS)[source][number], readonly string[]> };

const listColumns = {
  email: [
    'email',
    'e-mail',
    'email address',
    'e-mail address',
    'subscriber email',
    'endereco de e-mail',
    'endereco de email',
    'correio eletronico',
  ],
  consent: [
    'consentimento',
    'consentiu em',
    'consent',
    'consented at',
    'optin_time',
    'created_at',
    'subscribed time',
    'data de inscricao',
    'subscribed at',
    'inscrito em',
    'inscricao',
    'data de cadastro',
    'cadastrado em',
    'cadastro',
    'criado em',
    'signup date',
    'sign-up date',
    'signed up at',
    'subscription date',
    'date added',
    'added at',
    'created at',
    'timestamp',
    'data',
    'date',
  ],
  confirmed: ['confirmacao', 'confirmou em', 'confirmation', 'confirm_time', 'confirmed at'],
  state: ['situacao', 'state', 'status'],
  // Date when a subscriber left, or their mailbox rejected an email. Lists of former subscribers have one of these in place of a state.
  left: ['cancelamento', 'cancelou em', 'unsub_time', 'unsubscribed at', 'deleted_at'],
  refused: ['recusado em', 'refused at', 'clean_time'],
  // Columns of Ghost and Substack that say whether a subscriber wants emails.
  wantsMail: ['subscribed_to_emails'],
  wantsNone: ['email_disabled'],
  language: ['idioma', 'language', 'locale'],
} as const satisfies Record<(typeof IMPORT_FIELDS)['subscribers'][number], readonly string[]>;

export const normalizeName = (text: string): string => oneLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Removes the apostrophe that other programs put in front of text that a spreadsheet would read as a formula. */
const readCell = (text: string | undefined, clean: (text: string) => string): string => clean(text ?? '').replace(/^'(?=[=+\-@])/, '');

/** The owner's choice of the field that each column holds, in order. */
type Chosen = readonly (string | null)[] | null;

/** Returns the cell under a column, as one line unless `clean` keeps more. Empty when the column is missing. */
export type Cells<Columns extends Names> = (name: keyof Columns, clean?: (text: string) => string) => string;

/** Returns the index of each of `names` in the heading, or -1. */
function placesOf(heading: readonly string[], names: Names): Map<string, number> {
  const written = heading.map(normalizeName);
  return new Map(
    Object.entries(names).map(([name, known]) => [name, known.map((one) => written.indexOf(one)).find((place) => place >= 0) ?? -1]),
  );
}

/**
 * Returns a function that reads the cells of a record by the names of their columns, or by the owner's choice in `chosen`. Throws
 * `FileProblem` when a column in `needed` is missing.
 */
export function findColumns<const Columns extends Names>(
  heading: readonly string[],
  names: Columns,
  needed: readonly (keyof Columns)[],
  chosen: Chosen = null,
) {
  const places = chosen ? new Map(Object.keys(names).map((name) => [name, chosen.indexOf(name)])) : placesOf(heading, names);
  if (needed.some((name) => places.get(String(name)) === -1)) throw new FileProblem('columns');
  return ({ cells }: CsvRecord): Cells<Columns> =>
    (name, clean = oneLine) =>
      readCell(cells[places.get(String(name)) ?? -1], clean);
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?\s+(\d{2}:\d{2}(?::\d{2})?))?$/;

/**
 * Parses a date and time: `2024-03-05`, `2024-03-05 10:30:00 +0000` or `05/03/2024 10:30` with the day first. A time without a zone is in
 * UTC. A day without a time becomes noon. Returns null for anything else, and for a date after `now`.
 */
export function parseMoment(text: string, now: number): string | null {
  const iso = ISO.exec(text);
  const [, day = '', month = '', year = '', time] = iso ? [null, iso[3], iso[2], iso[1], iso[4]] : (DAY_FIRST.exec(text) ?? []);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const zone = iso?.[5]?.replace(/^(?:UTC|GMT|Z)$/i, 'Z').replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2') ?? 'Z';
  const at = new Date(`${date}T${time ?? '12:00'}${zone}`);
  const isDay = new Date(`${date}T00:00Z`).toJSON()?.slice(0, 10) === date;
  if (!isDay || Number.isNaN(at.getTime()) || date < '1990' || at.getTime() > now + DAY_MS) return null;
  return at.toISOString();
}

const yes = (text: string) => /^(1|true|yes|sim)$/i.test(text);
const no = (text: string) => /^(0|false|no|não)$/i.test(text);

function purchaseRefusal(cells: (name: string) => string, source: ImportSource): RowRefusal | null {
  if (source === 'gumroad') {
    if (yes(cells('refunded')) || yes(cells('revoked')) || (yes(cells('disputed')) && !yes(cells('disputeWon')))) return 'refunded';
    if (yes(cells('preorder'))) return 'not_paid';
  }
  if (source === 'hotmart') {
    const status = normalizeName(cells('status'));
    if (/^(reembols|refunded|chargeback|estorn)/.test(status)) return 'refunded';
    if (!/^(aprovad|complet|approved)/.test(status)) return 'not_paid';
  }
  return null;
}

const rowAt = (line: number, email: string): NewRow => {
  const address = v.safeParse(EmailSchema, email);
  return {
    line,
    email: address.success ? address.output : cut(email, 254),
    product: '',
    at: null,
    confirmed_at: null,
    has_left: false,
    locale: null,
    reason: address.success ? null : 'email_invalid',
  };
};

/**
 * Returns a function that makes a row of each purchase record. It returns null for a record that is no purchase, such as the totals at the
 * end of a file.
 */
function createPurchaseReader(
  heading: readonly string[],
  source: ImportSource,
  chosen: Chosen,
  now: number,
): (record: CsvRecord) => NewRow | null {
  const read = findColumns<Names>(heading, purchaseColumns[source], NEEDED_FIELDS[source], chosen);
  return (record) => {
    const cells = read(record);
    if (source === 'gumroad' && record.cells[0] === 'Totals' && cells('email') === '') return null;
    const row = rowAt(record.line, cells('giftee') || cells('email'));
    const product = cut(cells('product'), 300);
    const at = cells('at') === '' ? null : parseMoment(cells('at'), now);
    const reason =
      row.reason ??
      (product === '' ? 'product_missing' : null) ??
      purchaseRefusal(cells, source) ??
      (cells('at') !== '' && at === null ? 'date_invalid' : null);
    return { ...row, product, at, reason };
  };
}

const LEFT =
  /^(unsubscribed|cleaned|bounced|complained|left|inactive|address refused|descadastrad|cancelad|inativ|saiu|removid|rejeitad|e-mail recusado)/;
const WAITS = /^(pending|waiting|unconfirmed|pendente|aguardando|nao confirmad)/;
/** The subscriber returned after leaving, so an old date of leaving no longer counts. */
const STAYS = /^(confirmed|subscribed|confirmad|inscrit)/;

/**
 * Returns a function that makes a row of each record of a list. `consentedAt` applies to rows without a date of their own. If it is null,
 * the day of the import does.
 */
function createSubscriberReader(
  heading: readonly string[],
  consentedAt: string | null,
  chosen: Chosen,
  now: number,
): (record: CsvRecord) => NewRow {
  const read = findColumns(heading, listColumns, NEEDED_FIELDS.subscribers, chosen);
  return (record) => {
    const cells = read(record);
    const row = rowAt(record.line, cells('email'));
    const consent = cells('consent');
    const state = normalizeName(cells('state'));
    // The subscriber signed up again and has not confirmed yet. An earlier confirmation no longer counts.
    const confirmed = WAITS.test(state) ? '' : cells('confirmed');
    const at = consent === '' ? consentedAt : parseMoment(consent, now);
    const confirmed_at = confirmed === '' ? null : parseMoment(confirmed, now);
    const has_left =
      LEFT.test(state) ||
      no(cells('wantsMail')) ||
      yes(cells('wantsNone')) ||
      ((cells('left') !== '' || cells('refused') !== '') && !STAYS.test(state));
    const isWrong = (consent !== '' && at === null) || (confirmed !== '' && confirmed_at === null);
    const language = normalizeName(cells('language')).slice(0, 2);
    const reason = row.reason ?? (isWrong ? 'date_invalid' : null);
    return {
      ...row,
      // A subscriber who confirmed has consented by that date.
      at: at ?? confirmed_at ?? (reason === null ? new Date(now).toISOString() : null),
      confirmed_at,
      has_left,
      locale: language === 'pt' ? 'pt-BR' : language === 'en' ? 'en' : null,
      reason,
    };
  };
}

/**
 * Returns a function that makes rows of the records after `heading`. Throws `FileProblem` when columns are missing that this kind of file
 * needs.
 */
export const createRowReader = (
  heading: readonly string[],
  { kind, source, consentedAt, columns }: { kind: ImportKind; source: ImportSource; consentedAt: string | null; columns: Chosen },
  now: number,
): ((record: CsvRecord) => NewRow | null) =>
  kind === 'purchases' ? createPurchaseReader(heading, source, columns, now) : createSubscriberReader(heading, consentedAt, columns, now);

/** Guesses the field that each column holds, in order. Null for an unknown column. */
export function guessColumns(heading: readonly string[], about: { kind: ImportKind; source: ImportSource }): (ImportField | null)[] {
  const key = fieldsKeyOf(about);
  const places = placesOf(heading, key === 'subscribers' ? listColumns : purchaseColumns[key]);
  return heading.map((_, index) => IMPORT_FIELDS[key].find((field) => places.get(field) === index) ?? null);
}
