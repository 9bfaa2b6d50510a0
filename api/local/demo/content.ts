import type { ContentBlock, ContentKey } from '@site/shared/contracts/content.ts';
import { palette } from '@site/shared/design/palette.ts';
import { both } from '../../src/resources/site/content/default-content/both.ts';
import { faq } from '../../src/resources/site/content/default-content/page-texts.ts';
import { demoChannel } from './channel.ts';
import { demoPublishing } from './ebooks.ts';
import { demoTestimonials } from './testimonials.ts';

/** Blocks that the demo author published. All other blocks have the site's defaults. */
export const demoContent: { readonly [Key in ContentKey]?: ContentBlock<Key> } = {
  brand: {
    site: demoPublishing.imprint,
    author: demoPublishing.author,
    form: 'specified',
    tagline: both(
      `${demoPublishing.author} compartilha reflexões sobre crescimento pessoal e bem-estar.`,
      `${demoPublishing.author} shares insights on personal growth and well-being.`,
    ),
    accent: palette.accent,
    portrait: null,
    logo: null,
    icon: null,
    social: null,
  },
  home: {
    title: both('Raízes fundas para dias comuns', 'Deep roots for ordinary days'),
    lead: both(
      'Um podcast e livros pequenos para ler a Bíblia devagar, em voz alta e com cheiro de café. Puxe uma cadeira.',
      'A podcast and small books for reading the Bible slowly, aloud and with the smell of coffee. Pull up a chair.',
    ),
    episodeIds: ['rZp4Lq0TnWa', 'Yd6hA9tMqBo', 'cJ8uTnR4_oK', 'Jx0_uB7kPfR', 'zR7tFh5MbUn'],
  },
  author: {
    title: both('Oi, eu sou a Marina', 'Hi, I am Marina'),
    paragraphs: [
      both(
        'Cresci numa casa em que a Bíblia ficava na cozinha, entre o pote de farinha e o rádio. Minha avó lia um trecho, parava no meio e perguntava o que a gente achava. Ela nunca dizia se estava certo.',
        'I grew up in a house where the Bible lived in the kitchen, between the flour jar and the radio. My grandmother read a passage, stopped halfway and asked what we thought. She never said whether we were right.',
      ),
      both(
        'O Raiz & Palavra é essa cozinha com um microfone. Gravo quinta sim, quinta não, e escrevo os livros que eu queria ter à mão quando as perguntas apertam.',
        'Raiz & Palavra is that kitchen with a microphone. I record every other Thursday, and write the books that I wanted at hand when the questions press.',
      ),
    ],
  },
  testimonials: demoTestimonials,
  featured_ebooks: { ids: ['raizes-que-sustentam', 'rute-uma-leitura-devagar', 'apocalipse-sem-susto'] },
  closing: {
    title: both('Tem lugar na mesa', 'There is room at the table'),
    text: both(
      'Ouça um episódio enquanto lava a louça, leve um livro para a varanda ou me conte o que anda crescendo por aí. Respondo com calma, e respondo.',
      'Hear an episode while you do the dishes, take a book out to the porch or tell me what has been growing where you are. I answer unhurriedly, and I do answer.',
    ),
  },
  about: {
    phrases: [
      both('Oi, eu sou a Marina Alvorada', 'Hi, I am Marina Alvorada'),
      both('Leio a Bíblia como quem lê carta', 'I read the Bible the way one reads a letter'),
      both('Gravo na cozinha, com o café passando', 'I record in the kitchen, with coffee brewing'),
      both('Escrevo livros que cabem numa tarde', 'I write books that fit in an afternoon'),
    ],
    paragraphs: [
      both(
        'Minha avó tinha um pé de jabuticaba que passou nove anos sem dar fruta. Todo mundo opinava: adubo, poda, corte. Ela respondia que a árvore estava ocupada. No décimo ano, o tronco ficou preto de frutas do chão até a altura dos ombros.',
        'My grandmother had a jabuticaba tree that bore no fruit for nine years. Everybody had an opinion: manure, pruning, the axe. She answered that the tree was busy. In the tenth year its trunk was black with fruit from the ground to the height of her shoulders.',
      ),
      both(
        'Foi com ela que aprendi a perguntar com o que a árvore anda ocupada, em vez de quando vai dar fruto. Faço essa pergunta aos textos da Bíblia, às segundas-feiras difíceis e a quem me escreve.',
        'From her I learned to ask what the tree is busy with instead of when it will bear fruit. I put that question to the texts of the Bible, to difficult Mondays and to those who write to me.',
      ),
      both(
        'Dei aula de literatura por doze anos antes de ligar o primeiro microfone. Continuo professora: gosto de margem larga, de dúvida bem formulada e de gente que interrompe.',
        'I taught literature for twelve years before I switched on the first microphone. I am still a teacher: I like wide margins, well-put doubts and people who interrupt.',
      ),
    ],
  },
  offerings: {
    items: [
      {
        kind: 'podcast',
        title: both('Podcast', 'Podcasting'),
        text: both(
          'Livros da Bíblia lidos inteiros, sem pular as partes estranhas. Quinta sim, quinta não, com capítulos marcados para quem ouve no ônibus.',
          'Books of the Bible read whole, without skipping the strange parts. Every other Thursday, with chapters marked for those who listen on the bus.',
        ),
      },
      {
        kind: 'writing',
        title: both('Escrita', 'Writing'),
        text: both(
          'Livros digitais curtos, com leitura, história e um exercício de quinze minutos. Feitos para sublinhar e emprestar a voz a quem não pode ler.',
          'Short digital books, with a reading, a story and a fifteen-minute exercise. Made to be underlined and read aloud to those who cannot read.',
        ),
      },
      {
        kind: 'talks',
        title: both('Palestras', 'Talks'),
        text: both(
          'Rodas de leitura, retiros e aulas abertas, em igrejas, escolas e empresas. Levo perguntas; o café fica por conta de vocês.',
          'Reading circles, retreats and open lessons in churches, schools and companies. I bring questions; the coffee is on you.',
        ),
      },
    ],
  },
  timeline: {
    items: [
      {
        year: 2020,
        title: both('Um áudio por dia', 'One voice message a day'),
        text: both(
          'No ano em que ninguém podia se visitar, mandei um salmo por dia em áudio para doze vizinhas. No terceiro mês eram trezentas pessoas, e virou podcast.',
          'In the year when nobody could visit, I sent a psalm a day as a voice message to twelve neighbours. By the third month there were three hundred people, and it became a podcast.',
        ),
      },
      {
        year: 2021,
        title: both('O caderno vira livro', 'The notebook becomes a book'),
        text: both(
          'As perguntas das ouvintes encheram três cadernos. Do primeiro saiu um guia de estudo que circulou fotocopiado antes de ter capa.',
          'The questions of the listeners filled three notebooks. The first became a study guide that went around as photocopies before it had a cover.',
        ),
      },
      {
        year: 2022,
        title: both('Fora da cozinha', 'Out of the kitchen'),
        text: both(
          'Primeiras rodas de leitura presenciais, em Caxias do Sul e em Nelson, na Nova Zelândia, onde uma amiga traduzia de pé, sem anotação.',
          'First reading circles in person, in Caxias do Sul and in Nelson, New Zealand, where a friend translated standing, without notes.',
        ),
      },
      {
        year: 2023,
        title: both('Raiz & Palavra', 'Raiz & Palavra'),
        text: both(
          'Podcast, livros e encontros ganharam um nome só, tirado de um bilhete da minha avó colado na geladeira.',
          'Podcast, books and meetings were given one name, taken from a note by my grandmother that was stuck to the fridge.',
        ),
      },
    ],
  },
  counters: {
    items: [
      { kind: 'typed', value: '1K+', label: both('ouvintes', 'listeners') },
      { kind: 'ebooks', label: both('eBooks', 'eBooks') },
      { kind: 'episodes', label: both('episódios', 'episodes') },
      { kind: 'typed', value: '130+', label: both('seguidores', 'followers') },
    ],
  },
  faq: {
    items: [
      {
        id: 'guest',
        question: both('Como posso participar do podcast?', 'How can I be a guest on the podcast?'),
        answer: both(
          'Escreva pelo formulário desta página e conte em poucas linhas quem você é e sobre o que gostaria de conversar. A resposta chega por e-mail, normalmente em 1 a 2 dias úteis.',
          'Write through the form on this page and tell us in a few lines who you are and what you would like to talk about. The answer comes by email, normally within 1-2 business days.',
        ),
      },
      {
        id: 'talks',
        question: both('Você faz palestras e eventos?', 'Do you give talks and take part in events?'),
        answer: both(
          'Envie pelo formulário a data, a cidade, o tema e o tamanho do grupo. A resposta diz se é possível, em que formato e por quanto.',
          'Send the date, the city, the subject and the size of the group through the form. The answer says whether it is possible, in which form and for what fee.',
        ),
      },
      ...faq.items,
      {
        id: 'coaching',
        question: both('Você oferece mentoria ou acompanhamento individual?', 'Do you offer coaching or individual sessions?'),
        answer: both(
          'Conte pelo formulário o que você procura: a resposta diz se é possível. Mentoria não substitui terapia nem atendimento médico.',
          'Tell us through the form what you are looking for: the answer says whether it is possible. Coaching does not replace therapy or medical care.',
        ),
      },
    ],
  },
  links: {
    places: [
      { kind: 'youtube', url: `https://www.youtube.com/channel/${demoChannel.channelId}` },
      { kind: 'spotify', url: 'https://open.spotify.com/show/5RaizPalavraDemo000000' },
      { kind: 'apple', url: 'https://podcasts.apple.com/br/podcast/raiz-palavra/id0000000000' },
      { kind: 'deezer', url: 'https://www.deezer.com/br/show/0000000' },
      { kind: 'amazon_music', url: 'https://music.amazon.com.br/podcasts/00000000-0000-0000-0000-000000000000' },
      { kind: 'whatsapp', url: 'https://whatsapp.com/channel/0000000000000000000000' },
    ],
    instagram: 'https://www.instagram.com/raizepalavra.demo',
  },
  podcast: {
    artwork: null,
    category: 'Religion & Spirituality/Christianity',
    ownerEmail: 'ola@raizepalavra.test',
    words: 'clean',
    order: 'episodic',
    newFeedUrl: null,
  },
  podcast_categories: { names: ['Ruth', 'Sobrenatural', 'Apocalipse'] },
};
