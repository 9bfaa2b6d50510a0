import type { DemoEbook } from '../book.ts';

export const emaus: DemoEbook = {
  id: 'no-caminho-de-emaus',
  title: 'No caminho de Emaús',
  subtitle: 'Conversas para quem caminha cansado',
  description: [
    'Onze quilômetros, um fim de tarde, duas pessoas decepcionadas e um desconhecido que pergunta: sobre o que vocês estão conversando? O relato de Emaús é uma pequena obra-prima sobre escuta, e este livro anda por ele no mesmo passo, sem ultrapassar ninguém.',
    'Em cinco conversas, você aprende a contar a própria decepção, a fazer perguntas melhores, a ler a Bíblia a partir do que arde e a reconhecer a presença de Deus no gesto de partir o pão. Indicado para casais, amizades antigas e grupos que querem caminhar juntos de verdade.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'no-caminho-de-emaus.pdf',
  listPrices: { BRL: 3490, USD: 790, NZD: 1390 },
  createdAt: '2026-10-08T12:00:00.000Z',
  popularity: 8,
  introduction: [
    'Eu e uma amiga caminhamos às quintas há onze anos. Nos dois primeiros, falamos de trabalho. No terceiro, ela parou no meio da ladeira e disse: “Eu esperava que minha vida fosse outra”. A amizade começou ali.',
    'Reconheci a frase mais tarde, em Lucas: “nós esperávamos que fosse ele”. Toda caminhada séria passa por esse verbo no passado. Se puder, leia este livro andando.',
  ],
  chapters: [
    {
      title: 'Nós esperávamos',
      reading: 'Lucas 24, 13–24',
      paragraphs: [
        'Eles estão indo embora. Jerusalém ficou para trás com tudo o que prometia, e os dois conversam e discutem pela estrada. Não estão perdidos: sabem o caminho de casa. Estão tristes.',
        'O desconhecido se aproxima e, podendo revelar tudo, faz uma pergunta. O texto diz que eles pararam, com o rosto sombrio. Antes de qualquer resposta, houve uma parada no meio da estrada.',
        'Contar a decepção inteira, com datas e nomes, é o primeiro trecho do caminho. Ele deixa que contem o que ele já sabe.',
      ],
      practice: ['Complete por escrito: “Eu esperava que…”.', 'Conte a alguém que só escute, por dez minutos, sem aparte.'],
    },
    {
      title: 'A arte de perguntar',
      reading: 'Marcos 10, 46–52; João 5, 1–9',
      paragraphs: [
        'Nos evangelhos, Jesus faz centenas de perguntas e responde a bem poucas. “Que queres que eu te faça?”, “Queres ficar são?”, “Quem dizeis que eu sou?” São perguntas de verdade, que aceitam qualquer resposta.',
        'As nossas costumam ser conselhos disfarçados: “você já tentou…?”. Uma boa pergunta é curta, não contém a resposta e dá medo de fazer. Depois dela vem a parte mais difícil: contar até dez em silêncio.',
      ],
      practice: ['Passe um dia sem dar conselho a ninguém. Só pergunte.', 'Que pergunta você gostaria que lhe fizessem?'],
    },
    {
      title: 'O que ardia',
      reading: 'Lucas 24, 25–32',
      paragraphs: [
        'Só depois, já em casa, eles percebem: não ardia o nosso coração pelo caminho? O ardor veio antes do reconhecimento. Primeiro esquenta, depois se entende.',
        'Ler a Bíblia a partir do que arde é sublinhar a frase que incomoda ou aquece, mesmo sem saber o motivo, e ficar nela. O estudo ajuda muito: contexto, gênero, palavras antigas. Mas o fósforo é a atenção.',
        'Desconfie de quem só lê para ter razão. Pelo caminho, os dois liam para voltar a viver.',
      ],
      practice: [
        'Leia Lucas 24 e marque a palavra que arde. Fique com ela até amanhã.',
        'Que texto já aqueceu você antes de você o entender?',
      ],
    },
    {
      title: 'Fica conosco',
      reading: 'Lucas 24, 28–31; Apocalipse 3, 20',
      paragraphs: [
        'Ele fez menção de seguir adiante. Não entra onde não é chamado. E os dois, que ainda não sabiam quem ele era, insistiram: fica, já é tarde, o dia declina. A hospitalidade veio antes da fé.',
        'À mesa, o convidado vira anfitrião: pega o pão, abençoa, parte e reparte. São os mesmos quatro verbos da multiplicação e da última ceia. Os olhos se abrem no pedaço partido, não no pão inteiro.',
      ],
      practice: [
        'Convide alguém que está de passagem: um colega novo, uma vizinha, um parente distante.',
        'O que se abriu em você quando algo se partiu?',
      ],
    },
    {
      title: 'De volta, no escuro',
      reading: 'Lucas 24, 33–35',
      paragraphs: [
        'Naquela mesma hora se levantaram e voltaram. Mais onze quilômetros, de noite, na subida, por uma estrada que à tarde parecia perigosa demais para o hóspede. O cansaço ainda estava ali; o motivo é que era outro.',
        'Quando chegam, os amigos já sabem e contam primeiro. Ninguém detém a notícia: ela vai sendo montada por muitas vozes, como um pão que se reparte.',
        'Talvez a sua Jerusalém seja uma conversa interrompida, um grupo que você deixou, um sonho. Não precisa ser hoje. Mas quando arder, levante-se.',
      ],
      practice: [
        'Para onde você precisa voltar, e com quem?',
        'Marque uma caminhada com um amigo ou uma amiga. Sem telefone.',
        'Conte neste grupo a sua história de caminho, em cinco minutos.',
      ],
    },
  ],
};
