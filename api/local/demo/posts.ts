import type { PostKind } from '@site/shared/contracts/post-rules.ts';
import type { Block, Inline, RichText } from '@site/shared/rich-text/contract.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

type DemoWords = { readonly title: string; readonly lead: string; readonly body: RichText };
export type DemoPost = {
  readonly id: string;
  readonly slug: string;
  readonly kind: PostKind;
  readonly tags: readonly string[];
  readonly publishedAt: string;
  readonly words: { readonly [locale in Locale]?: DemoWords };
};

/** Parses text in which `*…*` means emphasis. */
const inline = (text: string): Inline[] =>
  text
    .split(/(\*[^*]+\*)/)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('*') ? { type: 'text', text: part.slice(1, -1), marks: [{ type: 'em' }] } : { type: 'text', text: part },
    );
const p = (text: string): Block => ({ type: 'paragraph', content: inline(text) });
const h = (text: string): Block => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] });
const list = (...items: string[]): Block => ({
  type: 'bullet_list',
  content: items.map((text) => ({ type: 'list_item', content: [{ type: 'paragraph', content: inline(text) }] })),
});
const quote = (text: string): Block => ({ type: 'blockquote', content: [{ type: 'paragraph', content: inline(text) }] });
const passage = (reference: string, text: string, translation: string): Block => ({
  type: 'passage',
  attrs: { reference, text, translation },
});
const doc = (...content: Block[]): RichText => ({ type: 'doc', content });

/** The demo author's posts. The quoted Bible translations are in the public domain. */
export const demoPosts: readonly DemoPost[] = [
  {
    id: '7f1c2a54-0d3e-4b52-9a61-5f3f5d1f0a01',
    slug: 'ficar-tambem-e-um-verbo',
    kind: 'text',
    tags: ['Rute', 'Amizade'],
    publishedAt: '2026-11-16T09:00:00Z',
    words: {
      'pt-BR': {
        title: 'Ficar também é um verbo',
        lead: 'Sobre Rute, uma estrada de terra e a coragem discreta de quem não vai embora.',
        body: doc(
          p(
            'A gente costuma chamar de coragem o passo de quem parte. Rute me ensinou a olhar para o outro lado da estrada: para quem fica.',
          ),
          passage(
            'Rute 1:16',
            'Aonde quer que tu fores irei eu, e onde quer que pousares, ali pousarei eu; o teu povo é o meu povo, o teu Deus é o meu Deus.',
            'Almeida, 1911',
          ),
          p(
            'Não há anjo nessa cena, nem mar que se abre. Há duas viúvas, poeira e uma frase dita sem plateia. E é com ela que a história vira.',
          ),
          h('O que Rute faz com as mãos'),
          p('Repare como o livro quase não conta o que Rute *sente*. Ele conta o que ela faz:'),
          list('levanta cedo, antes do calor;', 'junta espigas no campo dos outros;', 'guarda metade do almoço para a sogra.'),
          p('Fidelidade, ali, tem cheiro de cevada. É coisa que se faz de novo amanhã.'),
          { type: 'ebook', attrs: { id: 'rute-uma-leitura-devagar' } },
          p('Se quiser ouvir essa conversa em voz alta, o primeiro episódio da série começa exatamente nessa estrada.'),
          { type: 'episode', attrs: { id: 'rZp4Lq0TnWa' } },
        ),
      },
      en: {
        title: 'To stay is a verb, too',
        lead: 'On Ruth, a dirt road and the quiet courage of those who do not leave.',
        body: doc(
          p('We like to call it courage when somebody leaves. Ruth taught me to look at the other side of the road: at the one who stays.'),
          passage(
            'Ruth 1:16',
            'Whither thou goest, I will go; and where thou lodgest, I will lodge: thy people shall be my people, and thy God my God.',
            'King James Version',
          ),
          p(
            'There is no angel in this scene, and no sea that parts. There are two widows, dust, and a sentence that nobody hears. With it the story turns.',
          ),
          h('What Ruth does with her hands'),
          p('Notice how little the book tells of what Ruth *feels*. It tells what she does:'),
          list(
            'she gets up early, before the heat;',
            'she gathers grain in somebody else’s field;',
            'she saves half of her lunch for her mother-in-law.',
          ),
          p('Faithfulness smells of barley here. It is something that one does again tomorrow.'),
        ),
      },
    },
  },
  {
    id: '7f1c2a54-0d3e-4b52-9a61-5f3f5d1f0a02',
    slug: 'um-salmo-para-segunda-feira',
    kind: 'devotional',
    tags: ['Salmos', 'Descanso'],
    publishedAt: '2026-11-09T09:00:00Z',
    words: {
      'pt-BR': {
        title: 'Um salmo para segunda-feira',
        lead: 'Três minutos, uma xícara e um versículo antes de abrir as mensagens.',
        body: doc(
          p('Antes de abrir as mensagens, leia devagar. Se puder, em voz alta.'),
          passage(
            'Salmo 23:1-2',
            'O Senhor é o meu pastor, nada me faltará. Deitar-me faz em verdes pastos, guia-me mansamente a águas tranquilas.',
            'Almeida, 1911',
          ),
          p('O verbo que me prende hoje é *guia-me mansamente*. Não diz que o dia será manso. Diz que quem guia é.'),
          h('Para levar no bolso'),
          list('O que hoje pode esperar até amanhã sem que ninguém se machuque?', 'Quem anda ao seu lado e você não cumprimenta há dias?'),
          quote('Senhor, ensina-me o passo de quem não precisa correr para chegar. Amém.'),
        ),
      },
    },
  },
  {
    id: '7f1c2a54-0d3e-4b52-9a61-5f3f5d1f0a03',
    slug: 'a-biblia-ficava-na-cozinha',
    kind: 'text',
    tags: ['Memória'],
    publishedAt: '2026-10-26T09:00:00Z',
    words: {
      'pt-BR': {
        title: 'A Bíblia ficava na cozinha',
        lead: 'De onde vem este jeito de ler parando no meio.',
        body: doc(
          p(
            'Minha avó lia com o dedo na linha e a panela no fogo. Quando o feijão pedia atenção, ela parava onde estivesse, às vezes no meio de um milagre.',
          ),
          p(
            'Enquanto ela mexia a panela, a pergunta ficava no ar: *e agora, o que vocês acham que acontece?* Cada um dizia uma coisa. Ela nunca corrigia.',
          ),
          quote('Texto sagrado aguenta pergunta, ela dizia. Quem não aguenta é quem tem pressa.'),
          p(
            'Demorei anos para entender que aquilo era um método. Ler, parar, perguntar, escutar o outro, voltar ao texto. É o que tento fazer no podcast e nos livros: deixar o feijão ferver.',
          ),
          { type: 'ebook', attrs: { id: 'o-sobrenatural-na-cozinha' } },
        ),
      },
    },
  },
];
