import { adminTab, answer } from '../../common/admin-tab.ts';

export const messagesTab = adminTab({
  id: 'messages',
  permission: 'people',
  icon: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  texts: { 'pt-BR': { name: 'Mensagens' }, en: { name: 'Messages' } },
  words: 'mensagem contato caixa de entrada responder message contact inbox reply answer',
  finds: [
    answer(
      [
        'Quero responder a uma mensagem',
        'Abra a mensagem e escreva a resposta, do começo ou a partir de uma resposta salva. Ela sai por e-mail depois de alguns segundos, e até lá pode ser desfeita.',
      ],
      [
        'I want to answer a message',
        'Open the message and write the reply, from scratch or from a saved answer. It leaves by email after a few seconds and can be taken back until then.',
      ],
      'resposta responder e-mail contato dúvida de leitor reply answer email contact question of a reader',
    ),
  ],
  load: () => import('./messages-tab.tsx'),
});
