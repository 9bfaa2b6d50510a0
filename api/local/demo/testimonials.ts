export type DemoTestimonial = {
  id: string;
  position: number;
  name: string;
  place: string;
  quote_pt: string;
  quote_en: string;
  source: string;
  consented_at: string;
};

const source = 'demonstração';

/** What fictional readers say of the fictional books. */
export const demoTestimonials: readonly DemoTestimonial[] = [
  {
    id: 'depoimento-lourdes',
    position: 1,
    name: 'Lourdes Pacheco',
    place: 'Caxias do Sul, RS',
    quote_pt: 'Li Rute com a minha mãe por telefone, um capítulo por semana. Foi o mês em que mais conversamos desde que me mudei.',
    quote_en: 'I read Ruth with my mother over the phone, one chapter a week. It was the month we talked most since I moved away.',
    source,
    consented_at: '2025-10-06',
  },
  {
    id: 'depoimento-edmilson',
    position: 2,
    name: 'Edmilson Teles',
    place: 'Feira de Santana, BA',
    quote_pt: 'Eu tinha medo de abrir o Apocalipse. Hoje o último capítulo está colado na porta da geladeira.',
    quote_en: 'I was afraid to open Revelation. Today its last chapter is taped to my fridge door.',
    source,
    consented_at: '2026-02-18',
  },
  {
    id: 'depoimento-ivone',
    position: 3,
    name: 'Ivone Sakamoto',
    place: 'Londrina, PR',
    quote_pt: 'As perguntas no fim dos capítulos são melhores do que muito curso que paguei caro. Imprimi e encadernei.',
    quote_en: 'The questions at the end of each chapter beat many a course I paid dearly for. I printed them and had them bound.',
    source,
    consented_at: '2026-03-29',
  },
  {
    id: 'depoimento-hannah',
    position: 4,
    name: 'Hannah Whitlock',
    place: 'Nelson, Nova Zelândia',
    quote_pt: 'Estou aprendendo português com estes livros. A autora escreve como quem serve café e espera você terminar a frase.',
    quote_en:
      'I am learning Portuguese with these books. The author writes like someone who pours you coffee and waits for you to finish your sentence.',
    source,
    consented_at: '2026-05-11',
  },
  {
    id: 'depoimento-tadeu',
    position: 5,
    name: 'Tadeu Quintela',
    place: 'Belém, PA',
    quote_pt:
      'Comprei ‘O sábado possível’ num domingo, exausto. Nossa família agora desliga tudo na sexta à noite e ninguém reclamou ainda.',
    quote_en:
      'I bought ‘O sábado possível’ one Sunday, worn out. Our family now switches everything off on Friday night, and nobody has complained yet.',
    source,
    consented_at: '2026-07-02',
  },
  {
    id: 'depoimento-rosangela',
    position: 6,
    name: 'Rosângela Amâncio',
    place: 'Juiz de Fora, MG',
    quote_pt: 'Depois que meu pai morreu, não conseguia rezar. ‘Quando a oração é silêncio’ não me deu respostas: me fez companhia.',
    quote_en: 'After my father died I could not pray. ‘Quando a oração é silêncio’ gave me no answers: it kept me company.',
    source,
    consented_at: '2026-08-23',
  },
];
