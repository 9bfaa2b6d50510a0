import { defineTexts } from '@site/shared/texts/locales.ts';

export const areaTexts = defineTexts(
  {
    notFoundTitle: 'Página não encontrada',
    notFound: 'O endereço pode ter mudado, ou a página saiu do ar.',
    home: 'Voltar ao início',
    shop: 'Ir para a loja',
    unavailableTitle: 'Esta área está indisponível no momento',
    unavailable: 'O restante do site continua funcionando. Tente novamente em alguns instantes.',
    errorTitle: 'Algo deu errado',
    noAnswer: 'O serviço não respondeu. Verifique sua conexão e tente de novo.',
    unexpected: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
    requestId: (id: string) => `Código para o suporte: ${id}`,
    checking: 'Verificando sua sessão…',
    needsScripts: 'Sua área pessoal precisa do JavaScript ativado no navegador.',
    roleUnavailable: 'Não foi possível confirmar sua conta agora. Tente novamente.',
  },
  {
    notFoundTitle: 'Page not found',
    notFound: 'The address may have changed, or the page is gone.',
    home: 'Back to home',
    shop: 'Go to the shop',
    unavailableTitle: 'This area is unavailable right now',
    unavailable: 'The rest of the site keeps working. Try again in a moment.',
    errorTitle: 'Something went wrong',
    noAnswer: 'The service did not answer. Check your connection and try again.',
    unexpected: 'Something went wrong on our side. Try again in a moment.',
    requestId: (id: string) => `Code for support: ${id}`,
    checking: 'Checking your session…',
    needsScripts: 'Your personal area needs JavaScript turned on in your browser.',
    roleUnavailable: 'We could not confirm your account right now. Try again.',
  },
);
