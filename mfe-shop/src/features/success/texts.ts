import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Sua compra',
    confirming: 'Confirmando seu pagamento…',
    needsScripts: 'Para ver sua compra aqui, ative o JavaScript no navegador. A confirmação chega por e-mail de qualquer forma.',
    paymentSuccessful: 'Pagamento realizado com sucesso!',
    emailSent: 'E-mail de confirmação da compra enviado!',
    emailFailed: 'Não foi possível enviar o e-mail de confirmação da compra',
    stillInDashboard: 'Você ainda pode acessar seus eBooks na sua biblioteca',
    states: {
      paid: {
        title: 'Agradecemos a sua compra!',
        message: 'O pagamento foi confirmado e seus eBooks já estão na sua biblioteca. Boa leitura!',
      },
      partly_refunded: {
        title: 'Agradecemos a sua compra!',
        message: 'Uma parte do valor foi devolvida. Seus eBooks continuam na sua biblioteca.',
      },
      given: { title: 'Um presente para você', message: 'Não há nada a pagar: o eBook está na sua biblioteca.' },
      waiting: {
        title: 'Aguardando o pagamento',
        message:
          'Seu banco leva alguns dias para confirmar o débito. Assim que o valor chegar, os eBooks aparecem na sua biblioteca e avisamos por e-mail. Não é preciso pagar de novo.',
      },
      boleto: {
        title: 'Aguardando o pagamento',
        message: 'Seu pedido está feito; falta pagar o boleto. Assim que o banco confirmar, os eBooks aparecem na sua biblioteca.',
      },
      boleto_canceled: {
        title: 'Você cancelou este boleto',
        message: 'Não pague mais este boleto. Se ele for pago mesmo assim, os eBooks são liberados.',
      },
      boleto_expired: { title: 'O boleto venceu', message: 'Nada foi cobrado. Se ainda quiser os eBooks, compre de novo.' },
      pix: {
        title: 'Falta pagar o Pix',
        message: 'Seu pedido está feito. Assim que o Pix for pago, os eBooks aparecem na sua biblioteca.',
      },
      pix_canceled: {
        title: 'Você cancelou este Pix',
        message: 'Não pague mais este Pix. Se ele for pago mesmo assim, os eBooks são liberados.',
      },
      pix_expired: { title: 'O Pix expirou', message: 'Nada foi cobrado. Se ainda quiser os eBooks, compre de novo.' },
      open: {
        title: 'O pagamento não foi concluído',
        message: 'Ainda não recebemos a confirmação do pagamento. Seus livros continuam no carrinho: você pode tentar de novo.',
      },
      failed: {
        title: 'O pagamento não foi aprovado',
        message: 'Nada foi cobrado. Você pode comprar de novo, com esta ou outra forma de pagamento.',
      },
      expired: { title: 'O prazo do pagamento terminou', message: 'Nada foi cobrado. Se ainda quiser os eBooks, compre de novo.' },
      refunded: {
        title: 'Esta compra foi reembolsada',
        message: 'O valor foi devolvido. O prazo para aparecer na sua conta depende do banco.',
      },
      disputed_lost: {
        title: 'O banco devolveu este pagamento',
        message: 'O pagamento foi contestado no banco, que devolveu o valor. O acesso aos eBooks terminou.',
      },
      disputed: {
        title: 'Esta compra está em análise',
        message: 'O pagamento foi contestado no banco. O acesso aos eBooks fica suspenso até a decisão.',
      },
    },
    sendGifts: 'Enviar os presentes',
    giftsReady: 'O pagamento foi confirmado e seus presentes estão prontos para enviar.',
    announced: 'O pagamento foi confirmado. O que está em pré-venda já é seu: no dia do lançamento avisamos por e-mail.',
    comes: (day: string) => `Em pré-venda, sai em ${day}`,
    /** Texts for a buyer without an account. */
    byLink: {
      paid: 'O pagamento foi confirmado e seus eBooks estão prontos. O link para ler e baixar também vai por e-mail: guarde-o.',
      partly_refunded: 'Uma parte do valor foi devolvida. Seus eBooks continuam no link do pedido.',
      waiting:
        'Seu banco leva alguns dias para confirmar o débito. Assim que o valor chegar, enviamos por e-mail o link dos seus eBooks. Não é preciso pagar de novo.',
      pix: 'Seu pedido está feito; falta pagar o Pix. Assim que ele for confirmado, enviamos por e-mail o link dos seus eBooks.',
      boleto: 'Seu pedido está feito; falta pagar o boleto. Assim que o banco confirmar, enviamos por e-mail o link dos seus eBooks.',
    },
    toBooks: 'Ler ou baixar agora',
    mailTo: (email: string) => `Enviamos os detalhes para ${email}.`,
    mailSoon: (email: string) => `Os detalhes chegam em instantes no e-mail ${email}.`,
    order: (number: number) => `Pedido nº ${number}`,
    items: 'Itens',
    quantity: (quantity: number) => `${quantity} ×`,
    total: 'Total',
    readNow: 'Ler agora',
    toLibrary: 'Ir para meus eBooks',
    toOrder: 'Ver o pedido',
    toGiveUp: { boleto: 'Ver o pedido ou cancelar o boleto', pix: 'Ver o pedido ou cancelar o Pix' },
    check: 'Verificar agora',
    checkPix: 'Já paguei, verificar agora',
    checking: 'Verificando…',
    notYet: {
      pix: 'Ainda não recebemos o Pix. Às vezes ele leva alguns minutos: continuamos verificando.',
      boleto: 'O banco ainda não confirmou o boleto. Avisamos por e-mail assim que ele confirmar.',
      other: 'Ainda não recebemos a confirmação do pagamento.',
    },
    help: 'Algo não deu certo?',
    toContact: 'Fale conosco',
    toOrders: 'Ver meus pedidos',
    toShop: 'Voltar à loja',
    toCart: 'Voltar ao carrinho',
    signIn: {
      title: 'Falta só entrar',
      message: 'Entre na sua conta para receber o e-mail de confirmação da sua compra',
      withoutAccount: 'Comprou só com e-mail? Enviamos o link dos livros para o endereço que você informou.',
      action: 'Entrar',
    },
    unverified: { title: 'Confirme seu e-mail', action: 'Confirmar meu e-mail' },
    unknown: {
      title: 'Compra não encontrada',
      message: 'Não há nenhuma compra sua neste endereço. Confira se você entrou com a conta que usou para comprar.',
    },
  },
  {
    title: 'Your purchase',
    confirming: 'Confirming your payment…',
    needsScripts: 'To see your purchase here, turn on JavaScript in your browser. The confirmation reaches you by email either way.',
    paymentSuccessful: 'Payment Successful!',
    emailSent: 'Purchase confirmation email sent!',
    emailFailed: 'Failed to send purchase confirmation email',
    stillInDashboard: 'You can still access your eBooks in your dashboard',
    states: {
      paid: {
        title: 'Thank you for your purchase!',
        message: 'The payment is confirmed and your eBooks are in your library. Enjoy your reading!',
      },
      partly_refunded: {
        title: 'Thank you for your purchase!',
        message: 'Part of the amount was refunded. Your eBooks stay in your library.',
      },
      given: { title: 'A gift for you', message: 'There is nothing to pay: the eBook is in your library.' },
      waiting: {
        title: 'Waiting for your payment',
        message:
          'Your bank takes a few days to confirm the debit. As soon as the money arrives, the eBooks appear in your library and we email you. There is no need to pay again.',
      },
      boleto: {
        title: 'Waiting for your payment',
        message:
          'Your order is placed, but the boleto has not been paid yet. As soon as the bank confirms the payment, the eBooks appear in your library.',
      },
      boleto_canceled: {
        title: 'You cancelled this boleto',
        message: 'Please do not pay this boleto. If it is paid anyway, the eBooks are released.',
      },
      boleto_expired: { title: 'The boleto has expired', message: 'You were not charged. If you still want the eBooks, buy them again.' },
      pix: {
        title: 'The Pix has not been paid yet',
        message: 'Your order is placed. As soon as the Pix is paid, the eBooks appear in your library.',
      },
      pix_canceled: {
        title: 'You cancelled this Pix',
        message: 'Please do not pay this Pix. If it is paid anyway, the eBooks are released.',
      },
      pix_expired: { title: 'The Pix has expired', message: 'You were not charged. If you still want the eBooks, buy them again.' },
      open: {
        title: 'The payment was not completed',
        message: 'We have not received confirmation of the payment. Your books are still in your cart: you can try again.',
      },
      failed: {
        title: 'The payment was not approved',
        message: 'You were not charged. You can buy again, with this or another payment method.',
      },
      expired: { title: 'Your payment window has expired', message: 'You were not charged. If you still want the eBooks, buy them again.' },
      refunded: {
        title: 'This purchase was refunded',
        message: 'The amount was refunded. Your bank decides when it appears on your statement.',
      },
      disputed_lost: {
        title: 'The bank returned this payment',
        message: 'The payment was disputed at the bank, which returned the amount. Access to the eBooks has ended.',
      },
      disputed: {
        title: 'This purchase is under review',
        message: 'The payment was disputed at the bank. Access to the eBooks is paused until the bank decides.',
      },
    },
    sendGifts: 'Send the gifts',
    giftsReady: 'The payment is confirmed and your gifts are ready to send.',
    announced: 'The payment is confirmed. Your pre-order is yours: on launch day we will email you.',
    comes: (day) => `Pre-order, out on ${day}`,
    byLink: {
      paid: 'The payment is confirmed and your eBooks are ready. We also email you the link to read and download them: keep it.',
      partly_refunded: 'Part of the amount was refunded. You can still open your eBooks with the order’s link.',
      waiting:
        'Your bank takes a few days to confirm the debit. As soon as the money arrives we email you the link to your eBooks. There is no need to pay again.',
      pix: 'Your order is placed, but the Pix has not been paid yet. As soon as the payment is confirmed, we email you the link to your eBooks.',
      boleto:
        'Your order is placed, but the boleto has not been paid yet. As soon as the bank confirms the payment, we email you the link to your eBooks.',
    },
    toBooks: 'Read or download now',
    mailTo: (email) => `We sent the details to ${email}.`,
    mailSoon: (email) => `The details will reach ${email} in a moment.`,
    order: (number) => `Order no. ${number}`,
    items: 'Items',
    quantity: (quantity) => `${quantity} ×`,
    total: 'Total',
    readNow: 'Read now',
    toLibrary: 'Go to my eBooks',
    toOrder: 'See the order',
    toGiveUp: { boleto: 'See the order or cancel the boleto', pix: 'See the order or cancel the Pix' },
    check: 'Check now',
    checkPix: 'I have paid, check now',
    checking: 'Checking…',
    notYet: {
      pix: 'We have not received the Pix yet. Sometimes it takes a few minutes: we keep checking.',
      boleto: 'The bank has not confirmed the boleto yet. We email you as soon as it does.',
      other: 'We have not received confirmation of the payment yet.',
    },
    help: 'Did something go wrong?',
    toContact: 'Contact us',
    toOrders: 'See my orders',
    toShop: 'Back to shop',
    toCart: 'Back to cart',
    signIn: {
      title: 'One step left: sign in',
      message: 'Please sign in to receive your purchase confirmation email',
      withoutAccount: 'Bought with just your email? We sent the link to your books to the address that you entered.',
      action: 'Sign in',
    },
    unverified: { title: 'Confirm your email', action: 'Confirm my email' },
    unknown: {
      title: 'Purchase not found',
      message: 'We could not find this purchase in your account. Check that you are signed in with the account that you used to buy.',
    },
  },
);
