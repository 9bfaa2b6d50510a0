import type { ErrorCode } from '../contracts/error-codes.ts';
import { defineTexts } from './locales.ts';

/** What happened and what to do next, for every code that an answer of ours can carry. */
export const errorTexts = defineTexts(
  {
    invalid_input: 'Algum campo não foi aceito. Confira o que está marcado e envie de novo.',
    not_found: 'Não encontramos o que você procura. Talvez o endereço tenha mudado.',
    unauthenticated: 'Sua sessão expirou. Entre de novo para continuar.',
    email_not_verified: 'Confirme seu e-mail para continuar. O link está na mensagem que enviamos.',
    forbidden: 'Sua conta não tem acesso a esta página.',
    price_changed: 'O preço de um livro mudou. Corrigimos o carrinho: confira os valores e continue.',
    ebook_unavailable: 'Um livro do carrinho saiu da loja. Nós o retiramos: confira e continue.',
    attempt_reused: 'O carrinho mudou durante o pagamento. Confira os valores e tente de novo.',
    already_paid: 'Esta compra já foi paga. Seus livros estão na sua biblioteca.',
    invalid_signature: 'Não foi possível confirmar a origem desta mensagem.',
    link_expired: 'Este link já expirou. Peça um novo e use-o assim que chegar.',
    link_invalid: 'Este link não é válido. Copie-o inteiro do e-mail ou peça um novo.',
    payload_too_large: 'O que você enviou é grande demais. Reduza o tamanho e tente de novo.',
    too_many_requests: 'Foram muitas solicitações em pouco tempo. Espere um minuto e tente de novo.',
    payment_unavailable: 'O serviço de pagamento não respondeu. Nada foi cobrado. Tente de novo em alguns minutos.',
    service_unavailable: 'O serviço não respondeu. Verifique sua conexão e tente de novo.',
    unexpected: 'Algo deu errado do nosso lado. Tente de novo; se o problema continuar, fale conosco.',
  } as const satisfies Record<ErrorCode, string>,
  {
    invalid_input: 'A field was not accepted. Check what is marked and send it again.',
    not_found: 'We could not find what you are looking for. The address may have changed.',
    unauthenticated: 'Your session has ended. Sign in again to continue.',
    email_not_verified: 'Confirm your email to continue. The link is in the message that we sent you.',
    forbidden: 'Your account has no access to this page.',
    price_changed: 'The price of a book has changed. We corrected the cart: check the amounts and continue.',
    ebook_unavailable: 'A book in your cart has left the shop. We took it out: check and continue.',
    attempt_reused: 'The cart changed during payment. Check the amounts and try again.',
    already_paid: 'This purchase has been paid already. Your books are in your library.',
    invalid_signature: 'We could not confirm where this message came from.',
    link_expired: 'This link has expired. Ask for a new one and use it as soon as it arrives.',
    link_invalid: 'This link is not valid. Copy all of it from the email, or ask for a new one.',
    payload_too_large: 'What you sent is too large. Make it smaller and try again.',
    too_many_requests: 'There were many requests in a short time. Wait a minute and try again.',
    payment_unavailable: 'The payment service did not answer. Nothing was charged. Try again in a few minutes.',
    service_unavailable: 'The service did not answer. Check your connection and try again.',
    unexpected: 'Something went wrong on our side. Try again; if the problem persists, contact us.',
  } satisfies Record<ErrorCode, string>,
);
