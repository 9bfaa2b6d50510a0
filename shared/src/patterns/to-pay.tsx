import { Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { ToPay } from '../contracts/orders.ts';
import { formatBoletoDay, formatTime } from '../dates/dates.ts';
import { defineTexts } from '../texts/locales.ts';
import css from './to-pay.module.css';

type Words = {
  title: string;
  payBy: (due: string) => string;
  pay: string;
  after: string;
  overdue: (due: string) => string;
  code: string;
  copy: string;
  copied: string;
  notCopied: string;
  open: string;
};

const texts = defineTexts(
  {
    boleto: {
      title: 'Boleto',
      payBy: (day) => `Pague o boleto até ${day} para receber os livros.`,
      pay: 'Pague o boleto para receber os livros.',
      after: 'O banco leva até três dias úteis para confirmar o pagamento. Avisamos por e-mail.',
      overdue: (day) =>
        `O boleto venceu em ${day}. Se você pagou até esse dia, o banco confirma em até três dias úteis e avisamos por e-mail. Se não pagou, cancele-o e compre de novo.`,
      code: 'Linha digitável',
      copy: 'Copiar número',
      copied: 'Número do boleto copiado!',
      notCopied: 'Não foi possível copiar. Selecione o número e copie.',
      open: 'Ver o boleto',
    } as Words,
    pix: {
      title: 'Pix',
      payBy: (time) => `O Pix vence às ${time}. Pague até lá para receber os livros.`,
      pay: 'Pague o Pix para receber os livros.',
      after: 'No app do seu banco, leia o QR Code ou cole o código. A confirmação chega na hora.',
      overdue: (time) =>
        `O Pix expirou às ${time}. Se você pagou até lá, a confirmação chega em instantes e avisamos por e-mail. Se não pagou, cancele-o e compre de novo.`,
      code: 'Pix copia e cola',
      copy: 'Copiar código',
      copied: 'Código Pix copiado!',
      notCopied: 'Não foi possível copiar. Selecione o código e copie.',
      open: 'Abrir o Pix em outra tela',
    } as Words,
    picture: 'QR Code do Pix',
    pdf: 'Baixar em PDF',
    newTab: '(abre em nova aba)',
  },
  {
    boleto: {
      title: 'Boleto',
      payBy: (day) => `Pay the boleto by ${day} to receive the books.`,
      pay: 'Pay the boleto to receive the books.',
      after: 'The bank takes up to three business days to confirm the payment. We will email you.',
      overdue: (day) =>
        `The boleto was due on ${day}. If you paid it by then, the bank confirms the payment within three business days and we will email you. If you did not, cancel it and buy again.`,
      code: 'Boleto number',
      copy: 'Copy the number',
      copied: 'Boleto number copied!',
      notCopied: 'It could not be copied. Select the number and copy it.',
      open: 'See the boleto',
    } as Words,
    pix: {
      title: 'Pix',
      payBy: (time) => `The Pix expires at ${time}. Pay it by then to receive the books.`,
      pay: 'Pay the Pix to receive the books.',
      after: 'In the app of your bank, scan the QR code or paste the code. The payment is confirmed at once.',
      overdue: (time) =>
        `The Pix expired at ${time}. If you paid it by then, the confirmation arrives in a moment and we will email you. If you did not, cancel it and buy again.`,
      code: 'Pix code to copy and paste',
      copy: 'Copy the code',
      copied: 'Pix code copied!',
      notCopied: 'It could not be copied. Select the code and copy it.',
      open: 'Open the Pix on another screen',
    } as Words,
    picture: 'QR code of the Pix',
    pdf: 'Download as PDF',
    newTab: '(opens in a new tab)',
  },
);

// Loaded separately, because few visitors need the QR code and its code is larger than the rest of this file.
const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

/** Formats a boleto's digits as they are printed. Other codes stay unchanged. */
const printed = (code: string): string =>
  code.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

/** Renders a boleto or Pix that can still be paid: due date, code and link. `children`: other actions. */
export function ToPayPanel({ toPay, children }: { toPay: ToPay; children?: ReactNode }) {
  const t = useTexts(texts);
  const { locale, timeZone } = usePreferences();
  const titleId = useId();
  const { code, pdfUrl, url, by } = toPay;
  const isPix = toPay.with === 'pix';
  const words = t[toPay.with];
  const due = by && (isPix ? formatTime(by, locale, timeZone) : formatBoletoDay(by, locale));
  const isOverdue = by !== null && Date.parse(by) < Date.now();

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(words.copied, { id: 'copy-to-pay' });
    } catch {
      // The browser or its user denied access to the clipboard.
      toast.error(words.notCopied, { id: 'copy-to-pay' });
    }
  }

  return (
    <section className={css.toPay} aria-labelledby={titleId}>
      <h2 id={titleId} className={css.title}>
        {words.title}
      </h2>
      {isOverdue && due ? (
        <p>{words.overdue(due)}</p>
      ) : (
        <>
          <p className={css.due}>{due ? words.payBy(due) : words.pay}</p>
          <p className={css.soft}>{words.after}</p>
          {code && (
            <div className={css.code}>
              <p>
                <span className={css.soft}>{words.code}</span>
                <span className={css.digits}>{printed(code)}</span>
              </p>
              <Button size="s" onClick={() => void copy(code)}>
                {words.copy}
              </Button>
            </div>
          )}
          {/* The picture is hidden on phones: the bank's app runs on the same phone and cannot scan its screen, so the buyer copies the code. */}
          {isPix && code && (
            <div className={css.picture}>
              <Suspense>
                <QrCode text={code} label={t.picture} />
              </Suspense>
            </div>
          )}
          <p className={css.ways}>
            {url && (
              <a href={url} target="_blank" rel="noreferrer">
                {words.open} <span className={css.soft}>{t.newTab}</span>
              </a>
            )}
            {pdfUrl && (
              <a href={pdfUrl} target="_blank" rel="noreferrer">
                {t.pdf} <span className={css.soft}>{t.newTab}</span>
              </a>
            )}
          </p>
        </>
      )}
      {children}
    </section>
  );
}
