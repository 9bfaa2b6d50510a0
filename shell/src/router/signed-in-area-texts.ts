import { defineTexts } from '@site/shared/texts/locales.ts';

export const signedInAreaTexts = defineTexts(
  {
    checking: 'Verificando sua sessão…',
    needsScripts: 'Sua área pessoal precisa do JavaScript ativado no navegador.',
    roleUnavailable: 'Não foi possível confirmar sua conta agora. Tente novamente.',
  },
  {
    checking: 'Checking your session…',
    needsScripts: 'To see your account, turn on JavaScript in your browser.',
    roleUnavailable: 'We could not confirm your account right now. Try again.',
  },
);
