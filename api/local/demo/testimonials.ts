import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { both } from '../../src/resources/site/content/default-content/both.ts';

const source = 'demonstração';

/** Testimonials of fictional readers about the fictional books. */
export const demoTestimonials: ContentBlock<'testimonials'> = {
  items: [
    {
      id: 'depoimento-lourdes',
      name: 'Lourdes Pacheco',
      place: 'Caxias do Sul, RS',
      quote: both(
        'Li Rute com a minha mãe por telefone, um capítulo por semana. Foi o mês em que mais conversamos desde que me mudei.',
        'I read Ruth with my mother over the phone, one chapter a week. It was the month we talked most since I moved away.',
      ),
      source,
      consentedOn: '2025-10-06',
    },
    {
      id: 'depoimento-edmilson',
      name: 'Edmilson Teles',
      place: 'Feira de Santana, BA',
      quote: both(
        'Eu tinha medo de abrir o Apocalipse. Hoje o último capítulo está colado na porta da geladeira.',
        'I was afraid to open Revelation. Today its last chapter is taped to my fridge door.',
      ),
      source,
      consentedOn: '2026-02-18',
    },
    {
      id: 'depoimento-ivone',
      name: 'Ivone Sakamoto',
      place: 'Londrina, PR',
      quote: both(
        'As perguntas no fim dos capítulos são melhores do que muito curso que paguei caro. Imprimi e encadernei.',
        'The questions at the end of each chapter beat many a course I paid dearly for. I printed them and had them bound.',
      ),
      source,
      consentedOn: '2026-03-29',
    },
    {
      id: 'depoimento-hannah',
      name: 'Hannah Whitlock',
      place: 'Nelson, Nova Zelândia',
      quote: both(
        'Estou aprendendo português com estes livros. A autora escreve como quem serve café e espera você terminar a frase.',
        'I am learning Portuguese with these books. The author writes like someone who pours you coffee and waits for you to finish your sentence.',
      ),
      source,
      consentedOn: '2026-05-11',
    },
    {
      id: 'depoimento-tadeu',
      name: 'Tadeu Quintela',
      place: 'Belém, PA',
      quote: both(
        'Comprei ‘O sábado possível’ num domingo, exausto. Nossa família agora desliga tudo na sexta à noite e ninguém reclamou ainda.',
        'I bought ‘O sábado possível’ one Sunday, worn out. Our family now switches everything off on Friday night, and nobody has complained yet.',
      ),
      source,
      consentedOn: '2026-07-02',
    },
    {
      id: 'depoimento-rosangela',
      name: 'Rosângela Amâncio',
      place: 'Juiz de Fora, MG',
      quote: both(
        'Depois que meu pai morreu, não conseguia rezar. ‘Quando a oração é silêncio’ não me deu respostas: me fez companhia.',
        'After my father died I could not pray. ‘Quando a oração é silêncio’ gave me no answers: it kept me company.',
      ),
      source,
      consentedOn: '2026-08-23',
    },
  ],
};
