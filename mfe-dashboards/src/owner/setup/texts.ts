import type { SetupStep } from '@site/shared/contracts/admin-setup.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Para começar',
    hint: 'O site já pode ser visitado. Faça cada etapa quando quiser, em qualquer ordem; a lista fica guardada em Configurações.',
    complete: 'Não falta nada. O que você pulou pode ser retomado quando quiser.',
    progress: (done: number, all: number): string => `${done} de ${all} prontas`,
    why: {
      claim: 'Só quem é titular muda o site.',
      names: 'É como o site se apresenta e assina: nome, frase, quem escreve e como agradece, na forma neutra, feminina ou masculina.',
      currencies: 'O site já fala português e inglês; falta dizer em que moedas você vende. Cada livro precisa de preço em todas elas.',
      timeZone: 'Diz quando começa o dia do site: datas de pedidos, números do dia e avisos seguem este relógio.',
      look: 'Uma cor, um retrato ou um logotipo bastam para que o site pareça seu.',
      seller: 'A lei brasileira manda mostrar nome, CPF ou CNPJ e endereço de quem vende pela internet.',
      contact: 'É para onde vão as mensagens de quem lê e o que o site mostra como seu e-mail.',
      terms:
        'Quem compra aceita estas condições. O texto inicial é um modelo que cita o nome do site e o e-mail de contato: publique-os antes; depois leia, ajuste e publique os termos.',
      privacy:
        'Diz o que o site guarda de cada pessoa. O texto inicial é um modelo que cita o nome do site e o e-mail de contato: publique-os antes; depois leia, ajuste e publique a política.',
      channel:
        'Com um canal ligado, os episódios chegam sozinhos; até lá a página do podcast mostra exemplos. Sem canal, publique assim mesmo.',
      ebook: 'A loja abre com o primeiro eBook publicado, com preço em todas as moedas.',
      test_email: 'Recibos e respostas saem por e-mail: é melhor descobrir agora se algum não chega.',
      doctor: 'Experimenta banco de dados, pagamentos, e-mail e conteúdo, e diz o que corrigir.',
    } satisfies Record<Exclude<SetupStep, 'purchase'>, string>,
    testPurchase: 'Compre um eBook seu com o cartão 4242 4242 4242 4242. O Stripe está em modo de teste: nada é cobrado.',
    livePurchase:
      'Compre um eBook seu para ver o que quem compra vê. O Stripe está em modo real: a compra é cobrada, e você pode reembolsar.',
    skip: 'Pular',
    resume: 'Retomar',
    skipped: 'Etapa pulada.',
    resumed: 'De volta à lista.',
    undo: 'Desfazer',
    skippedSteps: (count: number): string => (count === 1 ? '1 pulada' : `${count} puladas`),
    doneSteps: (count: number): string => (count === 1 ? '1 pronta' : `${count} prontas`),
    back: '← Todas as configurações',
    loading: 'Carregando as etapas…',
    failed: 'As etapas não puderam ser carregadas',
  },
  {
    title: 'Getting started',
    hint: 'The site is already public. Do each step at any time, in any order; the list stays in Settings.',
    complete: 'Everything is done. You can resume skipped steps at any time.',
    progress: (done, all) => `${done} of ${all} done`,
    why: {
      claim: 'Only an owner changes the site.',
      names: 'The site’s name and introduction: name, tagline, author, and how it says thanks, in the neutral, feminine or masculine form.',
      currencies:
        'The site already speaks Portuguese and English; choose the currencies you sell in. Each book needs a price in all of them.',
      timeZone: 'Sets when the site’s day begins: dates of orders, daily numbers and notices follow this time zone.',
      look: 'A colour, a portrait or a logo is enough to make the site look like yours.',
      seller: 'Brazilian law asks online sellers to show their name, tax number and address.',
      contact: 'Where readers’ messages go, and the email address shown on the site.',
      terms:
        'Buyers accept these terms. The first text is a template with the site’s name and contact email: publish those first, then read, adjust and publish the terms.',
      privacy:
        'Says what data the site keeps about each person. The first text is a template with the site’s name and contact email: publish those first, then read, adjust and publish the notice.',
      channel:
        'With a channel connected, episodes appear automatically; until then the podcast page shows examples. Without a channel, publish it as it is.',
      ebook: 'The shop opens with the first published eBook that has a price in every currency.',
      test_email: 'Receipts and replies are sent by email: better to find out now if one does not arrive.',
      doctor: 'Tests database, payments, email and content, and says what to correct.',
    },
    testPurchase: 'Buy one of your eBooks with the card 4242 4242 4242 4242. Stripe is in test mode: nothing is charged.',
    livePurchase: 'Buy one of your eBooks to see what buyers see. Stripe is in live mode: the purchase is charged, and you can refund it.',
    skip: 'Skip',
    resume: 'Resume',
    skipped: 'Step skipped.',
    resumed: 'Back on the list.',
    undo: 'Undo',
    skippedSteps: (count) => `${count} skipped`,
    doneSteps: (count) => `${count} done`,
    back: '← All settings',
    loading: 'Loading the steps…',
    failed: 'The steps could not be loaded',
  },
);
