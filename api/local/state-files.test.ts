import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileError } from '@site/shared/process/files.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSigningKey } from './identity/token-signing.ts';
import { openAcceptedEmails } from './mail/accepted-emails.ts';
import { openInbox } from './mail/inbox.ts';
import { openMailbox } from './mail/mailbox.ts';
import { openStore } from './payments/store/store.ts';
import { loadSecrets } from './secrets.ts';
import { readWhole, writeWhole } from './state-files.ts';

let dir: string;
let said: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'semente-state-'));
  said = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

const aMail = (subject: string) => ({
  from: 'loja@semente.test',
  fromName: 'Loja ✓',
  to: ['ana@semente.test'],
  subject,
  text: 'Olá, Ana: três livros.',
  html: '',
  links: [],
  headers: [],
  attachments: [],
});
const aProduct = (id: string) => ({ id, name: 'Débora' }) as never;

/** For each journal: a function that adds an entry, and one that counts the entries after opening. */
const journals = {
  'messages.jsonl': {
    add: (file: string) => openInbox(file).add(aMail('Seu livro')),
    count: (file: string) => openInbox(file).find().length,
  },
  'payments.jsonl': {
    add: (file: string, no: number) => openStore(file).products.put(aProduct(`prod_${no}`)),
    count: (file: string) => openStore(file).products.values().length,
  },
  'taken.log': {
    add: (file: string, no: number) => openAcceptedEmails(file).note('ana@semente.test', `<${no}@semente.test>`),
    count: (file: string) => openAcceptedEmails(file).list().length,
  },
};

describe.each(Object.entries(journals))('%s', (name, { add, count }) => {
  it('a journal cut off anywhere by a crash or a full disk opens without its cut line and accepts further lines', () => {
    const file = join(dir, name);
    for (let no = 0; no < 3; no += 1) add(file, no);
    const whole = readFileSync(file);
    for (let size = 0; size <= whole.length; size += Math.ceil(whole.length / 150)) {
      writeFileSync(file, whole.subarray(0, size));
      said = [];
      const lines = whole.subarray(0, size).toString('latin1').split('\n');
      const isCut = lines.pop() !== '';
      expect(count(file)).toBe(lines.length);
      expect(said).toEqual(isCut ? [`${file}: its last line was cut while it was written, and is removed\n`] : []);
      add(file, 9);
      expect(count(file)).toBe(lines.length + 1);
    }
  });
});

it.each(['messages.jsonl', 'payments.jsonl'] as const)('the error for a damaged line inside %s names the line and the remedy', (name) => {
  const file = join(dir, name);
  for (let no = 0; no < 3; no += 1) journals[name].add(file, no);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [lines[0], lines[1]?.slice(0, 40), ...lines.slice(2)].join('\n'));
  expect(() => journals[name].count(file)).toThrow(
    new FileError(`line 2 of ${file} is damaged: put back a copy of it, or begin again with \`npm run reset\``),
  );
});

it.each([
  ['mailbox.json', (file: string): void => void openMailbox(file).deliver('Subject: x\n\nx')],
  ['secrets.json', (file: string): void => void loadSecrets(file)],
  ['signing-key.pem', (file: string): void => void loadSigningKey(file)],
] as const)('opening %s reports damage wherever the file is cut, and accepts the whole file', (name, open) => {
  const file = join(dir, name);
  open(file);
  const whole = readFileSync(file);
  for (let size = 0; size < whole.length - 1; size += Math.ceil(whole.length / 50)) {
    writeFileSync(file, whole.subarray(0, size));
    expect(() => open(file)).toThrow(`${file} is damaged`);
  }
  writeFileSync(file, whole);
  open(file);
});

it('a state file that cannot be replaced keeps its old content, and the error names the reason', () => {
  const file = join(dir, 'accounts.json');
  writeWhole(file, '{"accounts":[]}');
  const cannot = join(dir, 'missing', 'accounts.json');
  expect(() => writeWhole(cannot, '{}')).toThrow(`${cannot} cannot be written: nothing can be put there`);
  expect(readWhole(file)).toEqual({ accounts: [] });
});
