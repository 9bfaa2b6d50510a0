import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Aviso de lançamento',
    sent: { title: 'Falta confirmar', message: 'Enviamos um e-mail com um link. Abra-o para confirmar que o endereço é seu.' },
    confirm: {
      title: 'Confirme o aviso',
      message: 'Você recebe um único e-mail, no lançamento, e depois apagamos o seu endereço.',
      press: 'Confirmar o aviso',
      done: 'Tudo certo',
      doneMessage: (email: string) => `Quando o livro sair, escrevemos para ${email}.`,
    },
    leave: {
      title: 'Sair da lista',
      message: 'O endereço é apagado e não há aviso do lançamento.',
      press: 'Apagar meu endereço',
      done: 'Endereço apagado',
      doneMessage: () => 'Não há mais nada a fazer.',
    },
    expired: { title: 'Este link não vale mais', message: 'Peça o aviso de novo na página do livro, se ele ainda não saiu.' },
    invalid: { title: 'Este link não funciona', message: 'Confira se ele está completo, como está no e-mail.' },
    tooMany: 'Foram muitos pedidos em pouco tempo. Tente de novo daqui a 10 minutos.',
    failed: 'Não foi possível agora. Tente de novo em instantes.',
    wrongEmail: 'Este endereço não parece certo. Confira e tente de novo.',
    gone: 'Este livro não espera mais por avisos.',
    toShop: 'Ir para a loja',
  },
  {
    title: 'News of a launch',
    sent: { title: 'One more step', message: 'We sent an email with a link. Open it to confirm that the address is yours.' },
    confirm: {
      title: 'Confirm',
      message: 'You get a single email, at the launch, and then we erase your address.',
      press: 'Confirm',
      done: 'All set',
      doneMessage: (email) => `When the book is out we write to ${email}.`,
    },
    leave: {
      title: 'Leave the list',
      message: 'The address is erased, and there is no word of the launch.',
      press: 'Erase my address',
      done: 'Address erased',
      doneMessage: () => 'There is nothing else to do.',
    },
    expired: { title: 'This link is over', message: 'Ask again on the page of the book, if it is not out yet.' },
    invalid: { title: 'This link does not work', message: 'Check that it is complete, as it is in the email.' },
    tooMany: 'There were many requests in a short time. Try again in 10 minutes.',
    failed: 'Not possible right now. Try again in a moment.',
    wrongEmail: 'This address does not look right. Check it and try again.',
    gone: 'Nobody waits for this book any more.',
    toShop: 'Go to the shop',
  },
);
