import type { DoctorService } from '@site/shared/contracts/admin-settings.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type Words = { readonly tried: string; readonly remedy: string };

const pt = {
  'database.answers': {
    tried: 'A API de dados responde à chave secreta',
    remedy:
      'Supabase: Project Settings, Data API, ligue a API e exponha o schema “public”; em API Keys copie a chave secreta (sb_secret_…) para SUPABASE_SECRET_KEY e o endereço do projeto para SUPABASE_URL. Depois npm run migrate.',
  },
  'database.key': {
    tried: 'A chave é secreta, não a pública',
    remedy: 'Supabase: Project Settings, API Keys, copie a chave que começa com sb_secret_ para SUPABASE_SECRET_KEY.',
  },
  'database.closed': {
    tried: 'Sem a chave secreta, nada pode ser lido nem chamado',
    remedy: 'Rode npm run migrate. Se alguém deu permissões a “anon” ou desligou a segurança por linha (RLS) no painel, desfaça.',
  },
  'database.migrations': {
    tried: 'A migração mais nova está aplicada',
    remedy: 'Rode npm run migrate com DATABASE_URL (ou npm run baseline e supabase db push) antes de iniciar a API.',
  },
  'database.buckets': {
    tried: 'Os buckets “ebooks” (privado) e “store-assets” (público) existem',
    remedy:
      'Supabase: Storage, edite o bucket indicado: “ebooks” sem “Public bucket”, “store-assets” com. Se não existe, crie com este nome.',
  },
  'database.missing_file': {
    tried: 'Um arquivo que não existe é reconhecido como ausente',
    remedy: 'O serviço de arquivos respondeu de um jeito que o site não conhece: use a versão de compose.yaml ou uma mais nova.',
  },
  'database.upload': {
    tried: 'Um arquivo pode ser enviado por um link, também a partir das páginas do site',
    remedy:
      'Em servidor próprio, confira no Caddyfile as respostas a OPTIONS e o cabeçalho Access-Control-Allow-Origin do domínio dos dados. Em projeto hospedado, confira se SITE_URL é o endereço que as pessoas usam.',
  },
  'database.range': {
    tried: 'Um livro pode ser lido em partes no navegador',
    remedy: 'O que estiver na frente dos arquivos precisa deixar passar “Range” e responder 206 com Access-Control-Allow-Origin.',
  },
  'database.public_file': {
    tried: 'Capas são públicas; livros, só com link',
    remedy: 'Confira STORAGE_URL (<projeto>/storage/v1/object/public/store-assets) e, em Storage, qual bucket é público.',
  },
  'identity.keys': {
    tried: 'As chaves que assinam os acessos podem ser lidas',
    remedy: 'A API precisa alcançar www.googleapis.com: libere a saída na rede do servidor.',
  },
  'identity.domain': {
    tried: 'O domínio do site está autorizado no Firebase',
    remedy:
      'Firebase: Authentication, Settings, Authorized domains, Add domain. Se a chave foi recusada: Google Cloud, Credentials, confira a chave do navegador e os sites permitidos nela; FIREBASE_API_KEY é a do app da Web.',
  },
  'identity.password': {
    tried: 'Entrar com e-mail e senha está ligado',
    remedy: 'Firebase: Authentication, Sign-in method, Email/Password, Enable.',
  },
  'identity.enumeration': {
    tried: 'Ninguém descobre quem tem conta',
    remedy: 'Firebase: Authentication, Settings, User actions, ligue “Email enumeration protection”.',
  },
  'identity.google': {
    tried: 'Entrar com o Google está ligado',
    remedy: 'Firebase: Authentication, Sign-in method, Google, Enable, com um e-mail de suporte.',
  },
  'identity.frame': {
    tried: 'A janela do Google encontra o domínio de acesso',
    remedy:
      'FIREBASE_AUTH_DOMAIN é <projeto>.firebaseapp.com, como na configuração do app da Web, ou um domínio seu que o Firebase Hosting serve.',
  },
  'payments.mode': {
    tried: 'As duas chaves do Stripe são do mesmo modo (teste ou real)',
    remedy:
      'Stripe: Developers, API keys. Copie as duas chaves com “Test mode” igual: STRIPE_SECRET_KEY (API) e STRIPE_PUBLISHABLE_KEY (shell). Sem a segunda, as páginas dizem o modo da primeira: reinicie API e shell depois de trocá-la.',
  },
  'payments.account': {
    tried: 'As duas chaves do Stripe são da mesma conta',
    remedy:
      'Stripe: Developers, API keys, na conta da loja. Copie as duas chaves da mesma página: STRIPE_SECRET_KEY (API) e STRIPE_PUBLISHABLE_KEY (shell).',
  },
  'payments.domain': {
    tried: 'As carteiras (Apple Pay, Google Pay) podem aparecer na página de pagamento',
    remedy:
      'Stripe: Settings, Payment method domains, registre o domínio do site, cada nome por si; a chave precisa de “Payment Method Domains: read”. Sem isso, a compra vai sem os botões das carteiras.',
  },
  'payments.live': {
    tried: 'Os pagamentos são reais',
    remedy: 'Depois do ensaio, troque as chaves de teste pelas reais; até lá o site mostra MODO DE TESTE.',
  },
  'payments.permission': {
    tried: 'A chave do Stripe tem a permissão',
    remedy: 'Stripe: Developers, API keys, edite a chave restrita e dê a permissão indicada (read: leitura, write: escrita).',
  },
  'payments.session': {
    tried: 'Uma página de pagamento abre e fecha em',
    remedy:
      'Stripe: ative a conta; Settings, Payment methods, ligue ao menos um método para esta moeda; a chave precisa de “Checkout Sessions: write”. Ou tire a moeda em Configurações, Moedas da loja.',
  },
  'payments.pix': {
    tried: 'O Pix é oferecido pelo preço da prateleira',
    remedy:
      'Sem Pix a loja vende por cartão e boleto. O Stripe dá Pix a contas de alguns países (não da Nova Zelândia), no Brasil por convite: Settings, Payment methods. Antes de ligar: o imposto (IOF, 3,5 %) sai do seu valor líquido; o limite é de US$ 3.000 por pagamento e US$ 10.000 por pessoa e mês; o extrato de quem paga mostra o intermediário (Ebanx); uma contestação não pode ser respondida; entidades beneficentes ficam de fora. Confira no Stripe o que vale hoje.',
  },
  'payments.webhook': {
    tried: 'O webhook aponta para este site, com todos os eventos',
    remedy:
      'Stripe: Developers, Webhooks, Add destination: <SITE_URL>/api/webhooks/stripe, com os eventos que faltam aqui. Copie o segredo (whsec_…) para STRIPE_WEBHOOK_SECRET e reinicie a API.',
  },
  'payments.signed': {
    tried: 'O site aceita um aviso assinado',
    remedy: 'A API que está no ar tem outro STRIPE_WEBHOOK_SECRET, ou ainda não foi reiniciada. Em 404 ou 502, a API não recebe /api.',
  },
  'payments.unsigned': {
    tried: 'O site recusa um aviso sem assinatura',
    remedy: 'O que está em <SITE_URL>/api/webhooks/stripe não é a API deste site: confira API_URL do shell e o que há na frente dele.',
  },
  'payments.delivery': {
    tried: 'Os avisos do próprio Stripe chegam',
    remedy: 'Stripe: Developers, Webhooks, veja a resposta às últimas entregas. Com 400, STRIPE_WEBHOOK_SECRET é de outro destino.',
  },
  'mail.login': {
    tried: 'O servidor de e-mail aceita o acesso',
    remedy: 'Copie servidor, porta, usuário e senha do provedor para SMTP_URL; sinais como @ e / na senha vão codificados (%40, %2F).',
  },
  'mail.tls': {
    tried: 'E-mails saem do servidor criptografados',
    remedy: 'SMTP_URL com smtps:// (porta 465), ou smtp://…:587?requireTLS=true.',
  },
  'mail.email': {
    tried: 'Um e-mail de teste ao endereço de contato foi aceito',
    remedy: 'Verifique no provedor o domínio do remetente (MAIL_FROM) e peça a saída do modo de testes (sandbox).',
  },
  'mail.mailbox': {
    tried: 'A caixa de e-mail em que as devoluções são lidas abre',
    remedy:
      'MAILBOX_URL: imaps://usuário:senha@servidor/INBOX, com uma senha de aplicativo onde o provedor as tem (Gmail, Outlook, iCloud) e IMAP ligado; sinais como @ e / vão codificados (%40, %2F).',
  },
  'mail.mx': {
    tried: 'MX: o domínio recebe respostas e devoluções',
    remedy: 'No DNS do domínio de MAIL_FROM: um registro MX com o servidor que recebe os e-mails do domínio, como o provedor o mostra.',
  },
  'mail.signature': {
    tried: 'Um e-mail ao próprio remetente chega à caixa de e-mail, assinado pelo domínio',
    remedy:
      '∅ com segundos: não chegou a tempo; teste de novo daqui a um minuto, e confira se a caixa de MAILBOX_URL recebe o que vai ao endereço de MAIL_FROM. d=: no provedor, verificar o domínio para que assine por ele. h: assinar também os campos que faltam. dkim=fail: copiar de novo os registros …_domainkey.',
  },
  'mail.spf': {
    tried: 'SPF: o domínio diz quem envia por ele',
    remedy: 'No DNS do domínio de MAIL_FROM: um registro TXT que começa com v=spf1, como o provedor de e-mail o mostra.',
  },
  'mail.dkim': {
    tried: 'DKIM: há uma assinatura para o domínio',
    remedy: 'No provedor de e-mail: verificar o domínio e copiar os registros …_domainkey para o DNS.',
  },
  'mail.dmarc': {
    tried: 'DMARC: o domínio diz o que fazer com imitações',
    remedy: 'No DNS: um registro TXT em _dmarc.<domínio>, para começar “v=DMARC1; p=none; rua=mailto:…”.',
  },
  'campaigns.login': {
    tried: 'O servidor das cartas aceita o acesso',
    remedy:
      'Copie servidor, porta, usuário e senha do provedor para CAMPAIGNS_SMTP_URL; sinais como @ e / na senha vão codificados (%40, %2F).',
  },
  'campaigns.tls': {
    tried: 'Cartas saem do servidor criptografadas',
    remedy: 'CAMPAIGNS_SMTP_URL com smtps:// (porta 465), ou smtp://…:587?requireTLS=true.',
  },
  'campaigns.email': {
    tried: 'Uma carta de teste ao endereço de contato foi aceita',
    remedy: 'Verifique no provedor o domínio do remetente (CAMPAIGNS_FROM) e peça a saída do modo de testes (sandbox).',
  },
  'campaigns.mx': {
    tried: 'MX: o domínio das cartas recebe respostas e devoluções',
    remedy:
      'No DNS do domínio de CAMPAIGNS_FROM: um registro MX com o servidor que recebe os e-mails do domínio, como o provedor o mostra.',
  },
  'campaigns.signature': {
    tried: 'Uma carta ao próprio remetente chega à caixa de e-mail, assinada pelo domínio',
    remedy:
      '∅ com segundos: não chegou a tempo; teste de novo daqui a um minuto, e confira se a caixa de MAILBOX_URL recebe o que vai ao endereço de CAMPAIGNS_FROM. d=: no provedor das cartas, verificar o domínio para que assine por ele. h: assinar também os campos que faltam. dkim=fail: copiar de novo os registros …_domainkey.',
  },
  'campaigns.spf': {
    tried: 'SPF: o domínio das cartas diz quem envia por ele',
    remedy: 'No DNS do domínio de CAMPAIGNS_FROM: um registro TXT que começa com v=spf1, como o provedor de e-mail o mostra.',
  },
  'campaigns.dkim': {
    tried: 'DKIM: há uma assinatura para o domínio das cartas',
    remedy: 'No provedor das cartas: verificar o domínio de CAMPAIGNS_FROM e copiar os registros …_domainkey para o DNS.',
  },
  'campaigns.dmarc': {
    tried: 'DMARC: o domínio das cartas diz o que fazer com imitações',
    remedy: 'No DNS do domínio de CAMPAIGNS_FROM: um registro TXT em _dmarc.<domínio>, para começar “v=DMARC1; p=none; rua=mailto:…”.',
  },
  'videos.channel': {
    tried: 'O canal e a lista de seus vídeos podem ser lidos',
    remedy:
      'channel_not_found: no painel, Configurações, Canal do YouTube, procure o canal de novo pelo @ ou pelo endereço. key_refused: no Google Cloud ligue a YouTube Data API v3 e use uma chave sem restrição de site.',
  },
  'videos.episode': {
    tried: 'O vídeo mais novo pode ser lido',
    remedy: 'O canal ainda não tem um vídeo público: publique um, ou deixe o site sem canal em Configurações, Canal do YouTube.',
  },
  'releases.files': {
    tried: 'Releases podem ser gravados, lidos, listados e apagados',
    remedy:
      'A chave do bucket precisa de leitura, escrita, listagem e remoção; confira RELEASES_BUCKET_URL e, na AWS, RELEASES_BUCKET_REGION.',
  },
  'releases.unchanged': {
    tried: 'O bucket diz quando nada mudou (If-None-Match)',
    remedy: 'Use um serviço que responda 304 a If-None-Match: AWS S3, Cloudflare R2, MinIO ou Supabase Storage.',
  },
  'releases.guard': {
    tried: 'Dois releases ao mesmo tempo não se perdem',
    remedy: 'Este serviço ignora condições ao gravar: publique de um lugar só por vez.',
  },
  'site.answers': {
    tried: 'O site responde',
    remedy: 'Confira o DNS do domínio, o balanceador, e se o processo do shell está no ar (/readyz).',
  },
  'site.https': {
    tried: 'O endereço é https',
    remedy: 'SITE_URL começa com https://; o certificado é do balanceador (o Caddy faz sozinho).',
  },
  'site.certificate': {
    tried: 'O certificado vale por mais de duas semanas',
    remedy: 'Veja por que a renovação automática não aconteceu: DNS, portas 80 e 443.',
  },
  'site.redirect': { tried: 'http leva a https', remedy: 'Ligue no balanceador ou na CDN o redirecionamento de http para https.' },
  'site.hsts': {
    tried: 'Navegadores são avisados de usar só https (HSTS)',
    remedy: 'O cabeçalho Strict-Transport-Security do site foi tirado no caminho: deixe-o passar.',
  },
  'site.www': {
    tried: 'O endereço com www e o sem www levam ao mesmo site',
    remedy: 'Crie no DNS o outro nome e, no balanceador ou na CDN, um redirecionamento permanente para SITE_URL.',
  },
  'site.ready': {
    tried: 'Todas as partes do site estão prontas',
    remedy:
      'api: o shell não alcança API_URL. services: falta à API um serviço; qual é, dizem as outras verificações e o log da API (“not available”). releases: RELEASES_… ou RELEASE_PUBLIC_KEYS. Um remoto (mfe-…): npm run release -- <remoto>.',
  },
  'site.settings': {
    tried: 'Shell e API têm a mesma configuração',
    remedy: 'Dê aos dois processos os mesmos SITE_URL e FIREBASE_PROJECT_ID, e ao shell as chaves do mesmo app da Web; depois reinicie.',
  },
  'site.policy': {
    tried: 'As páginas podem alcançar arquivos e acesso (CSP)',
    remedy: 'STORAGE_URL do shell tem a origem de SUPABASE_URL, e FIREBASE_AUTH_DOMAIN a do app da Web; nada no caminho troca o cabeçalho.',
  },
  'site.address': {
    tried: 'A API vê o endereço de cada visitante',
    remedy:
      'Ponha em TRUSTED_PROXIES da API o número à direita e reinicie. Se só o segundo endereço difere, quem está na frente deve acrescentar a X-Forwarded-For. 404: a API tem outro LINKS_SECRET.',
  },
  'site.purge': {
    tried: 'A CDN esquece páginas quando o site pede',
    remedy: 'Cloudflare: My Profile, API Tokens, com “Cache Purge” nesta zona; PURGE_URL termina com /purge_cache.',
  },
  'content.contact': {
    tried: 'Está publicado quem vende e como falar com quem vende',
    remedy: 'No painel: Configurações, Contato e dados legais. Complete e publique.',
  },
  'content.seller': {
    tried: 'Os recibos dizem quem vende',
    remedy:
      'No painel: Configurações, Contato e dados legais. Preencha nome, CPF ou CNPJ e endereço, e publique; recibos já emitidos não mudam.',
  },
  'content.terms': {
    tried: 'Os termos estão publicados, com o nome e o e-mail que o site tem agora',
    remedy:
      'No painel: Conteúdo, Termos de Serviço. Leia, complete e publique. Se ainda trazem um nome ou e-mail de antes, corrija-os, ou restaure no Histórico o texto original, que já traz os de agora.',
  },
  'content.privacy': {
    tried: 'O aviso de privacidade está publicado, com o nome e o e-mail que o site tem agora',
    remedy:
      'No painel: Conteúdo, Política de Privacidade. Leia, complete e publique. Se ainda traz um nome ou e-mail de antes, corrija-os, ou restaure no Histórico o texto original, que já traz os de agora.',
  },
  'content.home': { tried: 'A página inicial tem um texto seu', remedy: 'No painel: Conteúdo, Abertura. Escreva e publique.' },
  'content.author': { tried: 'Sua apresentação está escrita', remedy: 'No painel: Conteúdo, Apresentação. Escreva e publique.' },
  'content.about': { tried: 'A página Sobre tem um texto seu', remedy: 'No painel: Conteúdo, Texto da página Sobre. Escreva e publique.' },
  'content.links': { tried: 'Seus endereços públicos estão escolhidos', remedy: 'No painel: Configurações, Redes e podcast. Publique.' },
  'content.ebook': {
    tried: 'Há um eBook à venda',
    remedy: 'No painel: eBooks. Envie o PDF e a capa, dê preço em cada moeda da loja e publique.',
  },
  'content.admin': {
    tried: 'Quem administra já provou quem é',
    remedy:
      'Entre no site com um endereço de ADMIN_EMAILS pelo Google; ou crie a conta, confirme o e-mail e digite em /claim-admin o código de npm run admin-code.',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type CheckId = keyof typeof pt;

const en: Readonly<Record<CheckId, Words>> = {
  'database.answers': {
    tried: 'The data API accepts the secret key',
    remedy:
      'Supabase: Project Settings, Data API: switch it on and expose the schema “public”. Under API Keys, copy the secret key (sb_secret_…) to SUPABASE_SECRET_KEY and the project’s address to SUPABASE_URL. Then run npm run migrate.',
  },
  'database.key': {
    tried: 'The key is the secret key, not the public key',
    remedy: 'Supabase: Project Settings, API Keys. Copy the key that begins with sb_secret_ to SUPABASE_SECRET_KEY.',
  },
  'database.closed': {
    tried: 'Without the secret key nothing can be read or called',
    remedy: 'Run npm run migrate. If someone granted permissions to “anon” or switched off row-level security in the dashboard, undo that.',
  },
  'database.migrations': {
    tried: 'The newest migration is applied',
    remedy: 'Run npm run migrate with DATABASE_URL (or npm run baseline and supabase db push) before the API starts.',
  },
  'database.buckets': {
    tried: 'The buckets “ebooks” (private) and “store-assets” (public) exist',
    remedy:
      'Supabase: Storage. Edit the bucket that the check names: “ebooks” must not be a “Public bucket”, “store-assets” must be one. If it does not exist, create it with this name.',
  },
  'database.missing_file': {
    tried: 'The file service reports a missing file as missing',
    remedy: 'The file service gave an unknown answer. Use the version in compose.yaml or a newer one.',
  },
  'database.upload': {
    tried: 'A file can be uploaded with a link, also from the site’s pages',
    remedy:
      'On your own server, check the Caddyfile: the answers to OPTIONS and the header Access-Control-Allow-Origin of the data domain. With a hosted project, check that SITE_URL is the address that people use.',
  },
  'database.range': {
    tried: 'The browser can load a book in parts',
    remedy: 'Any proxy in front of the files must pass “Range” on and answer 206 with Access-Control-Allow-Origin.',
  },
  'database.public_file': {
    tried: 'Covers are public, and books open only with a link',
    remedy: 'Check STORAGE_URL (<project>/storage/v1/object/public/store-assets) and, in Supabase under Storage, which bucket is public.',
  },
  'identity.keys': {
    tried: 'The API can fetch the keys that verify sign-ins',
    remedy: 'The API must reach www.googleapis.com: allow outgoing connections from the server.',
  },
  'identity.domain': {
    tried: 'The site’s domain is authorised in Firebase',
    remedy:
      'Firebase: Authentication, Settings, Authorized domains, Add domain. If the key was rejected: Google Cloud, Credentials. Check the browser key and the sites that may use it; FIREBASE_API_KEY is the key of the web app.',
  },
  'identity.password': {
    tried: 'Sign-in with email and password is switched on',
    remedy: 'Firebase: Authentication, Sign-in method, Email/Password, Enable.',
  },
  'identity.enumeration': {
    tried: 'Nobody can find out who has an account',
    remedy: 'Firebase: Authentication, Settings, User actions: switch on “Email enumeration protection”.',
  },
  'identity.google': {
    tried: 'Sign-in with Google is switched on',
    remedy: 'Firebase: Authentication, Sign-in method, Google, Enable, with a support email.',
  },
  'identity.frame': {
    tried: 'Google’s sign-in window works with the sign-in domain',
    remedy:
      'FIREBASE_AUTH_DOMAIN is <project>.firebaseapp.com, as in the web app’s configuration, or a domain of yours that Firebase Hosting serves.',
  },
  'payments.mode': {
    tried: 'Both Stripe keys have the same mode (test or live)',
    remedy:
      'Stripe: Developers, API keys. Copy both keys with the same setting of “Test mode”: STRIPE_SECRET_KEY (API) and STRIPE_PUBLISHABLE_KEY (shell). Without the second key, pages show the mode of the first: restart API and shell after you change it.',
  },
  'payments.account': {
    tried: 'Both Stripe keys belong to the same account',
    remedy:
      'Stripe: Developers, API keys, in the shop’s account. Copy both keys from the same page: STRIPE_SECRET_KEY (API) and STRIPE_PUBLISHABLE_KEY (shell).',
  },
  'payments.domain': {
    tried: 'Wallets (Apple Pay, Google Pay) can appear on the payment page',
    remedy:
      'Stripe: Settings, Payment method domains. Register each of the site’s domain names. The key needs “Payment Method Domains: read”. Without this, buyers can still pay, but without the wallets’ buttons.',
  },
  'payments.live': {
    tried: 'Payments are real',
    remedy: 'After the rehearsal, replace the test keys with the live keys. Until then the site shows TEST MODE (MODO DE TESTE).',
  },
  'payments.permission': {
    tried: 'The Stripe key has the permission',
    remedy: 'Stripe: Developers, API keys, edit the restricted key and give it the permission that the check names.',
  },
  'payments.session': {
    tried: 'A payment page opens and closes in',
    remedy:
      'Stripe: activate the account. Under Settings, Payment methods, switch on at least one method for this currency. The key needs “Checkout Sessions: write”. Or remove the currency in the dashboard under Settings, Shop currencies.',
  },
  'payments.pix': {
    tried: 'Pix is offered at the price shown in the shop',
    remedy:
      'Without Pix the shop sells by card and boleto. Stripe offers Pix to accounts in some countries (not New Zealand), and in Brazil by invitation: Settings, Payment methods. Before you switch it on: the tax (IOF, 3.5 %) is taken from your net amount; the limits are US$ 3,000 per payment and US$ 10,000 per buyer and month; the payer’s statement names the processor (Ebanx); you cannot answer a dispute; charities are excluded. Check the current conditions with Stripe.',
  },
  'payments.webhook': {
    tried: 'The webhook points to this site, with all events',
    remedy:
      'Stripe: Developers, Webhooks, Add destination: <SITE_URL>/api/webhooks/stripe, with the events that are missing here. Copy the webhook’s secret (whsec_…) to STRIPE_WEBHOOK_SECRET and restart the API.',
  },
  'payments.signed': {
    tried: 'The site accepts a signed event',
    remedy:
      'The running API has another STRIPE_WEBHOOK_SECRET, or was not restarted. A 404 or 502 means that requests for /api do not reach the API.',
  },
  'payments.unsigned': {
    tried: 'The site rejects an event without a signature',
    remedy:
      'What answers at <SITE_URL>/api/webhooks/stripe is not this site’s API: check the shell’s API_URL and any proxy in front of the shell.',
  },
  'payments.delivery': {
    tried: 'Stripe’s own events arrive',
    remedy:
      'Stripe: Developers, Webhooks. Look at the answers to the last deliveries. A 400 means that STRIPE_WEBHOOK_SECRET belongs to another destination.',
  },
  'mail.login': {
    tried: 'The mail server accepts our sign-in',
    remedy: 'Copy the provider’s host, port, user and password to SMTP_URL. Encode characters such as @ and / in the password (%40, %2F).',
  },
  'mail.tls': {
    tried: 'Emails leave the server encrypted',
    remedy: 'Set SMTP_URL to smtps:// (port 465), or to smtp://…:587?requireTLS=true.',
  },
  'mail.email': {
    tried: 'The mail server accepted a test email to the contact address',
    remedy: 'Verify the sender’s domain (MAIL_FROM) with the provider, and ask the provider to let you leave its sandbox.',
  },
  'mail.mailbox': {
    tried: 'The site can open the mailbox that receives bounces',
    remedy:
      'MAILBOX_URL: imaps://user:password@host/INBOX, with an app password if the provider has them (Gmail, Outlook, iCloud) and IMAP switched on. Encode characters such as @ and / (%40, %2F).',
  },
  'mail.mx': {
    tried: 'MX: the domain receives replies and returned emails',
    remedy: 'In the DNS of MAIL_FROM’s domain, add an MX record with the server that receives the domain’s mail, as the provider shows it.',
  },
  'mail.signature': {
    tried: 'An email to our own address reaches the mailbox, signed by the domain',
    remedy:
      '∅ with seconds: the email did not arrive in time. Try again in a minute, and check that the mailbox of MAILBOX_URL receives emails to MAIL_FROM’s address. d=: verify the domain with the provider, so that the provider signs for it. h: have the missing headers signed too. dkim=fail: copy the …_domainkey records again.',
  },
  'mail.spf': {
    tried: 'SPF: the domain names its senders',
    remedy: 'In the DNS of MAIL_FROM’s domain, add a TXT record that begins with v=spf1, as the mail provider shows it.',
  },
  'mail.dkim': {
    tried: 'DKIM: the domain has a signature',
    remedy: 'Verify the domain with the mail provider, and copy the …_domainkey records to the DNS.',
  },
  'mail.dmarc': {
    tried: 'DMARC: the domain says what to do with forgeries',
    remedy: 'In the DNS, add a TXT record at _dmarc.<domain>. Start with “v=DMARC1; p=none; rua=mailto:…”.',
  },
  'campaigns.login': {
    tried: 'The mail server for newsletter issues accepts our sign-in',
    remedy:
      'Copy the provider’s host, port, user and password to CAMPAIGNS_SMTP_URL. Encode characters such as @ and / in the password (%40, %2F).',
  },
  'campaigns.tls': {
    tried: 'Newsletter issues leave the server encrypted',
    remedy: 'Set CAMPAIGNS_SMTP_URL to smtps:// (port 465), or to smtp://…:587?requireTLS=true.',
  },
  'campaigns.email': {
    tried: 'The newsletter mail server accepted a test email to the contact address',
    remedy: 'Verify the sender’s domain (CAMPAIGNS_FROM) with the provider, and ask the provider to let you leave its sandbox.',
  },
  'campaigns.mx': {
    tried: 'MX: the newsletter domain receives replies and returned emails',
    remedy:
      'In the DNS of CAMPAIGNS_FROM’s domain, add an MX record with the server that receives the domain’s mail, as the provider shows it.',
  },
  'campaigns.signature': {
    tried: 'An email to our own newsletter address reaches the mailbox, signed by the domain',
    remedy:
      '∅ with seconds: the email did not arrive in time. Try again in a minute, and check that the mailbox of MAILBOX_URL receives emails to CAMPAIGNS_FROM’s address. d=: verify the domain with the newsletter’s mail provider, so that the provider signs for it. h: have the missing headers signed too. dkim=fail: copy the …_domainkey records again.',
  },
  'campaigns.spf': {
    tried: 'SPF: the newsletter domain names its senders',
    remedy: 'In the DNS of CAMPAIGNS_FROM’s domain, add a TXT record that begins with v=spf1, as the mail provider shows it.',
  },
  'campaigns.dkim': {
    tried: 'DKIM: the newsletter domain has a signature',
    remedy: 'Verify the domain of CAMPAIGNS_FROM with the newsletter’s mail provider, and copy the …_domainkey records to the DNS.',
  },
  'campaigns.dmarc': {
    tried: 'DMARC: the newsletter domain says what to do with forgeries',
    remedy: 'In the DNS of CAMPAIGNS_FROM’s domain, add a TXT record at _dmarc.<domain>. Start with “v=DMARC1; p=none; rua=mailto:…”.',
  },
  'videos.channel': {
    tried: 'The channel and the list of its videos can be read',
    remedy:
      'channel_not_found: in the dashboard, Settings, YouTube channel, find the channel again by its @ or its address. key_refused: in Google Cloud, switch on the YouTube Data API v3 and use a key that is not restricted to a site.',
  },
  'videos.episode': {
    tried: 'The newest video can be read',
    remedy: 'The channel has no public video yet: publish one, or remove the channel from the site in Settings, YouTube channel.',
  },
  'releases.files': {
    tried: 'Releases can be written, read, listed and deleted',
    remedy: 'The bucket’s key needs to read, write, list and delete; check RELEASES_BUCKET_URL and, on AWS, RELEASES_BUCKET_REGION.',
  },
  'releases.unchanged': {
    tried: 'The bucket tells when a file has not changed (If-None-Match)',
    remedy: 'Use a service that answers 304 to If-None-Match: AWS S3, Cloudflare R2, MinIO or Supabase Storage.',
  },
  'releases.guard': {
    tried: 'Two releases at the same time are both stored',
    remedy: 'This service ignores conditional writes: release from only one place at a time.',
  },
  'site.answers': {
    tried: 'The site answers',
    remedy: 'Check the domain’s DNS, the load balancer, and that the shell’s process is running (/readyz).',
  },
  'site.https': {
    tried: 'The address is https',
    remedy: 'SITE_URL must begin with https://. The load balancer needs a certificate (Caddy gets one by itself).',
  },
  'site.certificate': {
    tried: 'The certificate is valid for more than two weeks',
    remedy: 'Find out why it was not renewed automatically: check the DNS and ports 80 and 443.',
  },
  'site.redirect': { tried: 'http redirects to https', remedy: 'In the load balancer or CDN, switch on the redirect from http to https.' },
  'site.hsts': {
    tried: 'Browsers are told to use only https (HSTS)',
    remedy: 'A proxy removed the site’s header Strict-Transport-Security: let the header pass.',
  },
  'site.www': {
    tried: 'The addresses with and without www lead to the same site',
    remedy: 'Create the other name in the DNS and, in the load balancer or CDN, a permanent redirect to SITE_URL.',
  },
  'site.ready': {
    tried: 'All parts of the site are ready',
    remedy:
      'api: the shell cannot reach API_URL. services: the API cannot reach a service; the other checks and the API’s log (“not available”) say which one. releases: check RELEASES_… and RELEASE_PUBLIC_KEYS. A remote (mfe-…): run npm run release -- <remote>.',
  },
  'site.settings': {
    tried: 'Shell and API have the same configuration',
    remedy:
      'Give both processes the same SITE_URL and FIREBASE_PROJECT_ID, and give the shell the keys of the same web app. Then restart both.',
  },
  'site.policy': {
    tried: 'Pages are allowed to load files and to sign in (CSP)',
    remedy:
      'The shell’s STORAGE_URL must have the origin of SUPABASE_URL, and FIREBASE_AUTH_DOMAIN must be that of the web app. No proxy may change the header.',
  },
  'site.address': {
    tried: 'The API sees each visitor’s address',
    remedy:
      'Set TRUSTED_PROXIES of the API to the number on the right and restart. If only the second address differs, the proxy in front must append to X-Forwarded-For. 404: the API has another LINKS_SECRET.',
  },
  'site.purge': {
    tried: 'The CDN drops cached pages when the site asks',
    remedy: 'Cloudflare: My Profile, API Tokens. The token needs “Cache Purge” for this zone. PURGE_URL ends with /purge_cache.',
  },
  'content.contact': {
    tried: 'The seller’s name and contact are published',
    remedy: 'In the dashboard: Settings, Contact and legal details. Complete and publish them.',
  },
  'content.seller': {
    tried: 'Receipts name the seller',
    remedy:
      'In the dashboard: Settings, Contact and legal details. Enter name, tax id and address, and publish. Receipts that were already issued do not change.',
  },
  'content.terms': {
    tried: 'The terms are published, with the site’s current name and email address',
    remedy:
      'In the dashboard: Content, Terms of Service. Read, complete and publish them. If they still contain a previous name or email address, correct it, or restore the original text under History: it has the current ones.',
  },
  'content.privacy': {
    tried: 'The privacy policy is published, with the site’s current name and email address',
    remedy:
      'In the dashboard: Content, Privacy Policy. Read, complete and publish it. If it still contains a previous name or email address, correct it, or restore the original text under History: it has the current ones.',
  },
  'content.home': {
    tried: 'The home page has your own text',
    remedy: 'In the dashboard: Content, Home page introduction. Write and publish it.',
  },
  'content.author': {
    tried: 'Your introduction is written',
    remedy: 'In the dashboard: Content, About the author. Write and publish it.',
  },
  'content.about': {
    tried: 'The About page has your own text',
    remedy: 'In the dashboard: Content, Text of the About page. Write and publish it.',
  },
  'content.links': {
    tried: 'Your public profiles are entered',
    remedy: 'In the dashboard: Settings, Social networks and podcast. Enter and publish them.',
  },
  'content.ebook': {
    tried: 'An eBook is for sale',
    remedy: 'In the dashboard: eBooks. Upload a PDF and a cover, set a price in each of the shop’s currencies, and publish the book.',
  },
  'content.admin': {
    tried: 'The owner’s account is verified',
    remedy:
      'Sign in with Google and an address of ADMIN_EMAILS. Or sign up, confirm the address and enter the code from npm run admin-code at /claim-admin.',
  },
};

/** For each check: what it tests, and the exact steps to fix a failure. */
export const checkTexts = defineTexts<Readonly<Record<CheckId, Words>>>(pt, en);

/** Reasons why a check does not apply. */
export const reasonTexts = defineTexts(
  {
    loopback: (host: string): string => `${host} é deste computador`,
    reserved_domain: (domain: string): string => `${domain} não existe na internet`,
    stand_in: (host: string): string => `${host} não é o Stripe`,
    hosted_page: (page: string): string => `${page} leva à página do Stripe`,
    no_reais: (currency: string): string => `a loja não vende em ${currency}`,
    no_payment: (mode: string): string => `a conta ainda não tem pagamento (${mode}), e só com um se vê`,
    not_set: (name: string): string => `${name} não está definido, e o site fica sem isso`,
    elsewhere: (name: string): string => `${name} é de outro processo; /readyz do site diz como está`,
    after: (tried: string): string => `depende de “${tried}”`,
  },
  {
    loopback: (host) => `${host} is this machine`,
    reserved_domain: (domain) => `${domain} does not exist on the internet`,
    stand_in: (host) => `${host} is not Stripe`,
    hosted_page: (page) => `${page} opens Stripe’s own page`,
    no_reais: (currency) => `the shop does not sell in ${currency}`,
    no_payment: (mode) => `the account has no payment yet (${mode}), and only a payment can show it`,
    not_set: (name) => `${name} is not set, so the site works without it`,
    elsewhere: (name) => `${name} belongs to another process; see the site’s /readyz`,
    after: (tried) => `depends on “${tried}”`,
  },
);
export type Reason = Exclude<keyof (typeof reasonTexts)['en'], 'after'>;

export const campaignTexts = defineTexts(
  {
    subjects: {
      mail: (site: string): string => `Teste de e-mail · ${site}`,
      campaigns: (site: string): string => `Teste das cartas · ${site}`,
    },
    text: 'Este e-mail foi enviado pela verificação do site (npm run doctor). Se chegou à caixa de entrada, e não ao spam, o e-mail está certo.',
  },
  {
    subjects: { mail: (site) => `Test email · ${site}`, campaigns: (site) => `Test of the newsletter’s mail server · ${site}` },
    text: 'The site’s check (npm run doctor) sent this email. If it reached the inbox and not the spam folder, email works.',
  },
);

/** The remaining texts that the command prints. */
export const commandTexts = defineTexts(
  {
    services: {
      database: 'Banco de dados e arquivos (Supabase)',
      identity: 'Contas e acesso (Firebase)',
      payments: 'Pagamentos (Stripe)',
      mail: 'E-mail',
      videos: 'Vídeos do canal (YouTube)',
      releases: 'Releases',
      site: 'O site, visto de fora',
      content: 'Conteúdo',
    } satisfies Record<DoctorService, string>,
    variables: 'Variáveis que faltam ou estão erradas:',
    advice: 'recomendado',
    found: 'encontrado',
    notApplicable: 'não se aplica',
    skipped: 'não verificado',
    summary: (ok: number, needed: number, advised: number): string =>
      `${ok} ✓ · ${needed} ✗ que ${needed === 1 ? 'impede' : 'impedem'} · ${advised} ✗ ${advised === 1 ? 'recomendado' : 'recomendados'}`,
  },
  {
    services: {
      database: 'Database and files (Supabase)',
      identity: 'Accounts and sign-in (Firebase)',
      payments: 'Payments (Stripe)',
      mail: 'Email',
      videos: 'The channel’s videos (YouTube)',
      releases: 'Releases',
      site: 'The site from outside',
      content: 'Content',
    },
    variables: 'Variables that are missing or wrong:',
    advice: 'recommended',
    found: 'found',
    notApplicable: 'not applicable',
    skipped: 'not checked',
    summary: (ok, needed, advised) => `${ok} ✓ · ${needed} ✗ required · ${advised} ✗ recommended`,
  },
);
