import type { DemoEbook } from '../book.ts';

export const rute: DemoEbook = {
  id: 'rute-uma-leitura-devagar',
  title: 'Rute, uma leitura devagar',
  subtitle: 'Quatro capítulos, uma estrada e um campo de cevada',
  description: [
    'O livro de Rute (ou Ruth) cabe em vinte minutos de leitura, e talvez por isso a gente passe por ele correndo. Aqui, a proposta é outra: andar ao lado de três viúvas na estrada de Moabe, parar no canto do campo onde os pobres recolhiam o que sobrava e ouvir o que cada personagem diz e o que prefere calar.',
    'São seis capítulos curtos, com perguntas para responder à mão ou conversar em grupo. Você não precisa saber hebraico nem ter lido o Antigo Testamento inteiro. Precisa de uma Bíblia, de um lápis e de quatro semanas sem pressa.',
  ],
  language: 'pt-BR',
  pages: 18,
  filename: 'rute-uma-leitura-devagar.pdf',
  listPrices: { BRL: 2990, USD: 690, NZD: 1190 },
  createdAt: '2025-08-14T12:00:00.000Z',
  popularity: 30,
  introduction: [
    'Comecei a ler Rute numa sala de espera. O livro estava aberto no colo da senhora ao meu lado, com as bordas gastas e uma lista de compras marcando a página. Ela percebeu que eu olhava e disse: “É curtinho, mas eu nunca termino. Sempre volto para a estrada”.',
    'Entendi o que ela queria dizer alguns anos depois, quando também precisei escolher entre seguir e voltar. Este caderno nasceu daquela estrada. Leia um capítulo da Bíblia por semana, sempre o mesmo, quantas vezes der. Depois, venha até aqui. As perguntas não têm gabarito: servem para que você escute o que já começou a pensar.',
  ],
  chapters: [
    {
      title: 'Três mulheres e uma estrada',
      reading: 'Rute 1, 1–18',
      paragraphs: [
        'A história abre com fome. Belém, que quer dizer “casa do pão”, está sem pão, e uma família atravessa a fronteira como tantas famílias atravessam ainda hoje: com o que cabe nos braços e a esperança de que seja por pouco tempo. Dez anos depois, restam três viúvas e nenhuma terra.',
        'Noemi decide voltar e faz o que muita gente ferida faz: tenta poupar os outros de si mesma. Manda as noras embora com uma bênção e um beijo. Repare que Orfa também chora. Ela não é a vilã da história; ela escolhe o que era razoável escolher.',
        'Rute fica. O que ela diz na estrada não é um discurso romântico, embora apareça em tantos convites de casamento. É uma mulher pobre prometendo a outra, mais velha e mais amarga, que não vai deixá-la envelhecer sozinha. A fé dela começa assim, como companhia.',
      ],
      practice: [
        'Quem já caminhou ao seu lado quando você tinha pouco a oferecer? Escreva o nome e o que essa pessoa fez.',
        'Leia o trecho em voz alta três vezes, cada vez com a voz de uma das mulheres. O que mudou?',
      ],
    },
    {
      title: 'Quando o nome dói',
      reading: 'Rute 1, 19–22',
      paragraphs: [
        'Na chegada, a cidade inteira comenta. “Essa não é a Noemi?” E ela pede que a chamem de Mara, amarga. Poucas orações da Bíblia são tão francas: Noemi não diz que está tudo bem, não agradece pela lição, não disfarça diante das vizinhas.',
        'O livro não a corrige. Ninguém aparece para dizer que ela devia ter mais fé. O narrador continua a chamá-la de Noemi, com delicadeza, como quem guarda o nome de alguém até que a pessoa possa usá-lo de novo.',
        'Há um detalhe no último versículo: elas chegaram no começo da colheita da cevada. Noemi ainda não vê, mas o campo atrás dela já está mudando de cor.',
      ],
      practice: [
        'Que nome você daria ao ano que está vivendo? Não precisa ser bonito.',
        'Existe alguém cujo nome antigo você pode guardar por um tempo? Mande uma mensagem sem cobrar resposta.',
      ],
    },
    {
      title: 'O canto do campo',
      reading: 'Rute 2',
      paragraphs: [
        'A lei mandava não colher até a borda: o canto era do estrangeiro, do órfão e da viúva. Era uma generosidade organizada, que não dependia do humor do dono da terra. Rute não pede esmola; ela trabalha ao sol, de cabeça erguida, num lugar que a lei separou para ela.',
        'Boaz repara. Pergunta quem ela é, oferece água, convida para a mesa e, em voz baixa, manda os rapazes deixarem cair espigas de propósito. É uma bondade inteligente: dá sem exigir que o outro se apresente como necessitado.',
        'Naquela noite, Rute chega em casa com cerca de vinte litros de cevada e o que sobrou do almoço, guardado para a sogra. A esperança volta à casa de Noemi em forma de pão dentro de um pano.',
      ],
      practice: [
        'Qual é o canto do seu campo: a hora, o dinheiro, o quarto vazio, a carona? Desenhe-o e decida o que fica sem colher.',
        'Lembre uma ajuda que preservou a sua dignidade. O que exatamente foi bem-feito?',
      ],
    },
    {
      title: 'Uma noite na eira',
      reading: 'Rute 3',
      paragraphs: [
        'A eira é o lugar alto onde o vento separa o grão da palha. É para lá que Noemi manda Rute, perfumada e de roupa limpa, com um plano ousado. A mulher que queria ser chamada de Amarga voltou a fazer planos, e isso já é metade do milagre.',
        'No escuro, Rute pede que Boaz estenda sobre ela a ponta do manto. A palavra hebraica é a mesma usada um capítulo antes para as asas de Deus. Boaz tinha desejado que ela encontrasse abrigo debaixo daquelas asas; agora ela devolve a frase, como quem diz: comece você.',
        'Rezamos muito para que Deus cubra quem tem frio. Às vezes, o manto está nos nossos ombros.',
      ],
      practice: [
        'Que oração sua poderia ser respondida, em parte, por você mesma ou por você mesmo?',
        'Quem fez planos por você quando você não conseguia? Agradeça ainda nesta semana.',
      ],
    },
    {
      title: 'O portão da cidade',
      reading: 'Rute 4, 1–12',
      paragraphs: [
        'Tudo o que foi sussurrado à noite precisa ser dito de dia, no portão, diante de dez anciãos. Havia um parente mais próximo, com direito de resgatar a terra. Ele quer o campo, mas desiste quando percebe que com o campo vêm duas mulheres. O livro nem registra o nome dele.',
        'Boaz aceita o custo. Resgatar, em Rute, é assumir a história do outro como se fosse da família: as dívidas, a saudade, o sobrenome que ia se perder. Uma sandália muda de mãos, as testemunhas concordam, e uma estrangeira passa a ter lugar à mesa.',
      ],
      practice: [
        'Que compromisso seu ficou no sussurro e pede para ser dito à luz do dia?',
        'Escolha uma testemunha de confiança e conte a ela uma decisão.',
      ],
    },
    {
      title: 'Um colo e uma lista de nomes',
      reading: 'Rute 4, 13–22',
      paragraphs: [
        'O livro termina onde ninguém esperava: com Noemi segurando um bebê. As mesmas vizinhas que comentaram a sua amargura agora dizem que Rute vale mais do que sete filhos. É um elogio enorme, dito em público, a uma moabita.',
        'Depois vem uma lista de nomes, que muita gente pula. Não pule. No fim dela está Davi. A lealdade de uma mulher na estrada, uma tarde de colheita, um manto, uma sandália: o rei que todos conhecem foi possível por causa de gestos que não saíram em crônica nenhuma.',
        'A sua semana também é feita de gestos assim. Você não sabe quais deles vão virar raiz de alguém. Faça-os devagar.',
      ],
      practice: [
        'Escreva a sua lista: cinco pessoas sem as quais você não estaria aqui.',
        'Releia o livro inteiro de uma vez. Qual cena ficou maior do que era no começo?',
        'Convide alguém para ler com você no mês que vem.',
      ],
    },
  ],
};
