import type { DemoEbook } from '../book.ts';

export const jardim: DemoEbook = {
  id: 'jardim-interior',
  title: 'Jardim interior',
  subtitle: 'Uma estação por vez',
  description: [
    'Cuidar de si virou produto, com prateleira e desconto. Este livro propõe um cuidado mais antigo e mais barato: o de quem tem um canteiro. Há tempo de revolver a terra, de semear, de esperar, de colher e de deixar descansar, e nenhuma planta faz as cinco coisas no mesmo mês.',
    'A partir dos jardins da Bíblia, do Éden ao horto onde Maria Madalena confundiu o Ressuscitado com o jardineiro, Marina Alvorada conversa sobre hábitos, limites, amizade e corpo. Cada estação traz práticas para quatro semanas e espaço para anotar o que brotou.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'jardim-interior.pdf',
  listPrices: { BRL: 3990, USD: 890, NZD: 1490 },
  createdAt: '2026-08-20T12:00:00.000Z',
  popularity: 11,
  introduction: [
    'Herdei um quintal de três metros por quatro, com entulho até a canela. Quis resolver num fim de semana. O vizinho olhou por cima do muro e comentou: “A terra não sabe o que é fim de semana”.',
    'Levei cinco estações para colher a primeira alface e aprendi mais sobre mim do que em qualquer curso. O que segue são anotações de quintal.',
  ],
  chapters: [
    {
      title: 'Revolver: conhecer o próprio chão',
      reading: 'Marcos 4, 1–9; Oseias 10, 12',
      paragraphs: [
        'Na parábola há quatro terrenos, e por muito tempo achei que eu precisava descobrir qual deles era. Quem já mexeu com terra sabe: todo quintal tem os quatro. O caminho batido perto do portão, as pedras no fundo, os espinhos na cerca e um pedaço bom.',
        'Revolver é olhar sem pressa de consertar. Onde o chão endureceu de tanto passarem por cima? O que está raso? O que cresce sozinho e sufoca? Não se planta nada nesta estação. Só se conhece.',
      ],
      practice: [
        'Desenhe o mapa do seu quintal: onde ficam os quatro terrenos?',
        'Durante uma semana, anote a hora do dia em que você tem mais e menos energia.',
      ],
    },
    {
      title: 'Semear: pequeno e todo dia',
      reading: 'Eclesiastes 11, 1–6',
      paragraphs: [
        'Quem fica olhando o vento não semeia, diz o sábio, e quem observa as nuvens não colhe. Esperar a condição perfeita é um jeito respeitável de não começar. A semente é pequena justamente para caber em dias ruins.',
        'Escolha um hábito que caiba em dois minutos e amarre-o a algo que já existe: depois do café, antes da chave na porta, quando a água do chuveiro esquenta. Uma semente por estação. Quem planta o pacote inteiro não sabe depois o que brotou.',
      ],
      practice: ['Complete: “Depois de ___, eu vou ___ por dois minutos”.', 'Conte a uma pessoa e marque quatro semanas no calendário.'],
    },
    {
      title: 'Esperar: regar sem desenterrar',
      reading: 'Tiago 5, 7–8; Marcos 4, 26–29',
      paragraphs: [
        'O lavrador de Tiago espera as primeiras chuvas e as últimas. Entre elas há meses em que nada acontece na superfície, e o trabalho é regar uma terra que parece vazia, com a mesma fé com que se rega a planta.',
        'É a estação em que mais gente desiste. O ânimo passou, o resultado não veio. Por isso se espera em companhia: um jardineiro lembra ao outro em que dia plantou.',
        'Regar também é dormir, rir, ir ao médico, dizer não. A água do corpo e a da alma vêm do mesmo balde.',
      ],
      practice: ['Quem pode lembrar você do dia em que plantou?', 'Escolha um “não” que regue um “sim” e diga-o com gentileza.'],
    },
    {
      title: 'Colher: aprender a receber',
      reading: 'Deuteronômio 26, 1–11; João 4, 35–38',
      paragraphs: [
        'Há pessoas ótimas em plantar e péssimas em colher. Ganham um elogio e o devolvem, recebem ajuda e se desculpam. Em Israel, a colheita tinha liturgia: um cesto, uma história contada em voz alta e uma festa com o estrangeiro e o levita.',
        'Parte do que você colhe, outros plantaram. A avó, a professora, quem abriu a porta. Colher bem é lembrar os nomes e dividir o cesto.',
      ],
      practice: [
        'Receba um elogio nesta semana dizendo apenas “obrigada” ou “obrigado”.',
        'Encha um cesto de verdade e leve a alguém, contando de onde veio.',
      ],
    },
    {
      title: 'Descansar: a terra também para',
      reading: 'Levítico 25, 1–7; João 20, 11–18',
      paragraphs: [
        'De sete em sete anos, a terra descansava. Não se podava a vinha, e o que nascesse sozinho era de todos. Solo que nunca para fica fraco, e gente também. O inverno não é um defeito do ano.',
        'Foi num jardim, de madrugada, que Maria Madalena chorou diante de um túmulo vazio e pensou que falava com o jardineiro. Não estava de todo enganada. Bastou que ele dissesse o nome dela.',
        'Quando o seu jardim parecer só terra, fique mais um pouco. Pode ser que alguém o esteja chamando pelo nome.',
      ],
      practice: [
        'O que, na sua vida, precisa de um ano de descanso?',
        'Releia as anotações das estações. O que brotou sem você perceber?',
        'Guarde sementes: escreva uma frase para quem você será no próximo ciclo.',
      ],
    },
  ],
};
