import { SavedPostDraftSchema } from '@site/shared/contracts/admin-posts.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type News, writeDraft } from './draft-words.ts';

const news = (changes: Partial<News> = {}): News => ({
  ...{ kind: 'episode', id: 'rZp4Lq0TnWa', title: 'Ficar', description: '', is_ahead: false },
  ...changes,
});

describe('an automatic draft', () => {
  it('an automatic draft shows the new item as a card below its title and the beginning of its description', () => {
    const description = '00:00 Abertura\n12:40 Belém\n\nhttps://example.test/livro\n\nUma conversa\nsobre Rute.\n\nCréditos';
    expect(writeDraft(news({ description }))).toEqual({
      ...{ locale: 'pt-BR', title: 'Novo episódio: Ficar', lead: 'Uma conversa sobre Rute.' },
      body: {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'Saiu um episódio novo. Dá para ouvir aqui mesmo:' }] },
          { type: 'episode', attrs: { id: 'rZp4Lq0TnWa' } },
        ],
      },
    });
  });

  it('an automatic draft says whether the book can be read, and has a lead even for a book without a description', () => {
    const book = news({ kind: 'ebook', id: 'rute', title: 'Rute' });
    expect(writeDraft(book)).toMatchObject({ title: 'Novo livro: Rute', lead: 'Já está na loja.' });
    expect(writeDraft({ ...book, is_ahead: true })).toMatchObject({ title: 'Em pré-venda: Rute', lead: 'Já dá para garantir o seu.' });
  });

  it('an automatic draft begins with whole sentences of a long description', () => {
    const sentence = 'Elias esperava vento e fogo, e veio um sussurro. ';
    expect(writeDraft(news({ description: sentence.repeat(9) })).lead).toBe(sentence.repeat(4).trim());
    expect(writeDraft(news({ description: 'palavra '.repeat(90) })).lead).toMatch(/^(palavra )+palavra…$/);
  });

  it('an automatic draft can be saved unchanged, whatever the channel contains', () => {
    const { locale: _, ...words } = writeDraft(
      news({ title: `\u202e${'Longo '.repeat(60)}\t`, description: `\u0007${'🌱'.repeat(5_000)}` }),
    );
    expect(v.parse(SavedPostDraftSchema, { revision: 1, ...words })).toEqual({ revision: 1, ...words });
  });
});
